/* SPDX-License-Identifier: MIT
 * valley.tsx -- the valley of the Nile from above, drawn. It has the sea, the river with its green banks, the deserts, and fifteen
 * provinces with borders of their own. It is stretched behind the places of map.tsx, which have the same columns and rows.
 */
import { useMemo } from "preact/hooks";
import { groundOf } from "./ground";
import type { AmunScene } from "./types";

const wide = 1000;
const high = 760;

/* Row and column of each province; the columns 0 and 1 lie west of the river, 3 and 4 east of it. */
export const places: Record<string, [row: number, column: number]> = {
  damanhur: [0, 0], buto: [0, 1], mendes: [0, 3], avaris: [0, 4], baharya: [1, 0], memphis: [1, 1], amarna: [1, 3],
  dakhla: [2, 0], abydos: [2, 1], thebes: [2, 3], sawu: [2, 4], kharga: [3, 0], edfu: [3, 1], abu: [3, 3], berenike: [3, 4],
};

type Point = readonly [x: number, y: number];

/* Where borders meet, from north to south: no line of a valley is straight. */
const corners: Point[][] = [
  [[6, 24], [222, 14], [418, 30], [566, 26], [770, 16], [992, 30]],
  [[14, 196], [206, 182], [452, 200], [566, 186], [794, 200], [986, 178]],
  [[4, 372], [232, 388], [420, 372], [534, 386], [768, 372], [944, 392]],
  [[16, 578], [210, 562], [456, 580], [574, 564], [796, 582], [984, 562]],
  [[8, 750], [226, 742], [430, 752], [546, 744], [772, 750], [990, 744]],
];

/* A number between -1 and 1 that belongs to a border, so that both neighbours draw the same line. */
function bend([ax, ay]: Point, [bx, by]: Point, turn: number): number {
  const mixed = Math.sin((ax + bx) * 12.9898 + (ay + by) * 78.233 + turn * 37.719) * 43758.5453;

  return (mixed - Math.floor(mixed)) * 2 - 1;
}

/* From a to b, a point that is already drawn to one that is not. */
function border(a: Point, b: Point): string {
  const forth = a[0] + a[1] * 2 < b[0] + b[1] * 2;
  const [from, to] = forth ? [a, b] : [b, a];
  const [dx, dy] = [to[0] - from[0], to[1] - from[1]];
  const on = (share: number, turn: number): string => {
    const aside = bend(from, to, turn) * 0.09;
    return `${Math.round(from[0] + dx * share - dy * aside)} ${Math.round(from[1] + dy * share + dx * aside)}`;
  };
  const between = [on(0.33, 1), on(0.67, 2)];

  return `C${(forth ? between : between.reverse()).join(" ")} ${b[0]} ${b[1]}`;
}

function around(points: Point[]): string {
  return `M${points[0]!.join(" ")}${points.map((point, i) => border(point, points[(i + 1) % points.length]!)).join("")}z`;
}

const shapes = Object.fromEntries(Object.entries(places).map(([province, [row, column]]) => [
  province, around([corners[row]![column]!, corners[row]![column + 1]!, corners[row + 1]![column + 1]!, corners[row + 1]![column]!]),
]));

const bank = (column: number): Point[] => corners.map((row) => row[column]!);
const down = (points: Point[]): string => points.slice(1).map((point, i) => border(points[i]!, point)).join("");
const [west, east] = [bank(2), bank(3).reverse()];
const river = `M380 0L${west[0]!.join(" ")}${down(west)}L436 ${high}L552 ${high}L${east[0]!.join(" ")}${down(east)}L640 0z`;
const coast = `M0 0H${wide}V34Q930 14 860 30T720 20Q650 34 572 22L424 26Q350 12 280 22T120 18Q60 32 0 22z`;
const redSea = `M${wide} 176Q958 214 974 262T936 352Q940 380 968 398L${wide} 470z`;
const arms = "M440 166C404 128 330 120 296 24M432 104C398 80 366 66 352 26M428 128C330 118 262 112 214 24M566 156C602 112 676 112 700 22M572 98C606 76 636 60 642 26M570 130C664 112 742 108 776 22";

const dune = (x: number, y: number, w: number): string => `M${x} ${y}q${w / 4} -${w / 9} ${w / 2} 0t${w / 2} 0`;
const dunes = [[40, 120, 70], [120, 290, 80], [110, 494, 70], [150, 532, 60], [130, 716, 70], [850, 120, 80], [880, 540, 70], [890, 672, 60], [900, 716, 60]]
  .map(([x, y, w]) => dune(x!, y!, w!)).join("");
const peaks = [[800, 262], [826, 246], [852, 268], [812, 318], [842, 332], [872, 316]].map(([x, y]) => `M${x! - 15} ${y}l15 -26 15 26`).join("");

export function Valley({ scene }: { scene: AmunScene }) {
  const { state } = scene.view;
  const dressed = (province: string): string => {
    const here = state.provinces[province];
    const owner = here?.owner ?? null;
    const { side, bank: green } = groundOf(state, province);

    return `land-of ${green ? `green-${side}` : "sand"} ${here ? "" : "asleep"} ${owner === null ? "" : `owned s${owner}`} ${state.offered.includes(province) ? "on-offer" : ""}`;
  };

  const dresses = Object.keys(shapes).map(dressed);

  /* Most steps leave the ground as it is. */
  return useMemo(() => <Drawn dresses={dresses} />, [dresses.join()]);
}

function Drawn({ dresses }: { dresses: string[] }) {
  return (
    <svg class="valley" viewBox={`0 0 ${wide} ${high}`} preserveAspectRatio="none" aria-hidden="true" focusable="false">
      <defs>
        <linearGradient id="a-water" x1="0" y1="0" x2="0" y2="1"><stop class="river-a" /><stop class="river-b" offset="1" /></linearGradient>
        <linearGradient id="a-west" gradientUnits="userSpaceOnUse" x1="250" y1="0" x2="440" y2="0"><stop class="sand-stop" /><stop class="field-stop" offset=".75" /></linearGradient>
        <linearGradient id="a-east" gradientUnits="userSpaceOnUse" x1="750" y1="0" x2="560" y2="0"><stop class="sand-stop" /><stop class="field-stop" offset=".75" /></linearGradient>
      </defs>
      <rect class="desert" width={wide} height={high} />
      <path class="dunes" d={dunes} /><path class="peaks" d={peaks} />
      <path class="water" d={coast} /><path class="water" d={redSea} /><path class="water" d={river} />
      {Object.values(shapes).map((shape, i) => <path key={shape} class={dresses[i]} d={shape} />)}
      <path class="arms" d={arms} />
      <path class="dunes" d={dunes} />
      <path class="ripple" d="M492 90q10 26 0 54M512 190q-10 30 0 56M488 300q10 30 0 60M508 420q-10 26 2 54M500 530q10 32 0 60M512 640q-8 28 0 52M60 10q16-6 32 0M300 8q16-6 32 0M860 10q16-6 32 0M978 250q8 12 0 26M966 330q8 12 0 26" />
      <g class="boatlet"><path d="M478 360q20 11 44 0-3 13-13 15h-18q-10-2-13-15z" /><path d="M502 318v40M500 322q-20 16-19 30h19z" /></g>
      <g class="boatlet"><path d="M478 736q20 11 44 0-3 13-13 15h-18q-10-2-13-15z" /><path d="M502 694v40M504 698q20 16 19 30h-19z" /></g>
    </svg>
  );
}
