/* SPDX-License-Identifier: MIT
 * rove.ts -- one tab stop for the whole board; the arrow keys go to the nearest thing that way. A dialog that is open over it
 * has a stop of its own, since nothing behind it can be reached.
 */
import { useEffect } from "preact/hooks";
import type { RefObject } from "preact";

const keys: Record<string, [number, number]> = {
  ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1],
};

const every = (board: HTMLElement): HTMLElement[] => [...(board.querySelector("dialog[open]") ?? board).querySelectorAll<HTMLElement>("[data-rove]")];
const shown = (e: HTMLElement): boolean => e.getClientRects().length > 0;
const items = (board: HTMLElement): HTMLElement[] => every(board).filter(shown);

function stopAt(all: HTMLElement[], current: HTMLElement | undefined): void {
  for (const e of all) {
    const here = e === current ? "1" : "";
    if (e.getAttribute("data-here") !== here) {
      e.tabIndex = here ? 0 : -1;
      e.setAttribute("data-here", here);
    }
  }
}

/* Whether a thing is shown makes the browser lay out the page, so the stop there was is taken for shown unless `sure`. */
function keepStop(board: HTMLElement, sure: boolean): void {
  const all = every(board);

  stopAt(all, all.find((e) => e === document.activeElement) ?? all.find((e) => e.getAttribute("data-here") === "1" && (!sure || shown(e))) ?? all.find(shown));
}

function centre(e: HTMLElement): [number, number] {
  const r = e.getBoundingClientRect();
  return [r.left + r.width / 2, r.top + r.height / 2];
}

/* What lies sideways counts three times: the nearest in line comes before the nearest at all. A neighbour that hangs a little
 * lower, by the length of its name, is neither above nor below. */
function nearest(all: HTMLElement[], from: HTMLElement, [dx, dy]: [number, number]): HTMLElement | null {
  const [x, y] = centre(from);
  const least = dy !== 0 ? from.offsetHeight / 2 : 4;
  let best: HTMLElement | null = null;
  let bestWay = Infinity;

  for (const e of all) {
    const [ex, ey] = centre(e);
    const along = (ex - x) * dx + (ey - y) * dy;
    const aside = Math.abs((ex - x) * dy) + Math.abs((ey - y) * dx);
    const way = along + 3 * aside;
    if (e !== from && along > least && way < bestWay && (dy !== 0 || aside < from.offsetHeight / 2)) {
      best = e;
      bestWay = way;
    }
  }
  return best;
}

export function useRoving(ref: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const board = ref.current;
    if (!board)
      return;
    keepStop(board, false);
    /* Not in the frame that paints, which is long enough. */
    const timer = window.setTimeout(() => keepStop(board, true));
    return () => window.clearTimeout(timer);
  });
  useEffect(() => {
    const board = ref.current;
    if (!board)
      return;
    const go = (e: HTMLElement): void => {
      stopAt(every(board), e);
      e.focus();
    };
    const press = (event: KeyboardEvent): void => {
      const from = document.activeElement as HTMLElement | null;
      const all = items(board);
      if (!from || !all.includes(from) || event.ctrlKey || event.metaKey || event.altKey)
        return;
      const way = keys[event.key];
      const to = way ? nearest(all, from, way) : event.key === "Home" ? all[0] : event.key === "End" ? all[all.length - 1] : null;
      if (to || way)
        event.preventDefault();
      if (to)
        go(to);
    };
    board.addEventListener("keydown", press);
    return () => board.removeEventListener("keydown", press);
  }, []);
}
