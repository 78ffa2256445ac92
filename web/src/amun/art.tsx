/* SPDX-License-Identifier: MIT
 * art.tsx -- the drawings of Amun-Re: symbols for <use>, and a province's land.
 */
import { cardName } from "./words";

const ink = "#2b1a10";
const line = `stroke="${ink}" stroke-width="2" stroke-linejoin="round" stroke-linecap="round"`;

const symbols: Record<string, string> = {
  "a-pyramid": `<path d="M32 8L4 54h40z" fill="#e9cb86" ${line}/><path d="M32 8l28 46H44z" fill="#b98a4c" ${line}/><path d="M25 20l14 0M18 31l20 0M12 42l29 0" fill="none" stroke="${ink}" stroke-width="1.3" opacity=".55"/>`,
  "a-stone": `<path d="M8 24l10-9h38l-8 9z" fill="#efdcae" ${line}/><path d="M8 24h40v26H8z" fill="#d3b77c" ${line}/><path d="M48 24l8-9v26l-8 9z" fill="#a17b46" ${line}/><path d="M15 33h9M31 41h10" fill="none" ${line} opacity=".5"/>`,
  "a-farmer": `<circle cx="32" cy="15" r="9" fill="#a4633a" ${line}/><path d="M22 14q1-10 10-10t10 10l-3-3H25z" fill="#2b1a10"/><path d="M18 58l4-28q10-6 20 0l4 28z" fill="#f7efdc" ${line}/><path d="M20 42h24" stroke="#c4552f" stroke-width="4"/>`,
  "a-temple": `<path d="M8 56h48v-6H8zM14 50V26h7v24zM28 50V26h8v24zM43 50V26h7v24z" fill="#e2c58d" ${line}/><path d="M6 26h52l-5-9H11z" fill="#c4552f" ${line}/><path d="M26 17q6-10 12 0z" fill="#edb63c" ${line}/>`,
  "a-gold": `<circle cx="32" cy="32" r="25" fill="#edb63c" ${line}/><circle cx="32" cy="32" r="18" fill="none" stroke="#8f5d0d" stroke-width="2.5"/><path d="M22 32q10-11 20 0-10 11-20 0z" fill="#8f5d0d"/><circle cx="32" cy="32" r="4" fill="#edb63c"/>`,
  "a-camel": `<path d="M8 52V34q2-10 9-9 5-13 12-1 6-11 12 2l4 3q3-3 3-12h9l2 6h-6q0 13-8 17v12h-5V42H21v10h-5V42h-3v10z" fill="#d6a35a" ${line}/>`,
  "a-card": `<rect x="13" y="5" width="38" height="54" rx="6" fill="#1f4a8a" ${line}/><rect x="18" y="10" width="28" height="44" rx="3" fill="none" stroke="#f2dfae" stroke-width="2"/><path d="M32 18c9 0 9 10 0 16-9-6-9-16 0-16zM32 34v14M25 40h14" fill="none" stroke="#edb63c" stroke-width="3.5" stroke-linecap="round"/>`,
  "a-farm": `<rect x="5" y="9" width="54" height="48" rx="6" fill="#79a545" ${line}/><path d="M14 18v30M23 18v30M32 18v30M41 18v30M50 18v30" stroke="#3f6a24" stroke-width="3" stroke-dasharray="5 4" stroke-linecap="round"/>`,
  "a-pharaoh": `<path d="M14 58q-2-22 4-36Q22 6 32 6t14 16q6 14 4 36l-10-6H24z" fill="#1f4a8a" ${line}/><path d="M17 30l5 2M16 40l6 2M16 50l7 0M47 30l-5 2M48 40l-6 2M48 50l-7 0" stroke="#edb63c" stroke-width="3"/><path d="M23 26q9-8 18 0v12q0 10-9 12-9-2-9-12z" fill="#c98a55" ${line}/><path d="M27 33h3M34 33h3M29 43h6" fill="none" ${line}/><path d="M20 22q12-9 24 0" fill="none" stroke="#edb63c" stroke-width="4"/><path d="M32 50v8" stroke="#edb63c" stroke-width="5"/>`,
  "a-limit": `<rect x="6" y="12" width="30" height="44" rx="5" fill="#8f5d0d" ${line}/><rect x="17" y="7" width="30" height="44" rx="5" fill="#c98a16" ${line}/><rect x="28" y="12" width="30" height="44" rx="5" fill="#f4e2ae" ${line}/>`,
  "a-amun": `<path d="M6 58h52l-4-8H10z" fill="#b98a4c" ${line}/><path d="M18 50V30h28v20z" fill="#e9cb86" ${line}/><path d="M20 30V10q5-4 10 0v20zM34 30V10q5-4 10 0v20z" fill="#edb63c" ${line}/><path d="M20 18h10M34 18h10M20 24h10M34 24h10" stroke="#8f5d0d" stroke-width="1.5"/><circle cx="32" cy="40" r="6" fill="#c4552f" ${line}/>`,
};

/* The cards' own signs, in the middle of a card's face. */
const signs: Record<string, string> = {
  blockade: `<path d="M10 40h44v8H10zM16 40V24h8v16zM40 40V24h8v16z" fill="#b5472b" ${line}/><path d="M10 30h44" stroke="#f2dfae" stroke-width="5"/>`,
  overbid: `<path d="M20 52V22l-8 9M44 52V14L33 27M44 14l9 12" fill="none" stroke="#1f4a8a" stroke-width="6" stroke-linecap="round" stroke-linejoin="round"/>`,
  free_farmer: `<path d="M6 54q26-10 52 0" fill="#e2c58d" ${line}/><g transform="translate(12 6) scale(.66)"><use href="#a-farmer"/></g>`,
  builder: `<g transform="translate(10 4) scale(.68)"><use href="#a-pyramid"/></g><path d="M12 54h40" stroke="#8f5d0d" stroke-width="6" stroke-dasharray="11 4"/>`,
  correction: `<path d="M32 12v40M16 18h32M16 18l-8 20h16zM48 18l-8 20h16z" fill="none" stroke="#5b3a78" stroke-width="4" stroke-linejoin="round"/>`,
  eight_gold: `<g transform="translate(9 9) scale(.72)"><use href="#a-gold"/></g><circle cx="32" cy="32" r="13" fill="#edb63c"/><text x="32" y="32" dy=".36em" text-anchor="middle" font-size="26" font-weight="700" fill="${ink}">8</text>`,
  harvest: `<path d="M32 56V22M32 30q-14-2-14-14 14 2 14 14zM32 30q14-2 14-14-14 2-14 14zM32 44q-14-2-14-14 14 2 14 14zM32 44q14-2 14-14-14 2-14 14z" fill="#e3ad33" ${line}/>`,
  power_bonus: `<g transform="translate(4 4) scale(.6)"><use href="#a-limit"/></g><text x="48" y="46" font-size="24" font-weight="700" text-anchor="middle" fill="${ink}">7</text>`,
  farmer_bonus: `<g transform="translate(2 6) scale(.62)"><use href="#a-farmer"/></g><text x="48" y="44" font-size="24" font-weight="700" text-anchor="middle" fill="${ink}">9</text>`,
  egypt_bonus: `<path d="M12 30h40v22H12z" fill="#d8bd85" ${line}/><path d="M12 30V12h40v18z" fill="#79a545" ${line}/><path d="M6 30h52" stroke="${ink}" stroke-width="3" stroke-dasharray="5 4"/>`,
  side_bonus: `<path d="M8 12h18v40H8z" fill="#d8bd85" ${line}/><path d="M38 12h18v40H38z" fill="#efe2c4" ${line}/><path d="M32 8q6 12 0 24t0 24" fill="none" stroke="#2f9c9c" stroke-width="7"/>`,
  bank_bonus: `<path d="M40 6q8 13 0 26t0 26" fill="none" stroke="#2f9c9c" stroke-width="9"/><path d="M8 16h22v32H8z" fill="#79a545" ${line}/>`,
};

export const sprite = `<svg xmlns="http://www.w3.org/2000/svg">${Object.entries(symbols)
  .map(([id, body]) => `<symbol id="${id}" viewBox="0 0 64 64">${body}</symbol>`).join("")}${Object.entries(signs)
  .map(([id, body]) => `<symbol id="a-card-${id}" viewBox="0 0 64 64"><rect x="1.5" y="1.5" width="61" height="61" rx="9" fill="#f8eccb" ${line}/>${body}</symbol>`).join("")}</svg>`;

export function CardArt({ kind }: { kind: string | null }) {
  return (
    <svg class="art" viewBox="0 0 64 64" role="img" aria-label={cardName(kind)} focusable="false">
      <use href={kind === null ? "#a-card" : `#a-card-${kind}`} />
    </svg>
  );
}

interface Lie {
  farms: number;
  farmers: number;
  printed: number;
  free: number;
  stones: number;
  pyramids: number;
}

const unit = 27;

function Put({ name, x, y, size = 25 }: { name: string; x: number; y: number; size?: number }) {
  return <use href={`#${name}`} x={x} y={y} width={size} height={size} />;
}

/* The land of a province: what is built above, the fields and who works there below. */
export function Land({ lie }: { lie: Lie }) {
  const { farms, farmers, printed, free, stones, pyramids } = lie;
  const many = pyramids > 5;
  const drawn = many ? 1 : pyramids;
  const after = drawn * 29 + (many ? 30 : 0);
  const fields = printed + farms;

  return (
    <svg class="land" viewBox="0 0 204 64" preserveAspectRatio="xMinYMax" aria-hidden="true" focusable="false">
      {Array.from({ length: drawn }, (_, i) => <Put key={`p${i}`} name="a-pyramid" x={i * 29} y={1} size={32} />)}
      {many && <text class="land-times" x="34" y="26">×{pyramids}</text>}
      {Array.from({ length: stones }, (_, i) => <Put key={`s${i}`} name="a-stone" x={after + 5 + i * 26} y={7} />)}
      {Array.from({ length: printed }, (_, i) => (
        <g key={`d${i}`}><rect class="printed" x={i * unit + 1} y={37} width={25} height={26} rx={4} /><Put name="a-farmer" x={i * unit + 2} y={38} size={23} /></g>
      ))}
      {Array.from({ length: farms }, (_, i) => (
        <g key={`f${i}`}>
          <Put name="a-farm" x={(printed + i) * unit} y={36} size={27} />
          {i < farmers && <Put name="a-farmer" x={(printed + i) * unit + 2} y={36} />}
        </g>
      ))}
      {free > 0 && (
        <g>
          <ellipse class="flat" cx={fields * unit + 17} cy={60} rx={14} ry={4} />
          <Put name="a-farmer" x={fields * unit + 4} y={36} />
          {free > 1 && <text class="land-times small" x={fields * unit + 27} y={56}>×{free}</text>}
        </g>
      )}
    </svg>
  );
}
