/* SPDX-License-Identifier: MIT
 * rules.ts -- which passages of the rules of Amun-Re a thing on the page leads to, and the drawings beside them.
 */
import type { GameRules } from "../learn/types";
import type { GameEvent, Step } from "../types";
import { named, say, stop } from "../i18n";
import type { t as speaker } from "./say";

/* In the order of the chapter on the cards. */
const cards: Record<string, string> = {
  blockade: "AR-CARD-01", overbid: "AR-CARD-02", free_farmer: "AR-CARD-03", builder: "AR-CARD-04", correction: "AR-CARD-05", eight_gold: "AR-CARD-06", harvest: "AR-CARD-07",
  power_bonus: "AR-CARD-08", farmer_bonus: "AR-CARD-09", egypt_bonus: "AR-CARD-10", side_bonus: "AR-CARD-11", bank_bonus: "AR-CARD-12",
};

const marks: Record<string, readonly string[]> = {
  pyramids: ["AR-SCORE-01", "AR-STONE-02"], sets: ["AR-SCORE-02"], sides: ["AR-SCORE-03"], temples: ["AR-SCORE-04"], bonuses: ["AR-SCORE-05"], gold: ["AR-SCORE-06"],
  total: ["AR-SCORE-01", "AR-KING-01"], harvest: ["AR-INC-01"], further: ["AR-INC-02", "AR-INC-03"], reward: ["AR-REW-01", "AR-REW-02"], discard: ["AR-POW-04"], free: ["AR-PROV-02", "AR-BID-12"],
  sacrifice: ["AR-SAC-03", "AR-SAC-04", "AR-REW-02"], income: ["AR-INC-01", "AR-INC-02", "AR-INC-03"], price: ["AR-ACT-02"], limit: ["AR-POW-01"], bid: ["AR-BID-03", "AR-BID-05"],
  ...Object.fromEntries(Object.entries(cards).map(([kind, mark]) => [`card.${kind}`, [mark]])),
};

const events: Record<string, readonly string[]> = {
  starts: ["AR-SETUP-07"], round_began: ["AR-FLOW-01", "AR-FLOW-02"], province_drawn: ["AR-PROV-01"], free_card: ["AR-PROV-02", "AR-PROV-03"], free_stone: ["AR-PROV-02", "AR-PROV-04"],
  pyramid: ["AR-STONE-02"], reshuffled: ["AR-POW-04"], bid: ["AR-BID-05", "AR-BID-06"], paid: ["AR-BID-11"], free_gold: ["AR-BID-12"], took_card: ["AR-BID-12"], sold: ["AR-SELL-01"],
  bought_cards: ["AR-POW-01", "AR-ACT-02"], drew: ["AR-POW-03"], farmer: ["AR-FARM-01", "AR-ACT-02"], stone: ["AR-STONE-01", "AR-ACT-02"], turn_ended: ["AR-ACT-01"], sealed: ["AR-SAC-01"],
  offered: ["AR-SAC-01"], corrected: ["AR-SAC-03", "AR-CARD-05"], total: ["AR-SAC-03"], temple: ["AR-SAC-04"], reward_due: ["AR-REW-01", "AR-REW-02"], reward: ["AR-REW-02", "AR-REW-05"],
  stole: ["AR-SAC-06", "AR-REW-03"], starting: ["AR-REW-07"], harvested: ["AR-INC-01"], further_income: ["AR-INC-02", "AR-INC-03"], eight_gold: ["AR-CARD-06"], income: ["AR-INC-01"],
  score_pyramids: ["AR-SCORE-01"], score_sets: ["AR-SCORE-02"], score_side: ["AR-SCORE-03"], score_temples: ["AR-SCORE-04"], score_bonus: ["AR-SCORE-05"], cashed: ["AR-SELL-01"],
  score_gold: ["AR-SCORE-06"], kingdom_ended: ["AR-KING-01", "AR-KING-02"], game_over: ["AR-END-01", "AR-END-02"],
};

function ofEvent(e: GameEvent): readonly string[] {
  const card = e.event === "played" ? cards[String(e.detail)] : undefined;

  return card ? [card] : events[e.event] ?? [];
}

/* What it needs of the game comes with the call: the game is a file of its own, fetched before. */
export function rulesOf({ t, cardKinds }: { t: typeof speaker; cardKinds: readonly string[] }): GameRules {
  const legend: GameRules["legend"] = [
    ["a-pyramid", () => stop(named(t("amun.word.pyramids"), t("amun.category.pyramids.rule"))), ["AR-SCORE-01"]],
    ["a-stone", () => stop(t("amun.word.stones")), ["AR-STONE-02"]],
    ["a-farmer", () => stop(t("amun.word.farmers")), ["AR-INC-01"]],
    ["a-farm", () => stop(t("amun.word.farms")), ["AR-FARM-01"]],
    ["a-limit", () => stop(t("amun.word.limit")), ["AR-POW-01"]],
    ["a-temple", () => stop(named(t("amun.word.temples"), t("amun.category.temples.rule"))), ["AR-SCORE-04"]],
    ["a-gold", () => stop(t("amun.word.income_always")), ["AR-INC-02"]],
    ["a-camel", () => stop(t("amun.word.income_camel")), ["AR-INC-03"]],
    ["a-pharaoh", () => stop(t("amun.word.pharaoh")), ["AR-REW-07"]],
    ["a-amun", () => stop(t("amun.word.temple")), ["AR-SAC-04"]],
    ["a-card", () => stop(t("amun.word.hand")), ["AR-POW-01"]],
    ...cardKinds.map((kind) => [`a-card-${kind}`, () => `${stop(say(`amun.card.${kind}`))} ${say(`amun.card.${kind}.what`)}`, cards[kind] ? [cards[kind]] : []] as const),
  ];

  return {
    marks: { ...marks, ...Object.fromEntries(legend.map(([art, , of]) => [art, of])) },
    pictures: {
      "AR-STONE-01": ["a-stone"], "AR-STONE-02": ["a-stone", "a-stone", "a-stone", "a-pyramid"], "AR-FARM-01": ["a-farmer", "a-farm"], "AR-INC-01": ["a-farmer", "a-gold"], "AR-INC-02": ["a-gold"],
      "AR-INC-03": ["a-camel"], "AR-SCORE-01": ["a-pyramid"], "AR-SCORE-04": ["a-temple"], "AR-SCORE-06": ["a-gold"], "AR-SAC-04": ["a-amun"], "AR-REW-07": ["a-pharaoh"], "AR-POW-01": ["a-limit"],
      "AR-SETUP-07": ["a-pharaoh"], ...Object.fromEntries(Object.entries(cards).map(([kind, mark]) => [mark, [`a-card-${kind}`]])),
    },
    ofStep: (step: Step) => [...new Set(step.events.flatMap(ofEvent))],
    legend,
  };
}
