/* SPDX-License-Identifier: MIT
 * drawings.ts -- the drawings of those who sit at a table, which games use too. They are on the page once this is loaded.
 */
import { clay, gold, gradient, ink, lapis, line, site, spriteOf, square, stone, thin } from "./art";
import { addDrawings } from "./ui";

export const drawings = {
  pharaoh: square("url(#g-pharaoh)", gold) +
    `<path d="M32 8C19 8 15 18 14.5 29L10 50.5l13.5 4L26 44h12l2.5 10.5 13.5-4L49.5 29C49 18 45 8 32 8z" fill="${gold}" ${line}/>` +
    `<path d="M15.5 24l6.5 2M14.3 31l7.5 2M13 37.5l9.2 2M11.8 44l11.8 2.5M48.5 24l-6.5 2M49.7 31l-7.5 2M51 37.5l-9.2 2M52.2 44l-11.8 2.5M20 15l5 4M44 15l-5 4" fill="none" stroke="${lapis}" stroke-width="3"/>` +
    `<path d="M23 24q0-9 9-9t9 9v10q0 10-9 11-9-1-9-11z" fill="#d59a5c" ${line}/>` +
    `<path d="M22.5 24q9.5-6.5 19 0" fill="none" stroke="${ink}" stroke-width="3.6"/><path d="M22.5 24q9.5-6.5 19 0" fill="none" stroke="${gold}" stroke-width="2"/>` +
    `<path d="M25.5 29.5q2.5-2 5 0M33.5 29.5q2.5-2 5 0M25 26.8h5.5M33.5 26.8H39M29.5 39q2.5 1.5 5 0M32 30v5.5" ${thin}/>` +
    `<path d="M29.8 44.5h4.4l-.7 12h-3z" fill="${lapis}" ${line}/><path d="M32 20c-3-2-3-6 0-8.5 3 2.5 3 6.5 0 8.5z" fill="${clay}" ${line}/>`,

  sphinx: site("url(#g-dusk)") +
    `<path d="M8 50v-5h20v-9q3-4 10-4 14 0 17 9v9z" fill="${stone}" ${line}/><path d="M44 50q-1-9 7-11" ${thin}/><path d="M55 46q5 0 4-7" fill="none" ${line}/>` +
    `<path d="M23 10q-9 0-9.5 9L12 33l6 1v3h10v-3l5-1-1.5-14Q31 10 23 10z" fill="${gold}" ${line}/><path d="M17.5 20q0-6 5.5-6t5.5 6v7q-1 6-5.5 6t-5.5-6z" fill="#d59a5c" ${line}/>` +
    `<path d="M20 22.5h2M24.5 22.5h2M21.5 29h3M13.5 27l3 .6M13 31l3.5.6M32 27l-3 .6" ${thin}/><path d="M12 45v5M17 45v5" ${thin}/>`,

  spent: `<circle cx="32" cy="32" r="25" fill="url(#g-spent)" stroke="#37312a" stroke-width="1.6"/>` +
  `<circle cx="32" cy="32" r="20.5" fill="none" stroke="#b9b0a0" stroke-width="1" stroke-dasharray="4 3"/><path d="M15 49L49 15" stroke="#37312a" stroke-width="1.6" opacity=".7"/>`,
};

addDrawings(spriteOf(
  gradient("g-pharaoh", "#3568ad", "#17376c") + gradient("g-dusk", "#f5c694", "#e9917a") +
  `<radialGradient id="g-spent" cx=".4" cy=".35" r=".8"><stop stop-color="#8d8578"/><stop offset="1" stop-color="#5d564d"/></radialGradient>`,
  drawings,
));
