/* SPDX-License-Identifier: MIT
 * words.ts -- the things of Ra in words: kinds, events and actions. Which are possible, and what they
 * bring, the server says.
 */
import { digits, has, list, say, stop } from "../i18n";
import type { Cast, Choice, GameEvent, Step, View } from "../types";
import { t } from "./say";
import type { RaState, RaView } from "./types";

export const civilisations = ["astronomy", "agriculture", "writing", "religion", "art"];
export const monuments = ["fortress", "obelisk", "palace", "pyramid", "sphinx", "statue", "step_pyramid", "temple"];
export const disasters = ["funeral", "drought", "unrest", "earthquake"];
export const kinds = ["ra", "god", "pharaoh", "nile", "flood", "gold", ...civilisations, ...monuments, ...disasters];

/* How many tiles of each kind the box holds, for "3 of 5 left". */
export function inBox(kind: string): number {
  const counts: Record<string, number> = { ra: 30, god: 8, pharaoh: 25, nile: 25, flood: 12, unrest: 4, funeral: 2, drought: 2, earthquake: 2 };
  return counts[kind] ?? 5;
}

export function kindName(kind: string, edition: string): string {
  const special = `ra.kind.${kind}.${edition}`;
  return say(has(special) ? special : `ra.kind.${kind}`);
}

/* The name of a kind with the places where it may be divided; "" for one that needs none. */
export function tileName(kind: string): string {
  return has(`ra.tile.${kind}`) ? say(`ra.tile.${kind}`) : "";
}

export function aboutKind(kind: string, edition: string): string {
  if (civilisations.includes(kind))
    return `${stop(kindName(kind, edition))} ${t("ra.about.civilisation")}`;
  if (monuments.includes(kind))
    return `${stop(kindName(kind, edition))} ${t("ra.about.monument")}`;
  return say(`ra.about.${kind}`, { kind: kindName(kind, edition) });
}

export function editionOf(cast: Cast): string {
  return String(cast.options.edition);
}

const points = (n: number): string => say("points", { n });

export function sentence(e: GameEvent, cast: Cast, more: string[] = []): string {
  const n = typeof e.detail === "number" ? e.detail : 0;
  const named = typeof e.detail === "string" ? [e.detail, ...more] : [];
  const id = e.event === "epoch_ended" ? `ra.event.epoch_ended.${e.count ? "full" : "suns"}` : `ra.event.${e.event}`;
  const params: Record<string, string | number> = {
    player: e.seat == null ? "" : cast.players[e.seat] ?? String(e.seat),
    kind: list(named.map((kind) => kindName(kind, editionOf(cast)))),
    n,
    points: points(n),
  };

  if (usesCount.has(e.event))
    params.count = e.count ?? 0;
  return say(id, params);
}

const usesCount = new Set(["won", "disaster", "lost", "tally_gods", "tally_pharaohs", "tally_floods", "tally_river",
  "tally_gold", "tally_civilisation", "tally_monument_kinds", "tally_monument_sets", "tally_suns"]);

/* A step in sentences; tiles won together stand in one. The lines of a tally are left to the score sheet. */
export function sentences(step: Step, cast: Cast, tallies = false): string[] {
  const said: string[] = [];

  for (let i = 0; i < step.events.length; i++) {
    const e = step.events[i]!;
    if (!tallies && e.event.startsWith("tally_") && e.event !== "tally_total")
      continue;
    const more: string[] = [];
    while (e.event === "got_tile" && step.events[i + 1]?.event === "got_tile" && step.events[i + 1]?.seat === e.seat)
      more.push(String(step.events[++i]!.detail));
    said.push(sentence(e, cast, more));
  }
  return said;
}

/* What the seats at this screen may do, in the order shown, each with its key. */
export function choicesOf(view: View): Choice[] {
  const letters: Record<string, string> = { draw: "d", invoke: "r", pass: "p", end: "e" };
  const rank = ["draw", "invoke", "bid", "take", "discard", "pass", "end"];
  const all: Choice[] = [];

  for (const [seat, actions] of Object.entries(view.legal)) {
    for (const action of actions) {
      const [verb = "", arg = ""] = action.split(":");
      all.push({ seat: Number(seat), action, verb, arg, key: letters[verb] ?? "", also: verb === "invoke" ? "i" : undefined });
    }
  }
  all.sort((a, b) => a.seat - b.seat || rank.indexOf(a.verb) - rank.indexOf(b.verb) || argOrder(a) - argOrder(b));
  let next = 1;
  for (const choice of all) {
    if (!choice.key && next <= 9)
      choice.key = String(next++);
  }
  return all;
}

function argOrder(c: Choice): number {
  return c.verb === "bid" ? Number(c.arg) : kinds.indexOf(c.arg);
}

export function actionLabel(c: Choice, state: RaState): string {
  const { edition } = state.options;
  if (c.verb === "bid")
    return t("ra.action.bid", { n: c.arg });
  if (c.verb === "take" && !state.god_action)
    return t("ra.action.take.god", { kind: kindName(c.arg, edition) });
  return say(`ra.action.${c.verb}`, { kind: c.arg ? kindName(c.arg, edition) : "" });
}

export function prompt(view: RaView, players: string[], choices: Choice[]): string {
  const { state } = view;
  const name = (seat: number): string => players[seat] ?? String(seat + 1);

  if (state.phase === "over")
    return t("prompt.over");
  if (state.to_act === "chance")
    return t(state.phase === "deal" ? "ra.prompt.deal" : "ra.prompt.chance");
  const mine = choices[0];
  if (!mine)
    return t("prompt.wait", { player: list(state.to_act.map(name)) });
  const player = name(mine.seat);
  if (state.phase === "auction") {
    const forced = !choices.some((c) => c.verb === "pass");
    return t(forced ? "ra.prompt.auction.forced" : "ra.prompt.auction", { player });
  }
  if (state.phase === "discard")
    return t("ra.prompt.discard", { player, count: owed(state) });
  if (state.phase === "gods")
    return t("ra.prompt.gods", { player });
  return t(turnKey(new Set(choices.map((c) => c.verb))), { player });
}

/* The sentence that names what may be done on a turn, and nothing else: a full track takes no tile, an empty one no auction. */
function turnKey(verbs: Set<string>): Parameters<typeof t>[0] {
  if (!verbs.has("invoke"))
    return "ra.prompt.turn.draw";
  const key = verbs.has("draw") ? "ra.prompt.turn" : "ra.prompt.turn.full";
  return verbs.has("take") ? `${key}.gods` : key;
}

function owed(state: RaState): string {
  const { owed: debt } = state;
  const parts: string[] = [];
  if (debt?.unrest)
    parts.push(t("ra.owed.unrest", { count: debt.unrest }));
  if (debt?.earthquake)
    parts.push(t("ra.owed.earthquake", { count: debt.earthquake }));
  return list(parts);
}

/* The seats in the order they are asked in an auction: left of whoever called it first. */
export function bidOrder(state: RaState): number[] {
  const from = state.auction?.ra_player ?? state.on_turn ?? 0;
  return state.seats.map((_, i) => (from + 1 + i) % state.seats.length);
}

export function bagCount(state: RaState): number {
  return Object.values(state.bag).reduce((sum, n) => sum + n, 0);
}

export function joined(numbers: number[]): string {
  return numbers.length ? list(numbers.map(digits)) : t("text.nothing");
}
