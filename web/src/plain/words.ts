/* SPDX-License-Identifier: MIT
 * words.ts -- actions and events of any game, by the words that records use for them.
 */
import { plainWord } from "../games";
import { list, named, stop } from "../i18n";
import type { Cast, Choice, GameEvent, Step, View } from "../types";
import { factsOf, spoken } from "./facts";
import { t } from "./say";

/* Of several seats that may act at once, the first one here. */
export function choicesOf(view: View): Choice[] {
  const seat = Object.keys(view.legal).map(Number).sort((a, b) => a - b)[0];

  return (seat === undefined ? [] : view.legal[String(seat)]!).map((action, i) => {
    const [verb = "", ...rest] = action.split(":");
    return { seat: seat!, action, verb, arg: rest.join(":"), key: i < 9 ? String(i + 1) : "" };
  });
}

export function prompt({ state }: View, players: string[], choices: Choice[]): string {
  if (state.phase === "over")
    return t("prompt.over");
  if (state.to_act === "chance")
    return t("plain.chance.acts");
  return choices[0] ? t("plain.choose", { player: players[choices[0].seat] ?? "" })
    : t("prompt.wait", { player: list(state.to_act.map((seat) => players[seat] ?? String(seat + 1))) });
}

/* "Anna: bid, count 2, detail nile" */
function eventLine({ event, seat, ...rest }: GameEvent, { players }: Cast): string {
  const who = seat == null ? undefined : players[seat];
  const more = Object.entries(rest).filter(([, value]) => value !== null && value !== 0).map(([name, value]) => `${plainWord(name)} ${plainWord(String(value))}`);

  const what = list([plainWord(event), ...more]);

  return stop(who === undefined ? what : named(who, what));
}

export function sentences(step: Step, cast: Cast): string[] {
  const who = step.seat === null ? t("plain.chance") : cast.players[step.seat] ?? "";

  return [stop(named(who, step.action ?? t("plain.hidden"))), ...step.events.map((event) => eventLine(event, cast))];
}

export function legalLine(choices: Choice[]): string {
  const shown = choices.slice(0, 24).map(({ action }) => action);

  return list(choices.length > shown.length ? [...shown, "…"] : shown);
}

export function lines(view: View, cast: Cast): string[] {
  return factsOf(view, cast.players).map((fact) => stop(spoken(fact)));
}

const bare = (text: string): string => text.trim().toLowerCase().replaceAll(":", " ").replace(/\s+/g, " ");

/* An action as it is written, or any beginning that leaves no doubt. */
export function typed(text: string, choices: Choice[]): Choice | null {
  const begun = choices.filter(({ action }) => bare(action).startsWith(bare(text)));

  return choices.find(({ action }) => bare(action) === bare(text)) ?? (begun.length === 1 ? begun[0]! : null);
}
