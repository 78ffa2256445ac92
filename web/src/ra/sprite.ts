/* SPDX-License-Identifier: MIT
 * sprite.ts -- the drawings of the tiles and the sun, 64 x 64 each, as symbols for <use>.
 *
 * A kind is known by its motif, its group by the shape and colour of the tile. Gods have an arched
 * top, disasters cut corners, civilisations a round medallion, monuments stand on the ground.
 */
import { clay, cream, drawings as frame, gold, gradient, ink, lapis, line, medal, site, square, stone, symbol, thin } from "../art";
import { drawings } from "../drawings";

const amber = "#b9781a";
const shade = "#a98a57";
const night = "#1a2748";
const nile = "#2f9c9c";

const arch = (fill: string, edge: string): string =>
  `<path d="M2 60V30a30 28 0 0 1 60 0v30a2 2 0 0 1-2 2H4a2 2 0 0 1-2-2z" fill="${fill}" stroke="${ink}" stroke-width="2"/>` +
  `<path d="M5 59V31a27 26 0 0 1 54 0v28z" fill="none" stroke="${edge}" stroke-width="1.2"/>`;

const cut = (fill: string, edge: string): string =>
  `<path d="M17 2h30l15 15v30L47 62H17L2 47V17z" fill="${fill}" stroke="${ink}" stroke-width="2"/>` +
  `<path d="M18.3 5.5h27.4l12.8 12.8v27.4L45.7 58.5H18.3L5.5 45.7V18.3z" fill="none" stroke="${edge}" stroke-width="1.6" stroke-dasharray="5 3"/>`;

const zigzag = (y: number, colour: string, width: number): string =>
  `<path d="M9 ${y}l4-5 4.5 5 4.5-5 4.5 5 4.5-5 4.5 5 4.5-5 4.5 5 4.5-5 4.5 5 2-2.5" fill="none" stroke="${colour}" stroke-width="${width}" stroke-linejoin="round" stroke-linecap="round"/>`;

const rays = Array.from({ length: 16 }, (_, i) => {
  const at = (a: number, r: number): string =>
    `${(32 + r * Math.cos(a)).toFixed(1)} ${(32 + r * Math.sin(a)).toFixed(1)}`;
  const a = (i * Math.PI) / 8;
  return `M${at(a - 0.17, 23.5)}L${at(a, i % 2 ? 28.5 : 31)}L${at(a + 0.17, 23.5)}z`;
}).join("");

const art: Record<string, string> = {
  pharaoh: drawings.pharaoh,
  writing: frame.writing,
  sphinx: drawings.sphinx,

  ra: square("url(#g-ra)", gold) +
    `<circle cx="32" cy="15.5" r="5.5" fill="${gold}" ${line}/>` +
    `<g fill="none" stroke="${ink}" stroke-width="6.4" stroke-linecap="round" stroke-linejoin="round"><path d="M11 28q20-9 43-2M9 37q22-16 46 1q-25 13-46-1zM30 43l-3 12M37 42.5q3 11 11 10.5 5-.5 5-4.5-1-4-5-3"/></g>` +
    `<g fill="none" stroke="${gold}" stroke-width="3.2" stroke-linecap="round" stroke-linejoin="round"><path d="M11 28q20-9 43-2"/><path d="M9 37q22-16 46 1q-25 13-46-1z" fill="${cream}"/><path d="M30 43l-3 12M37 42.5q3 11 11 10.5 5-.5 5-4.5-1-4-5-3"/></g>` +
    `<circle cx="31" cy="36.3" r="5.6" fill="${lapis}" ${line}/><circle cx="31" cy="36.3" r="2.2" fill="${ink}"/>`,

  god: arch("url(#g-god)", gold) +
    `<g fill="none" stroke="${ink}" stroke-width="9.6"><ellipse cx="32" cy="22" rx="8" ry="10.5"/><path d="M32 31v25M17 36.5h30"/></g>` +
    `<g fill="none" stroke="${gold}" stroke-width="6.4"><ellipse cx="32" cy="22" rx="8" ry="10.5"/><path d="M32 32.5v22M18.5 36.5h27"/></g>` +
    `<path d="M27.5 14.5q4.5-4 9 0M20.5 35h6M30 43v8" fill="none" stroke="${cream}" stroke-width="1.3" opacity=".8" stroke-linecap="round"/>`,

  nile: square("url(#g-nile)", "#fff") +
    `<path d="M33 9v29M33 10Q17 20 16 37q9-3 17-1z" fill="${cream}" ${line}/><path d="M35.5 15q10 8 11 21-5-2-11-1z" fill="#efd9a2" ${line}/>` +
    `<path d="M10 38q22 7 44 0-2 9-9 11H19q-7-2-9-11z" fill="${clay}" ${line}/><path d="M13 42.5q19 5 38 0" fill="none" stroke="${gold}" stroke-width="1.6"/>` +
    zigzag(56, "#1f7f86", 2.6),

  flood: square("url(#g-flood)", "#8fd4d2") +
    `<path d="M32 7q7 7 5 14h-10q-2-7 5-14z" fill="#f0a7a0" ${line}/><path d="M27 21.5Q18 19 18.5 11q7 1 10 8M37 21.5q9-2.5 8.5-10.5-7 1-10 8" fill="#f6cfc3" ${line}/><path d="M23 21.5h18q-3 5.5-9 5.5t-9-5.5z" fill="#5b8f43" ${line}/>` +
    zigzag(35.5, cream, 3) + zigzag(44, "#9fdcd8", 3) + zigzag(52.5, cream, 3),

  gold: square("url(#g-gold)", "#fff3c4") +
    [[20.5, 15], [9.5, 33.5], [31.5, 33.5]].map(([x, y]) =>
      `<path d="M${x! + 5} ${y}h13l5 15.5h-23z" fill="${gold}" ${line}/><path d="M${x! + 5} ${y}h13l1.6 5h-16.2z" fill="#ffe39a" ${line}/>`).join("") +
    `<path d="M51 9v8M47 13h8" stroke="#fff" stroke-width="2.2" stroke-linecap="round"/><path d="M11 20v5M8.5 22.5h5" stroke="#fff" stroke-width="1.8" stroke-linecap="round"/>`,

  astronomy: medal(night) +
    `<path d="M32 12l3.6 14.2L50 24.5 38.3 33.5 44 47.5 32 38.5 20 47.5l5.7-14L14 24.5l14.4 1.7z" fill="${gold}" ${line}/><circle cx="32" cy="31.5" r="4.5" fill="${clay}" ${line}/>` +
    `<g fill="${cream}"><circle cx="20" cy="17.5" r="1.3"/><circle cx="46" cy="17" r="1.3"/><circle cx="32" cy="51" r="1.3"/></g>`,

  agriculture: medal("#5f8f3e") +
    `<path d="M32 54V20" ${line} fill="none"/>` +
    [22, 30, 38].map((y) => `<path d="M32 ${y + 6}q-11-1-11-10 9 0 11 10zM32 ${y + 6}q11-1 11-10-9 0-11 10z" fill="${gold}" ${line}/>`).join("") +
    `<path d="M32 24q-5.5-6 0-14 5.5 8 0 14z" fill="${gold}" ${line}/>`,

  religion: medal(nile) +
    `<path d="M27.5 51V24h9v27z" fill="${gold}" ${line}/><path d="M23 51h18v4H23zM22 13.5h20v4.3H22zM20.5 19.5h23v4.3h-23zM22 25.5h20v4.3H22zM23.5 31.5h17v4.3h-17z" fill="${cream}" ${line}/><path d="M30.5 38v11M33.5 38v11" ${thin}/>`,

  art: medal("#b6472b") +
    `<path d="M26 13h12v4q-1 3 2 6 8 8 4 19-3 8-12 10-9-2-12-10-4-11 4-19 3-3 2-6z" fill="${cream}" ${line}/><path d="M25 16q-9 1-9 8 0 5 4 8M39 16q9 1 9 8 0 5-4 8" fill="none" stroke="${cream}" stroke-width="2.6"/>` +
    `<path d="M20 30q12 4 24 0v6q-12 4-24 0z" fill="${lapis}"/><path d="M21 33l3 2 3-2 3 2 3-2 3 2 3-2 3 2" fill="none" stroke="${gold}" stroke-width="1.6"/><path d="M24.5 45q7.5 2.5 15 0M25 13h14" ${thin}/>`,

  fortress: site("url(#g-dawn)") +
    `<path d="M8 50V20h4v4h4v-4h4v4h4v8h16v-8h4v-4h4v4h4v-4h4v30z" fill="${stone}" ${line}/><path d="M24 32v-4h4v3h3v-3h3v3h3v-3h3v4" fill="${stone}" ${line}/>` +
    `<path d="M28 50V41q0-4 4-4t4 4v9z" fill="#5a3418" ${line}/><path d="M14 31v5M50 31v5M11 41h5M17 46h5M44 44h5M49 39h5M26 36h4" ${thin}/>`,

  obelisk: site("url(#g-noon)") +
    `<path d="M27.5 46L29 15h6l1.5 31z" fill="${stone}" ${line}/><path d="M32 46V15h3l1.5 31z" fill="${shade}"/><path d="M28.7 15.5L32 7l3.3 8.5z" fill="${gold}" ${line}/><path d="M22 46h20v4H22z" fill="${stone}" ${line}/>` +
    `<path d="M30 21h2.5M30.5 25.5h2M30 30h2.5M30.5 34.5h2M30 39h2.5" ${thin}/>`,

  palace: site("url(#g-dusk)") +
    `<path d="M9 50v-4h46v4zM9 20h46v6H9z" fill="${stone}" ${line}/><path d="M13 14h38l3 6H10z" fill="${clay}" ${line}/>` +
    [12.5, 23.5, 34.5, 45.5].map((x) => `<path d="M${x} 26h6l-1 4v16h-4V30z" fill="${cream}" ${line}/>`).join("") +
    `<path d="M12 26.5h7l-1.5 3.5h-4zM23 26.5h7l-1.5 3.5h-4zM34 26.5h7l-1.5 3.5h-4zM45 26.5h7l-1.5 3.5h-4z" fill="${nile}" ${line}/>`,

  pyramid: site("url(#g-noon)") +
    `<circle cx="49" cy="15" r="5" fill="${gold}" ${line}/><path d="M31 13L6 50h52z" fill="${stone}" ${line}/><path d="M31 13l27 37H37z" fill="${shade}" ${line}/><path d="M31 13l-5.4 8 6.2 1.5 5-1.5z" fill="${cream}" ${line}/><path d="M19 36l13 1M14 43.5l21 1.5" ${thin}/>`,

  statue: site("url(#g-dawn)") +
    `<path d="M17 50V31h7l-1-6h18l-1 6h7v19z" fill="${shade}" ${line}/><path d="M22 24h20l2 8v10H20V32z" fill="${stone}" ${line}/><path d="M21 40h9v10h-9zM34 40h9v10h-9z" fill="${stone}" ${line}/>` +
    `<path d="M32 7q-7 0-7.5 7L22 26h5v-4h10v4h5l-2.5-12Q39 7 32 7z" fill="${gold}" ${line}/><path d="M28 15q0-4 4-4t4 4v4q-.5 4.5-4 4.5T28 19z" fill="${stone}" ${line}/><path d="M24 28v11M40 28v11M29 33h6M30 16.5h1M33 16.5h1" ${thin}/>`,

  step_pyramid: site("url(#g-dawn)") +
    `<path d="M6 50v-7h52v7zM12 43v-8h40v8zM18 35v-8h28v8zM24 27v-7h16v7zM28.5 20v-6h7v6z" fill="${stone}" ${line}/><path d="M37 50v-7h21v7zM36 43v-8h16v8zM35 35v-8h11v8zM34 27v-7h6v7z" fill="${shade}" ${line}/>`,

  temple: site("url(#g-noon)") +
    `<path d="M14 24V8M50 24V8" fill="none" ${line}/><path d="M14 8.5l6 2.5-6 2.5zM50 8.5l-6 2.5 6 2.5z" fill="${clay}" ${line}/>` +
    `<path d="M7 50l3.5-32h15L28 50zM36 50l2.5-32h15L57 50z" fill="${stone}" ${line}/><path d="M26 28h12v22H26z" fill="#5a3418" ${line}/><path d="M24.5 24h15v6h-15z" fill="${gold}" ${line}/><circle cx="32" cy="27" r="2" fill="${clay}"/>` +
    `<path d="M9 17h18v3.5H9.5zM37 17h18l-.5 3.5H37z" fill="${nile}" ${line}/><path d="M14 28v12M18 28v12M46 28v12M50 28v12" ${thin}/>`,

  funeral: cut("#453a38", "#e2593b") +
    `<path d="M32 8q-9 0-9.5 10-4 3-4.5 8l5 26q4 4 9 4t9-4l5-26q-.5-5-4.5-8Q41 8 32 8z" fill="${gold}" ${line}/><path d="M27 18q0-6 5-6t5 6q0 7-5 8-5-1-5-8z" fill="#d59a5c" ${line}/>` +
    `<path d="M19.5 33h25M20.8 39.5h22.4M22 46h20" stroke="${lapis}" stroke-width="3"/><path d="M23 26l16 9M41 26l-16 9" fill="none" stroke="${ink}" stroke-width="3.6" stroke-linecap="round"/><path d="M23 26l16 9M41 26l-16 9" fill="none" stroke="${cream}" stroke-width="1.8" stroke-linecap="round"/><path d="M29.5 18h1.5M33 18h1.5M30.5 22h3" ${thin}/>`,

  drought: cut("#5a3a24", "#f2913b") +
    `<circle cx="32" cy="19" r="8" fill="#f2a23b" ${line}/><path d="M32 6.5v2M21 10l1.5 2M43 10l-1.5 2M17.5 19h2.5M44 19h2.5" stroke="#f2a23b" stroke-width="2.4" stroke-linecap="round"/>` +
    `<path d="M7 34h50v12.5L46.5 57h-29L7 46.5z" fill="#e0b271" ${line}/><path d="M14 34l4 7-5 8M18 41l9 3-2 13M27 44l6-10M27 44l10 3-1 10M37 47l7-6-3-7M44 41l10 2M37 47l9 6" fill="none" stroke="#5a3418" stroke-width="2" stroke-linejoin="round"/>`,

  unrest: cut("#6b2420", "#f0b27a") +
    `<g fill="none" stroke="${ink}" stroke-width="5" stroke-linecap="round"><path d="M15 49L46 15M49 49L18 15"/></g><g fill="none" stroke="${amber}" stroke-width="2.6" stroke-linecap="round"><path d="M15 49L46 15M49 49L18 15"/></g>` +
    `<path d="M43 12l9-3-2.5 9.5zM21 12l-9-3 2.5 9.5z" fill="#e8e4da" ${line}/><path d="M22 26q10-5 20 0v11q-2 11-10 15-8-4-10-15z" fill="${cream}" ${line}/><path d="M32 24v28M22 34h20" stroke="${clay}" stroke-width="3.4"/><circle cx="32" cy="34" r="4.2" fill="${gold}" ${line}/>`,

  earthquake: cut("#4a4a52", "#f0d15a") +
    `<path d="M8 44l9-3 6 5 5-6 4 5 6-6 5 6 5-5 8 4v2L46 57H18L8 47z" fill="#8a6a44" ${line}/>` +
    `<path d="M14 40V20h11v18l-3-2-3 4z" fill="${stone}" ${line}/><path d="M12 15h15v5H12z" fill="${cream}" ${line}/><path d="M38.5 37L49 14.5l9 4.2L48.5 40l-3-3-2 3z" fill="${stone}" ${line}/><path d="M48.5 9.5l13 6-2 4.5-13-6z" fill="${cream}" ${line}/>` +
    `<path d="M32 22l-3 7 5 3-4 9 4 4-2 12" fill="none" stroke="${ink}" stroke-width="4.6" stroke-linejoin="round"/><path d="M32 22l-3 7 5 3-4 9 4 4-2 12" fill="none" stroke="#f0d15a" stroke-width="2" stroke-linejoin="round"/>`,
};

const gradients = [
  gradient("g-ra", "#cf4a2a", "#8f2318"), gradient("g-god", "#7d5296", "#4b2a66"), gradient("g-nile", "#e9f6ee", "#a9dcd6"),
  gradient("g-flood", "#2f97ab", "#11566e"), gradient("g-gold", "#f9dd86", "#d99a2b"), gradient("g-dawn", "#fbe3b0", "#f0b77c"),
  gradient("g-noon", "#bfe0ea", "#f4ead0"),
  `<radialGradient id="g-sun" cx=".4" cy=".35" r=".75"><stop stop-color="#fff0b4"/><stop offset=".55" stop-color="#f4bf3f"/><stop offset="1" stop-color="#cf8a1d"/></radialGradient>`,
].join("");

const symbols = [
  ...Object.entries(art).map(([kind, drawing]) => symbol(`k-${kind}`, drawing)),
  symbol("sun", `<path d="${rays}" fill="#e39a22" stroke="#7a4a0c" stroke-width=".8" stroke-linejoin="round"/>` +
    `<circle cx="32" cy="32" r="23" fill="url(#g-sun)" stroke="#7a4a0c" stroke-width="1.6"/><circle cx="32" cy="32" r="19.5" fill="none" stroke="#8a5410" stroke-width="1" stroke-dasharray="1.5 2.6"/>`),
  symbol("sun-spent", drawings.spent),
  symbol("bag", `<path d="M22 20Q6 36 9 50q2 9 23 9t23-9q3-14-13-30z" fill="${clay}" ${line}/><path d="M20 8q4 4 8 1 4-4 8 0 4 3 8-1 1 7-4 12H24q-5-5-4-12z" fill="#d9764a" ${line}/>` +
    `<path d="M20 20q12 4 24 0" fill="none" stroke="${gold}" stroke-width="4" stroke-linecap="round"/><circle cx="32" cy="41" r="8.5" fill="${gold}" ${line}/><path d="M27.5 41q4.5-5 9 0-4.5 5-9 0z" fill="${cream}" ${line}/>`),
];

export const sprite = `<svg xmlns="http://www.w3.org/2000/svg"><defs>${gradients}</defs>${symbols.join("")}</svg>`;
