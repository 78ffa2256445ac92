/* SPDX-License-Identifier: MIT
 * words.ts -- the things of Amun-Re in words: provinces, cards, events and actions.
 */
import { has, list, say, stop } from "../i18n";
import type { Cast, Choice, GameEvent, Step, View } from "../types";
import { decides } from "./decide";
import { t } from "./say";
import type { AmunState, AmunView, Cards } from "./types";

export const cardKinds = [
  "blockade", "overbid", "free_farmer", "builder", "correction", "eight_gold", "harvest", "power_bonus", "farmer_bonus", "egypt_bonus",
  "side_bonus", "bank_bonus",
];
/* From north to south, the west first. */
export const provinces = [
  "buto", "mendes", "damanhur", "avaris", "memphis", "amarna", "baharya", "abydos", "thebes", "dakhla", "sawu", "edfu", "abu", "kharga", "berenike",
];

export function provinceName(province: string): string {
  return say(`amun.province.${province}`);
}

export function cardName(kind: string | null): string {
  return kind === null ? t("amun.card.hidden") : say(`amun.card.${kind}`);
}

export function aboutCard(kind: string): string {
  return `${stop(cardName(kind))} ${say(`amun.card.${kind}.what`)}`;
}

/* A hand that is seen, card by card; one that is not has only its number. */
export function handKinds(cards: Cards): string[] {
  return cardKinds.flatMap((kind) => Array<string>(cards[kind] ?? 0).fill(kind));
}

export function handSize(cards: Cards): number {
  return cards.count ?? Object.values(cards).reduce((sum, n) => sum + n, 0);
}

export function items([cards, farmers, stones]: number[]): string {
  const parts = [["card", cards], ["farmer", farmers], ["stone", stones]] as const;
  return list(parts.filter(([, n]) => n).map(([what, n]) => say(`amun.item.${what}`, { count: n! })));
}

/* ---- events ---- */

const number = (e: GameEvent): number => (typeof e.detail === "number" ? e.detail : 0);

/* Which sentence, where one event has several. */
function sentenceId(e: GameEvent): string {
  const n = number(e);

  switch (e.event) {
    case "province_drawn":
      return e.count ? "province_drawn.gold" : "province_drawn";
    case "pyramid":
      return e.seat === 7 || e.seat === null ? "pyramid.nobody" : "pyramid";
    case "played":
      return e.province ? "played.province" : "played";
    case "took_card":
    case "drew":
      return e.detail === null ? `${e.event}.hidden` : e.event;
    case "offered":
      return `offered${n < 0 ? ".steal" : ""}${e.count ? ".correction" : ""}`;
    case "corrected":
      return n < 0 ? "corrected.down" : "corrected.up";
    case "score_side":
      return e.count ? "score_side.east" : "score_side.west";
    default:
      return e.event;
  }
}

const ranked = new Set(["reward_due", "score_gold"]);
const counted = new Set(["sold", "bought_cards", "cashed", "score_sets", "score_temples"]);
const priced = new Set(["farmer", "stone"]);

export function sentence(e: GameEvent, cast: Cast): string {
  const n = priced.has(e.event) ? e.count ?? 0 : e.event === "corrected" ? Math.abs(number(e)) : number(e);
  const named = e.event === "score_bonus" ? cardKinds[e.count ?? 0]! : typeof e.detail === "string" ? e.detail : "";
  const params: Record<string, string | number> = {
    player: e.seat == null ? "" : cast.players[e.seat] ?? "",
    province: e.province || has(`amun.province.${named}`) ? provinceName(e.province ?? named) : "",
    kind: has(`amun.card.${named}`) ? cardName(named) : "",
    n,
    points: say("points", { n }),
  };

  if (e.event === "province_drawn")
    params.n = e.count ?? 0;
  if (ranked.has(e.event))
    params.rank = e.count ?? 0;
  if (counted.has(e.event))
    params.count = e.count ?? 0;
  if (e.event === "reward")
    params.what = items([Math.floor(n / 100), Math.floor(n / 10) % 10, n % 10]);
  return say(`amun.event.${sentenceId(e)}`, params);
}

/* Lines that a sheet shows better; in the log only their sum stands. */
const inSheet = /^(harvested|further_income|score_)/;

export function sentences(step: Step, cast: Cast, all = false): string[] {
  return step.events.filter((e) => all || !inSheet.test(e.event)).map((e) => sentence(e, cast));
}

/* ---- actions ---- */

const letters: Record<string, string> = { end: "e" };
const rank = [
  "bid", "correct", "reward", "eight_gold", "harvest", "bonus", "buy", "free_farmer", "builder", "farmer", "stone", "offer", "sell", "end",
];

/* What one seat at this screen may do: of several that may act at once, the first. */
export function choicesOf(view: View): Choice[] {
  const seat = Object.keys(view.legal).map(Number).sort((a, b) => a - b)[0];
  if (seat === undefined)
    return [];
  const all = view.legal[String(seat)]!.map((action): Choice => {
    const cut = action.indexOf(":");
    const verb = cut < 0 ? action : action.slice(0, cut);
    return { seat, action, verb, arg: cut < 0 ? "" : action.slice(cut + 1), key: "" };
  });
  const order = new Map(all.map((c, i) => [c, i]));
  const keyed = !decides(view.state.phase);     /* no key acts past a dialogue */

  all.sort((a, b) => rank.indexOf(a.verb) - rank.indexOf(b.verb) || order.get(a)! - order.get(b)!);
  let next = 1;
  for (const choice of all) {
    choice.key = keyed ? letters[choice.verb] ?? "" : "";
    if (keyed && !choice.key && next <= 9 && !choice.action.includes("+b"))
      choice.key = String(next++);
  }
  return all;
}

export interface Bid {
  province: string;
  number: number;
  blockade: boolean;
  overbid: boolean;
}

export function bidOf(choice: Choice): Bid | null {
  const [place = "", ...cards] = choice.arg.split("+");
  const [province = "", n = ""] = place.split(":");
  return choice.verb === "bid" ? { province, number: Number(n), blockade: cards.includes("blockade"), overbid: cards.includes("overbid") } : null;
}

export function label(choice: Choice, view: View): string {
  const { verb, arg } = choice;
  const { turn, sacrifice } = (view as AmunView).state;
  const bid = bidOf(choice);

  if (bid) {
    const cards = [bid.blockade && t("amun.action.bid.blockade"), bid.overbid && t("amun.action.bid.overbid")].filter((card) => card !== false);
    return list([t("amun.action.bid", { n: bid.number, province: provinceName(bid.province) }), ...cards]);
  }
  const [what = "", extra] = arg.split("+");
  switch (verb) {
    case "sell":
      return t("amun.action.sell", { kind: cardName(arg) });
    case "bonus":
      return t("amun.action.bonus", { kind: cardName(arg) });
    case "buy":
      return t("amun.action.buy", { count: Number(arg), n: Number(arg) * (Number(arg) + 1) / 2 });
    case "farmer":
      return t("amun.action.farmer", { n: sacrifice ? 0 : (turn?.farmers ?? 0) + 1, province: provinceName(arg) });
    case "stone":
      return t("amun.action.stone", { n: sacrifice ? 0 : (turn?.stones ?? 0) + 1, province: provinceName(arg) });
    case "offer": {
      const offer = what === "steal" ? t("amun.action.steal") : t("amun.action.offer", { n: Number(what) });
      /* A plus is text of `offer:7+correction`. */
      return extra ? list([offer, t("amun.action.offer.correction")]) : offer;
    }
    case "correct":
      return t(arg.startsWith("-") ? "amun.action.correct.down" : "amun.action.correct.up");
    case "reward": {
      const three = arg.split(",").map(Number);
      return say("amun.action.reward", { what: items(three), n: three.reduce((a, b) => a + b, 0) || 0 }) || arg;
    }
    case "end":
      return t("amun.action.end");
    default:
      return say(`amun.action.${verb}`, { province: provinceName(arg) });
  }
}

/* ---- what is asked ---- */

export function offersMade(state: AmunState): number[] {
  return Object.entries(state.sacrifice?.offers ?? {})
    .filter(([, o]) => o.sealed || o.steal || o.gold !== undefined).map(([seat]) => Number(seat));
}

export function prompt(view: View, players: string[], choices: Choice[]): string {
  const { state } = view as AmunView;
  const name = (seat: number): string => players[seat] ?? String(seat + 1);
  const asked = choices[0]?.seat;

  if (state.phase === "over")
    return t("amun.prompt.over");
  if (state.to_act === "chance")
    return t(state.phase === "start" ? "amun.prompt.start" : state.phase === "provinces" ? "amun.prompt.provinces" : "amun.prompt.card");
  if (asked === undefined) {
    const waits = list(state.to_act.map(name));
    return state.phase === "offer"
      ? `${t("amun.prompt.offer.wait", { player: waits })} ${t("amun.web.sealed", { n: offersMade(state).length, all: players.length })}`
      : t("prompt.wait", { player: waits });
  }
  const player = name(asked);
  const { placing, rewards_due: due } = state.sacrifice ?? { placing: null, rewards_due: [] };
  switch (state.phase) {
    case "bid": {
      const on = state.markers[String(asked)]?.province;
      const stays = choices.some((choice) => bidOf(choice)?.province === on);
      return t(!on ? "amun.prompt.bid" : stays ? "amun.prompt.bid.again" : "amun.prompt.bid.overbid", { player });
    }
    case "reward":
      return placing ? t("amun.prompt.place", { player, what: items([placing.cards, placing.farmers, placing.stones]) })
        : t("amun.prompt.reward", { player, n: due.find((d) => d.seat === asked)?.items ?? 0 });
    default:
      return say(`amun.prompt.${state.phase}`, { player });
  }
}
