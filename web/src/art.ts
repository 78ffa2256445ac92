/* SPDX-License-Identifier: MIT
 * art.ts -- the drawings of the first page, 64 x 64 each, as symbols for <use>; and what drawings are made of.
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
  writing: medal("#c58a3a") +
    `<path d="M19 20h22v26H19z" fill="${cream}" ${line}/><path d="M17 17.5h26a3 3 0 0 1 0 6H17a3 3 0 0 1 0-6zM17 43h26a3 3 0 0 1 0 6H17a3 3 0 0 1 0-6z" fill="#ecd49a" ${line}/>` +
    `<path d="M23 28h8M23 32.5h12M23 37h6" ${thin}/><path d="M50 13L36 35l-2.5 6 5-4L53 15.5z" fill="${lapis}" ${line}/>`,

  scarab: `<circle cx="32" cy="12.5" r="8.5" fill="${gold}"/><path d="M32 24c-4 0-7 2-7 5 0 1 .4 2 1 2.8C20 34 17 40 17 46c0 8 6 14 15 14s15-6 15-14c0-6-3-12-9-14.2.6-.8 1-1.8 1-2.8 0-3-3-5-7-5z" fill="#2f8f93"/>` +
  `<path d="M32 35v24M21 37q11 5 22 0" fill="none" stroke="#0f3e4c" stroke-width="2"/><path d="M24 31q-9-2-11-14M40 31q9-2 11-14M18 42l-9-2-3 5M46 42l9-2 3 5M19 51l-8 3-1 6M45 51l8 3 1 6" fill="none" stroke="#e9cf8d" stroke-width="2.6" stroke-linecap="round" stroke-linejoin="round"/>`,
};

export const gradient = (id: string, from: string, to: string): string =>
  `<linearGradient id="${id}" x1="0" y1="0" x2="0" y2="1"><stop stop-color="${from}"/><stop offset="1" stop-color="${to}"/></linearGradient>`;

export const symbol = (id: string, drawing: string): string => `<symbol id="${id}" viewBox="0 0 64 64">${drawing}</symbol>`;

export const spriteOf = (gradients: string, all: Record<string, string>): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="0" height="0"><defs>${gradients}</defs>${Object.entries(all).map(([id, drawing]) => symbol(id, drawing)).join("")}</svg>`;

/* To be put into the page once. */
export const sprite = spriteOf(gradient("g-papyrus", "#faefcf", "#e8cf95"), drawings);
