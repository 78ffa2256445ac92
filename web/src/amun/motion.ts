/* SPDX-License-Identifier: MIT
 * motion.ts -- what a step of Amun-Re moved slides there: markers, gold, cards, farmers, stones, the temple.
 */
import { picture, type Flight } from "../fly";
import type { GameEvent } from "../types";
import type { AmunView } from "./types";

const most = 10;    /* things on their way after one step */

function of(board: HTMLElement, selector: string): DOMRect {
  return board.querySelector(selector)?.getBoundingClientRect() ?? new DOMRect();
}

/* What, and from where to where, as selectors. Nothing comes from a place that is not there. */
function way(e: GameEvent, before: AmunView, view: AmunView): [string, string, string] | null {
  const purse = `[data-seat="${e.seat}"] .player-gold`;
  const land = `.prov[data-province="${e.province ?? e.detail}"]`;
  const some = Number(e.detail) > 0;

  switch (e.event) {
    case "paid":
      return some ? ["a-gold", purse, land] : null;
    case "free_gold":
    case "eight_gold":
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
      return ["a-amun", `[data-space="${before.state.temple}"]`, `[data-space="${view.state.temple}"]`];
    default:
      return null;
  }
}

export function moved(board: HTMLElement, before: AmunView, view: AmunView): Flight[] {
  const flights: Flight[] = [];

  for (const e of view.step?.events ?? []) {
    const delay = 60 * flights.length;

    if (flights.length >= most)
      break;
    if (e.event === "bid") {
      const marker = board.querySelector(`[data-ladder="${e.province}"] .rung [data-token="${e.seat}"]`);
      if (marker)
        flights.push({ picture: marker, from: of(board, `[data-seat="${e.seat}"] .token`), to: marker.getBoundingClientRect(), delay });
      continue;
    }
    const found = way(e, before, view);
    if (found)
      flights.push({ picture: picture(found[0]), from: of(board, found[1]), to: of(board, found[2]), delay });
  }
  return flights;
}
