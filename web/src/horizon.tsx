/* SPDX-License-Identifier: MIT
 * horizon.tsx -- the picture of the first page: the river at sunrise, or at night in dark colours.
 */
export function Horizon() {
  return (
    <svg class="horizon" viewBox="0 0 1200 360" preserveAspectRatio="xMidYMax slice" aria-hidden="true" focusable="false">
      <defs>
        <linearGradient id="h-sky" x1="0" y1="0" x2="0" y2="1"><stop class="sky-top" /><stop class="sky-mid" offset=".55" /><stop class="sky-low" offset="1" /></linearGradient>
        <linearGradient id="h-water" x1="0" y1="0" x2="0" y2="1"><stop class="water-top" /><stop class="water-low" offset="1" /></linearGradient>
        <radialGradient id="h-glow"><stop class="glow" /><stop class="glow" offset="1" stop-opacity="0" /></radialGradient>
      </defs>
      <rect width="1200" height="360" fill="url(#h-sky)" />
      <g class="stars">
        {[[80, 60, 1.6], [160, 30, 1.1], [260, 84, 1.4], [390, 36, 1.8], [470, 96, 1], [560, 44, 1.3], [640, 20, 1.6], [1010, 40, 1.2], [1080, 92, 1.7], [1150, 34, 1.1], [960, 110, 1], [330, 130, 1]].map(([x, y, r]) => <circle key={x} cx={x} cy={y} r={r} />)}
      </g>
      <circle cx="815" cy="206" r="190" fill="url(#h-glow)" />
      <circle class="orb" cx="815" cy="206" r="66" />
      <path class="far" d="M0 262l70-30 80 22 96-40 110 44 90-18 120 26 134-14 120 16 130-20 110 14 140-22v70H0z" />
      <path class="pyramid-light" d="M872 268l122-122 36 122z" /><path class="pyramid-dark" d="M994 146l104 122h-68z" />
      <path class="pyramid-light" d="M700 268l76-78 22 78z" /><path class="pyramid-dark" d="M776 190l66 78h-44z" />
      <path class="pyramid-light" d="M1076 268l48-50 14 50z" /><path class="pyramid-dark" d="M1124 218l44 50h-30z" />
      <path class="sand" d="M0 268q220-26 420-6t400 2 380 4v40H0z" />
      <rect y="290" width="1200" height="70" fill="url(#h-water)" />
      <path class="glint" d="M770 300h90M780 310h70M752 320h116M788 331h52M762 343h100M400 308h60M480 326h90M240 318h70M980 312h80M1050 334h90M120 338h80M600 344h60" />
      <g class="boat"><path d="M560 306q60 20 120 0-10 22-30 24h-60q-20-2-30-24z" /><path d="M622 228v78" /><path d="M618 232q-50 28-52 66 26-8 52-4z" /><path d="M628 246q30 22 32 52-16-6-32-4z" /></g>
      <g class="palm"><path d="M1128 300q-8-50 6-92" /><path d="M1134 208q-30-22-54-2 30-4 54 2zM1134 208q-14-34-44-32 28 8 44 32zM1134 208q6-34 38-34-24 10-38 34zM1134 208q30-20 52 4-28-8-52-4zM1134 208q-34 0-44 28 20-22 44-28zM1134 208q32 4 38 32-16-24-38-32z" /></g>
      <g class="palm"><path d="M1168 304q-4-36 6-66" /><path d="M1174 238q-22-16-40 0 22-4 40 0zM1174 238q-8-24-30-24 20 8 30 24zM1174 238q8-22 26-20-16 6-26 20zM1174 238q-24 2-30 20 14-14 30-20zM1174 238q22 2 26 20-10-14-26-20z" /></g>
      <path class="reeds" d="M20 360q4-50-6-84M40 360q0-60 8-96M60 360q2-40-4-70M84 360q0-46 8-78M106 360q-2-30 4-52" />
    </svg>
  );
}
