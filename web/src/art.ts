/* SPDX-License-Identifier: MIT
 * art.ts -- the drawings of the frame, 64 x 64 each, as symbols for <use>; and what drawings are made of, for the games.
 */
export const ink = "#2b1a10";
export const cream = "#f8eccb";
export const gold = "#edb63c";
export const stone = "#d9c08d";
export const lapis = "#234f93";
export const clay = "#c4552f";

export const line = `stroke="${ink}" stroke-width="1.6" stroke-linejoin="round" stroke-linecap="round"`;
export const thin = `fill="none" stroke="${ink}" stroke-width="1.2" stroke-linecap="round" stroke-linejoin="round"`;

export const square = (fill: string, edge: string): string =>
  `<rect x="2" y="2" width="60" height="60" rx="8" fill="${fill}" stroke="${ink}" stroke-width="2"/>` +
  `<rect x="5" y="5" width="54" height="54" rx="5.5" fill="none" stroke="${edge}" stroke-width="1.2"/>`;

export const medal = (fill: string): string =>
  square("url(#g-papyrus)", "#c79a52") + `<circle cx="32" cy="32" r="23.5" fill="${fill}" ${line}/>` +
  `<circle cx="32" cy="32" r="20.8" fill="none" stroke="${cream}" stroke-width=".9" opacity=".65"/>`;

export const site = (sky: string): string =>
  `<rect x="2" y="2" width="60" height="60" rx="8" fill="${sky}" stroke="${ink}" stroke-width="2"/>` +
  `<path d="M3 50h58v4a7 7 0 0 1-7 7H10a7 7 0 0 1-7-7z" fill="#c98f4c"/><path d="M3 50h58" stroke="${ink}" stroke-width="1.3"/>` +
  `<rect x="5" y="5" width="54" height="54" rx="5.5" fill="none" stroke="#fff3d0" stroke-width="1" opacity=".7"/>`;

export const drawings = {
  pharaoh: square("url(#g-pharaoh)", gold) +
    `<path d="M32 8C19 8 15 18 14.5 29L10 50.5l13.5 4L26 44h12l2.5 10.5 13.5-4L49.5 29C49 18 45 8 32 8z" fill="${gold}" ${line}/>` +
    `<path d="M15.5 24l6.5 2M14.3 31l7.5 2M13 37.5l9.2 2M11.8 44l11.8 2.5M48.5 24l-6.5 2M49.7 31l-7.5 2M51 37.5l-9.2 2M52.2 44l-11.8 2.5M20 15l5 4M44 15l-5 4" fill="none" stroke="${lapis}" stroke-width="3"/>` +
    `<path d="M23 24q0-9 9-9t9 9v10q0 10-9 11-9-1-9-11z" fill="#d59a5c" ${line}/>` +
    `<path d="M22.5 24q9.5-6.5 19 0" fill="none" stroke="${ink}" stroke-width="3.6"/><path d="M22.5 24q9.5-6.5 19 0" fill="none" stroke="${gold}" stroke-width="2"/>` +
    `<path d="M25.5 29.5q2.5-2 5 0M33.5 29.5q2.5-2 5 0M25 26.8h5.5M33.5 26.8H39M29.5 39q2.5 1.5 5 0M32 30v5.5" ${thin}/>` +
    `<path d="M29.8 44.5h4.4l-.7 12h-3z" fill="${lapis}" ${line}/><path d="M32 20c-3-2-3-6 0-8.5 3 2.5 3 6.5 0 8.5z" fill="${clay}" ${line}/>`,

  writing: medal("#c58a3a") +
    `<path d="M19 20h22v26H19z" fill="${cream}" ${line}/><path d="M17 17.5h26a3 3 0 0 1 0 6H17a3 3 0 0 1 0-6zM17 43h26a3 3 0 0 1 0 6H17a3 3 0 0 1 0-6z" fill="#ecd49a" ${line}/>` +
    `<path d="M23 28h8M23 32.5h12M23 37h6" ${thin}/><path d="M50 13L36 35l-2.5 6 5-4L53 15.5z" fill="${lapis}" ${line}/>`,

  sphinx: site("url(#g-dusk)") +
    `<path d="M8 50v-5h20v-9q3-4 10-4 14 0 17 9v9z" fill="${stone}" ${line}/><path d="M44 50q-1-9 7-11" ${thin}/><path d="M55 46q5 0 4-7" fill="none" ${line}/>` +
    `<path d="M23 10q-9 0-9.5 9L12 33l6 1v3h10v-3l5-1-1.5-14Q31 10 23 10z" fill="${gold}" ${line}/><path d="M17.5 20q0-6 5.5-6t5.5 6v7q-1 6-5.5 6t-5.5-6z" fill="#d59a5c" ${line}/>` +
    `<path d="M20 22.5h2M24.5 22.5h2M21.5 29h3M13.5 27l3 .6M13 31l3.5.6M32 27l-3 .6" ${thin}/><path d="M12 45v5M17 45v5" ${thin}/>`,

  spent: `<circle cx="32" cy="32" r="25" fill="url(#g-spent)" stroke="#37312a" stroke-width="1.6"/>` +
  `<circle cx="32" cy="32" r="20.5" fill="none" stroke="#b9b0a0" stroke-width="1" stroke-dasharray="4 3"/><path d="M15 49L49 15" stroke="#37312a" stroke-width="1.6" opacity=".7"/>`,

  scarab: `<circle cx="32" cy="12.5" r="8.5" fill="${gold}"/><path d="M32 24c-4 0-7 2-7 5 0 1 .4 2 1 2.8C20 34 17 40 17 46c0 8 6 14 15 14s15-6 15-14c0-6-3-12-9-14.2.6-.8 1-1.8 1-2.8 0-3-3-5-7-5z" fill="#2f8f93"/>` +
  `<path d="M32 35v24M21 37q11 5 22 0" fill="none" stroke="#0f3e4c" stroke-width="2"/><path d="M24 31q-9-2-11-14M40 31q9-2 11-14M18 42l-9-2-3 5M46 42l9-2 3 5M19 51l-8 3-1 6M45 51l8 3 1 6" fill="none" stroke="#e9cf8d" stroke-width="2.6" stroke-linecap="round" stroke-linejoin="round"/>`,
};

export const gradient = (id: string, from: string, to: string): string =>
  `<linearGradient id="${id}" x1="0" y1="0" x2="0" y2="1"><stop stop-color="${from}"/><stop offset="1" stop-color="${to}"/></linearGradient>`;

const gradients = [
  gradient("g-pharaoh", "#3568ad", "#17376c"), gradient("g-papyrus", "#faefcf", "#e8cf95"), gradient("g-dusk", "#f5c694", "#e9917a"),
  `<radialGradient id="g-spent" cx=".4" cy=".35" r=".8"><stop stop-color="#8d8578"/><stop offset="1" stop-color="#5d564d"/></radialGradient>`,
].join("");

export const symbol = (id: string, drawing: string): string => `<symbol id="${id}" viewBox="0 0 64 64">${drawing}</symbol>`;

/* To be put into the page once. */
export const sprite = `<svg xmlns="http://www.w3.org/2000/svg" width="0" height="0"><defs>${gradients}</defs>${Object.entries(drawings).map(([id, drawing]) => symbol(id, drawing)).join("")}</svg>`;
