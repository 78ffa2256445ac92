/* SPDX-License-Identifier: MIT
 * parts.tsx -- what hints and analyses share: numbers in words, bars, the marks of seats.
 */
import type { GameModule } from "../games";
import { has, say } from "../i18n";
import type { Choice, View } from "../types";

export { decimal } from "../i18n";

/* An action of a record in words: without the seat that may stand before it. */
export function actionName(game: GameModule, view: View, seat: number, text: string): string {
  const action = text.replace(/^\d\//, "");
  const cut = action.indexOf(":");
  const choice: Choice = { seat, action, verb: cut < 0 ? action : action.slice(0, cut), arg: cut < 0 ? "" : action.slice(cut + 1), key: "" };

  return game.label(choice, view);
}

export function botName(bot: string): string {
  return say(has(`lobby.bot.${bot}`) ? `lobby.bot.${bot}` : bot);
}

/* Length says what the number beside it says. */
export function Bar({ value }: { value: number }) {
  return (
    <svg class="share-bar" viewBox="0 0 100 10" preserveAspectRatio="none" aria-hidden="true" focusable="false">
      <rect class="share-room" width="100" height="10" />
      <rect class="share-of" width={Math.max(0, Math.min(100, value * 100))} height="10" />
    </svg>
  );
}

/* Each seat has a shape and a stroke of its own: colour is never all there is. */
const shapes = ["M0 -5 A5 5 0 1 1 0 5 A5 5 0 1 1 0 -5 Z", "M-4.5 -4.5 H4.5 V4.5 H-4.5 Z", "M0 -5.5 L5.2 4 H-5.2 Z", "M0 -6 L5.5 0 L0 6 L-5.5 0 Z", "M-5 -1.6 H-1.6 V-5 H1.6 V-1.6 H5 V1.6 H1.6 V5 H-1.6 V1.6 H-5 Z"];

export function Mark({ seat, x = 0, y = 0 }: { seat: number; x?: number; y?: number }) {
  return <path class={`mark seat-line-${seat}`} d={shapes[seat]} transform={`translate(${x} ${y})`} />;
}

export function MarkArt({ seat }: { seat: number }) {
  return <svg class="mark-art" viewBox="-14 -7 28 14" aria-hidden="true" focusable="false"><path class={`chance seat-line-${seat}`} d="M-14 0H14" /><Mark seat={seat} /></svg>;
}
