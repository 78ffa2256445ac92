/* SPDX-License-Identifier: MIT
 * text.ts -- the game in words: the spoken state, and typed commands. The commands are the
 * action strings of records and short forms of them; whether one is possible, the list of `legal` says.
 */
import type { GameText } from "../games";
import { digits, list, named, percent, signed, stop } from "../i18n";
import type { Cast, Choice } from "../types";
import { t } from "./say";
import type { RaState, RaView } from "./types";
import { bagCount, editionOf, joined, kindName, kinds } from "./words";

/* Everything that lies on the table, one thing a line. */
function stateLines(view: RaView, cast: Cast): string[] {
  const { state, insight } = view;
  const [a, b] = insight?.ra_chance ?? [state.bag.ra ?? 0, bagCount(state)];
  const lines = [
    t("ra.text.line", { epoch: state.epoch, ra: state.ra_tiles, n: state.ra_track, centre: state.centre_sun, bag: bagCount(state), percent: percent(a, b) }),
    trackLine(state, cast),
  ];

  if (state.auction)
    lines.push(auctionLine(state, cast));
  state.seats.forEach((seat, i) => {
    const player = cast.players[i] ?? "";
    const now = insight?.now[i]?.total ?? 0;
    lines.push(t("ra.text.seat", { player, score: t("points", { n: seat.score }), now: signed(now), ready: joined(seat.ready), spent: joined(seat.spent) }));
    const held = kinds.filter((kind) => seat.tiles[kind]).map((kind) => `${kindName(kind, editionOf(cast))} ${seat.tiles[kind]}`);
    lines.push(t("ra.text.tiles", { what: held.length ? list(held) : t("text.nothing") }));
    const worth = insight?.lot[i]?.[i];
    if (worth !== undefined && state.track.some((kind) => kind))
      lines.push(t("ra.text.lot", { player, n: signed(worth) }));
  });
  return lines;
}

function trackLine(state: RaState, cast: Cast): string {
  const lot = state.track.filter((kind): kind is string => kind !== null).map((kind) => kindName(kind, editionOf(cast)));
  return t("ra.text.track", { what: lot.length ? list(lot) : t("ra.table.empty") });
}

function auctionLine(state: RaState, cast: Cast): string {
  const { cause, ra_player, high } = state.auction!;
  return t("ra.text.auction", {
    what: t(cause === "invoke" ? "ra.auction.invoked" : "ra.auction.drawn", { player: cast.players[ra_player] ?? "" }),
    high: high ? `${digits(high.sun)} (${cast.players[high.seat]})` : t("text.nothing"),
  });
}

function legalLine(choices: Choice[]): string {
  return list(choices.map((c) => c.action.replace(":", " ")));
}

/* Our own words for kinds may be typed too, and any beginning that leaves no doubt. */
function kindTyped(word: string, edition: string, among: string[]): string | undefined {
  const fits = (test: (name: string) => boolean): string | undefined => {
    const found = among.filter((kind) => test(kind) || test(kind.replace("_", " ")) || test(kindName(kind, edition).toLowerCase()));
    return found.length === 1 ? found[0] : undefined;
  };
  return fits((name) => name === word) ?? fits((name) => name.startsWith(word));
}

/* As in the terminal: the first word that begins with what was typed counts. */
const verbs = [
  ["draw", "draw"], ["invoke", "invoke"], ["ra", "invoke"], ["pass", "pass"], ["bid", "bid"], ["take", "take"], ["god", "take"],
  ["end", "end"], ["done", "end"], ["x", "discard"], ["discard", "discard"], ["lose", "discard"],
] as const;

/* What was typed, as one of the choices; null when it is none of them. */
function choiceTyped(text: string, choices: Choice[], edition: string): Choice | null {
  const words = text.trim().toLowerCase().replaceAll(":", " ").split(/\s+/);
  const number = /^\d+$/.test(words[0] ?? "");
  const verb = number ? "bid" : verbs.find(([word]) => words[0] && word.startsWith(words[0]))?.[1];
  const rest = (number ? words : words.slice(1)).join(" ");
  const same = choices.filter((c) => c.verb === verb);

  if (!rest)
    return same.length === 1 && same[0]!.verb !== "bid" ? same[0]! : null;
  const arg = verb === "bid" ? rest : kindTyped(rest, edition, same.map((c) => c.arg));
  return same.find((c) => c.arg === arg) ?? null;
}

/* What a word that is no action is answered with; null for a word that is not known. */
function answerTo(word: string, view: RaView, cast: Cast): string[] | null {
  const { state, insight } = view;

  if (word === "score")
    return scoreLines(view, cast);
  if (word === "lot")
    return (insight?.lot ?? []).map((row, i) => t("ra.text.lot", { player: cast.players[i] ?? "", n: signed(row[i] ?? 0) }));
  if (word !== "odds" && word !== "bag")
    return null;
  const [a, b] = insight?.ra_chance ?? [state.bag.ra ?? 0, bagCount(state)];
  const left = kinds.filter((kind) => state.bag[kind]).map((kind) => `${kindName(kind, editionOf(cast))} ${state.bag[kind]}`);
  return [t("ra.odds.ra", { percent: percent(a, b) }), ...left];
}

/* What each would score if the epoch ended now, line by line. */
function scoreLines(view: RaView, cast: Cast): string[] {
  const names = ["gods", "pharaohs", "river", "gold", "civilisation", "monument_kinds", "monument_sets", "suns"] as const;

  return (view.insight?.now ?? []).map((now, i) => {
    const parts = names.filter((name) => now[name] !== 0).map((name) => `${t(`ra.category.${name}`)} ${signed(now[name])}`);
    return stop(named(cast.players[i] ?? "", list([...parts, `${t("ra.category.total")} ${signed(now.total)}`])));
  });
}

export const text: GameText = {
  lines: (view, cast) => stateLines(view as RaView, cast),
  legalLine,
  typed: (said, choices, view) => choiceTyped(said, choices, (view as RaView).state.options.edition),
  answer: (word, view, cast) => answerTo(word, view as RaView, cast),
  hint: () => t("ra.text.hint"),
};
