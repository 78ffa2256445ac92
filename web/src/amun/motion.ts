/* SPDX-License-Identifier: MIT
 * motion.ts -- what a step of Amun-Re moved slides there: markers, gold, cards, farmers, stones, the temple.
 */
import { fly, picture } from "../fly";
import type { GameEvent } from "../types";
import type { AmunView } from "./types";

const most = 10;    /* things on their way after one step */

function of(board: HTMLElement, selector: string): DOMRect {
  return board.querySelector(selector)?.getBoundingClientRect() ?? new DOMRect();
}

/* From where to where, as selectors, and what. */
function way(e: GameEvent, before: AmunView, view: AmunView): [string, string, string] | null {
  const purse = `[data-seat="${e.seat}"] .player-gold`;
  const land = `.prov[data-province="${e.province}"]`;
  const some = typeof e.detail === "number" && e.detail > 0;

  switch (e.event) {
    case "paid":
      return some ? ["a-gold", purse, land] : null;
    case "free_gold":
      return ["a-gold", land, purse];
    case "income":
    case "stole":
      return some ? ["a-gold", ".here .space", purse] : null;
    case "drew":
      return ["a-card", ".deck-pile", `[data-seat="${e.seat}"] .player-cards`];
    case "took_card":
      return ["a-card", land, `[data-seat="${e.seat}"] .player-cards`];
    case "farmer":
    case "stone":
      return [`a-${e.event}`, `[data-seat="${e.seat}"] .token`, land];
    case "temple":
      return before.state.temple === null ? null : ["a-amun", `[data-space="${before.state.temple}"]`, `[data-space="${view.state.temple}"]`];
    default:
      return null;
  }
}

export function move(board: HTMLElement, before: AmunView, view: AmunView): void {
  let sent = 0;

  for (const e of view.step?.events ?? []) {
    if (sent >= most)
      return;
    if (e.event === "bid") {
      const marker = board.querySelector(`[data-ladder="${e.province}"] .rung [data-token="${e.seat}"]`);
      if (marker)
        fly(marker, of(board, `[data-seat="${e.seat}"] .token`), marker.getBoundingClientRect(), 60 * sent++);
      continue;
    }
    const found = way(e, before, view);
    if (found)
      fly(picture(found[0]), of(board, found[1]), of(board, found[2]), 60 * sent++);
  }
}
