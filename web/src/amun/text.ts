/* SPDX-License-Identifier: MIT
 * text.ts -- Amun-Re in words: the spoken state, and typed commands.
 */
import type { GameText } from "../games";
import { list, named, say, signed, stop } from "../i18n";
import type { Cast, Choice, View } from "../types";
import { groundOf } from "./ground";
import { t } from "./say";
import type { AmunState, AmunView } from "./types";
import { cardName, handKinds, handSize, label, provinceName, provinces } from "./words";

function lines(view: View, cast: Cast): string[] {
  const { state, insight } = view as AmunView;
  const name = (seat: number | null): string => (seat === null ? t("amun.word.nobody") : cast.players[seat] ?? "");
  const said = [
    stop(list([t("amun.round", { n: state.round }), named(t(state.round > 3 ? "amun.kingdom.new" : "amun.kingdom.old"), say(`amun.phase.${state.phase}`))])),
    stop(named(t("amun.word.temple"), state.temple === null ? t("amun.word.temple.none") : t("amun.web.space", { n: state.temple })),
      named(t("amun.word.pharaoh"), name(state.starting)), named(t("amun.word.deck"), state.deck.count), named(t("amun.word.discard"), handSize(state.discard))),
  ];

  for (const province of provinces)
    said.push(...provinceLine(state, province, name));
  state.seats.forEach((seat, i) => {
    const own = handKinds(seat.cards);
    const hand = own.length ? list(own.map(cardName)) : String(handSize(seat.cards));
    const now = insight?.now[i]?.total;
    const worth = now === undefined ? "" : ` (${t("amun.web.now", { n: signed(now) })})`;
    said.push(stop(list([named(name(i), t("points", { n: seat.score })) + worth, say("amun.item.gold", { count: seat.gold })]), named(t("amun.word.hand"), hand)));
  });
  return said;
}

function provinceLine(state: AmunState, province: string, name: (seat: number | null) => string): string[] {
  const here = state.provinces[province];
  if (!here)
    return [];
  const ground = groundOf(state, province);
  const on = Object.entries(state.markers).filter(([, m]) => m.province === province)
    .map(([seat, m]) => `${name(Number(seat))} ${m.number}`);
  const lie = [
    here.farmers || ground.farms ? `${t("amun.word.farmers")} ${here.farmers + ground.printed_farmers} / ${ground.farms + ground.printed_farmers}` : "",
    here.free_farmers ? `${t("amun.word.free_farmers")} ${here.free_farmers}` : "",
    here.pyramids ? `${t("amun.word.pyramids")} ${here.pyramids}` : "",
    here.stones ? `${t("amun.word.stones")} ${here.stones}` : "",
    here.gold ? say("amun.item.gold", { count: here.gold }) : "",
    here.cards.length ? say("amun.item.card", { count: here.cards.length }) : "",
    on.length ? named(t("amun.word.marker"), list(on)) : "",
  ].filter(Boolean);
  const whose = state.offered.includes(province) ? t("amun.web.onoffer") : name(here.owner);
  return [stop(named(provinceName(province), list([whose, ...lie])))];
}

function legalLine(choices: Choice[]): string {
  const shown = choices.slice(0, 24).map((c) => c.action.replaceAll(":", " "));
  return list(choices.length > shown.length ? [...shown, "…"] : shown);
}

/* The words of an action in any shortened form that leaves no doubt: "b abu 3", "s build", "e", "o 7". */
function typed(text: string, choices: Choice[], view: View): Choice | null {
  const words = text.trim().toLowerCase().replaceAll(":", " ").split(/\s+/);
  const exact = choices.find((c) => c.action.replaceAll(":", " ") === words.join(" "));
  if (exact)
    return exact;
  const fits = (test: (of: string[]) => boolean): Choice[] => choices.filter((c) => test(c.action.split(":")));
  const begins = fits((of) => of.length === words.length && of.every((word, i) => begin(word, words[i]!)));
  if (begins.length === 1)
    return begins[0]!;
  const same = choices.filter((c) => label(c, view).toLowerCase() === text.trim().toLowerCase());
  return same.length === 1 ? same[0]! : null;
}

/* A number must be whole; "+blockade" may be "+b". */
function begin(word: string, typedWord: string): boolean {
  if (/^\d/.test(word)) {
    const [n, ...cards] = word.split("+");
    const [m, ...more] = typedWord.split("+");
    return n === m && cards.length === more.length && cards.every((card, i) => card.startsWith(more[i]!));
  }
  const name = [word, provinceName(word).toLowerCase(), cardName(word).toLowerCase()];
  return typedWord !== "" && name.some((one) => one.startsWith(typedWord));
}

function answer(word: string, view: View, cast: Cast): string[] | null {
  const { state, insight } = view as AmunView;

  if (word === "score")
    return (insight?.now ?? []).map((now, i) => stop(named(cast.players[i] ?? "", list((["pyramids", "sets", "sides", "temples", "total"] as const)
      .map((line) => `${t(`amun.category.${line}`)} ${now[line]}`)))));
  if (word === "income")
    return (insight?.income ?? []).map((row, i) => named(cast.players[i] ?? "", t("amun.web.incomes", { what: row.join(" / ") })));
  if (word === "cards" || word === "hand")
    return state.seats.flatMap((seat) => handKinds(seat.cards)).map((kind) => named(cardName(kind), say(`amun.card.${kind}.what`)));
  const found = provinces.filter((p) => word.length > 2 && (p.startsWith(word) || provinceName(p).toLowerCase().startsWith(word)));
  return found.length === 1 ? aboutProvince(state, found[0]!) : null;
}

/* Everything that is printed there. */
function aboutProvince(state: AmunState, province: string): string[] {
  const g = groundOf(state, province);
  const free = [
    g.free.gold ? say("amun.item.gold", { count: g.free.gold }) : "",
    g.free.cards ? say("amun.item.card", { count: g.free.cards }) : "",
    g.free.stones ? say("amun.item.stone", { count: g.free.stones }) : "",
  ].filter(Boolean);
  return [
    stop(named(provinceName(province), list([t(`amun.side.${g.side}`), t(`amun.egypt.${g.egypt}`), t(g.bank ? "amun.bank.yes" : "amun.bank.no")]))),
    stop(named(t("amun.word.farms"), g.farms), ...g.printed_farmers ? [named(t("amun.word.printed_farmers"), g.printed_farmers)] : [], named(t("amun.word.limit"), g.limit)),
    g.temples ? stop(named(t("amun.word.temples"), g.temples)) : "",
    g.income_always ? stop(named(t("amun.word.income_always"), g.income_always)) : "",
    g.income_camel ? stop(named(t("amun.word.income_camel"), g.income_camel)) : "",
    free.length ? stop(named(t("amun.word.free"), list(free))) : "",
  ].filter(Boolean);
}

export const text: GameText = { lines, legalLine, typed, answer, hint: () => t("amun.web.hint") };
