/* SPDX-License-Identifier: MIT
 * index.tsx -- what Amun-Re brings to the page.
 */
import type { GameModule } from "../games";
import { say } from "../i18n";
import { Later } from "../later";
import { Ruled } from "../learn";
import type { Step, View } from "../types";
import { Art } from "../ui";
import { sprite } from "./art";
import { Board } from "./board";
import { openPlan, phrases } from "./build";
import { t } from "./say";
import { cutscenes } from "./scenes";
import { sheetList } from "./sheet";
import { sheetsOf } from "./sheets";
import type { AmunState, AmunView } from "./types";
import { cardKinds, choicesOf, label, prompt, sentences } from "./words";

/* The signs of the map and of the players. */
const legend = [
  ["a-farm", "amun.word.farms"], ["a-limit", "amun.word.limit"], ["a-temple", "amun.word.temples"], ["a-gold", "amun.word.income_always"], ["a-camel", "amun.word.income_camel"],
  ["a-farmer", "amun.word.farmers"], ["a-stone", "amun.word.stones"], ["a-pyramid", "amun.word.pyramids"], ["a-card", "amun.word.hand"], ["a-pharaoh", "amun.word.pharaoh"], ["a-amun", "amun.word.temple"],
] as const;

function Sign({ art, what }: { art: string; what: string }) {
  return <Ruled game="amun_re" about={art} title={what} label={t("rule.of", { what })} class="sign" alone><Art name={art} /></Ruled>;
}

function Help() {
  const rules = [1, 2, 3, 4, 5, 6] as const;
  const scoring = ["pyramids", "sets", "sides", "temples", "bonuses", "gold"] as const;

  return (
    <>
      <h3>{t("help.rules")}</h3>
      {rules.map((n) => <p key={n}>{t(`amun.web.rules.${n}`)}</p>)}
      <h3>{t("help.scoring")}</h3>
      <dl class="help-scoring">
        {scoring.map((line) => <div key={line}><dt><Ruled game="amun_re" about={line} title={t(`amun.category.${line}`)} alone>{t(`amun.category.${line}`)}</Ruled></dt><dd>{t(`amun.category.${line}.rule`)}</dd></div>)}
      </dl>
      <h3>{t("amun.web.legend")}</h3>
      <ul class="help-tiles" data-legend>
        {legend.map(([art, id]) => <li key={art}><Sign art={art} what={t(id)} /><span>{t(id)}</span></li>)}
      </ul>
      <h3>{t("amun.word.hand")}</h3>
      <ul class="help-tiles">
        {cardKinds.map((kind) => <li key={kind}><Sign art={`a-card-${kind}`} what={say(`amun.card.${kind}`)} /><span><strong>{say(`amun.card.${kind}`)}.</strong> {say(`amun.card.${kind}.what`)}</span></li>)}
      </ul>
    </>
  );
}

function has(step: Step, ...events: string[]): boolean {
  return step.events.some((e) => events.includes(e.event));
}

/* How long a step stays on show before the next one. */
function dwell(step: Step): number {
  if (has(step, "total", "score_pyramids", "kingdom_ended"))
    return 1500;
  if (has(step, "income", "corrected", "reward"))
    return 900;
  const verb = step.action?.split(":")[0];
  if (verb === "card" || verb === "start")
    return 80;
  return verb === "province" ? 300 : verb === "bid" ? 750 : 400;
}

/* By the loudest thing that it did. */
const heard = [["kingdom_ended", "sunset"], ["score_pyramids", "score"], ["offered", "reveal"], ["income", "gold"], ["pyramid", "build"], ["stone", "build"], ["farmer", "build"], ["bid", "bid"], ["paid", "gold"], ["drew", "tile"], ["sealed", "pass"]] as const;

/* A seat that has had its turn, sealed its offer or chosen its reward waits for the others. */
function idle(view: View, seat: number): boolean {
  const { phase, to_act, turn, starting, players } = view.state as AmunState;
  const place = (one: number): number => (one - (starting ?? 0) + players) % players;

  if (!Array.isArray(to_act) || to_act.includes(seat))
    return false;
  return ["offer", "correct", "reward", "income", "scoring"].includes(phase) || (phase === "actions" && turn !== null && place(turn.seat) > place(seat));
}

/* What is planned, equal lines as one, and what it costs: the plan that is open on the page knows the prices. */
function together(seat: number, actions: string[], view: View, name: (action: string) => string): string[] {
  const done = actions.filter((action) => action !== "end");
  const planned = done.filter((action) => /^(sell|free_farmer|farmer|stone|builder):/.test(action));
  const gold = (of: View): number => (of as AmunView).state.seats[seat]!.gold;
  const after = openPlan.value?.after(done);
  const spent = after ? gold(view) - gold(after) : 0;

  return [
    ...phrases(planned), ...done.filter((action) => !planned.includes(action)).map(name), ...(spent > 0 ? [t("amun.build.line.gold", { n: spent })] : []),
    ...actions.slice(done.length).map(name),
  ];
}

export const game: GameModule = {
  art: "a-amun",
  sprite,
  secrets: true,
  eyes: (view) => {
    const seat = (view as AmunView).state.seats.findIndex(({ cards }) => cards.count === undefined);
    return seat < 0 ? null : seat;
  },
  Board,
  Help,
  hints: { mixed: (view) => view.state.phase === "offer" },   /* all offer at once */
  rules: async () => (await import("./rules")).rulesOf({ t, cardKinds }),
  keyHelp: [["E", "amun.help.key.e"], ["1 – 9", "help.key.digit"]],
  tie: "amun.tie",
  choicesOf,
  label,
  prompt,
  sentences,
  text: new Later(async () => (await import("./text")).text),
  final: (actions) => actions.length > 1 || !/^end/.test(actions[0] ?? ""),
  together,
  forgoes: (seat, [action], view) => {
    const { sacrifice } = (view as AmunView).state;
    const due = sacrifice?.rewards_due.find((one) => one.seat === seat)?.items ?? 0;
    const some = view.legal[String(seat)]?.some((other) => /^reward:.*[1-9]/.test(other));

    return action === "reward:0,0,0" && some ? say("amun.reward.sure", { n: due }) : "";
  },
  big: (step) => has(step, "round_began", "total", "score_pyramids", "kingdom_ended", "game_over"),
  dwell,
  scoring: (step) => has(step, "kingdom_ended", "game_over"),
  cutscenes,
  sound: (step) => heard.find(([event]) => has(step, event))?.[1] ?? "",
  parts: (view, steps) => sheetsOf(steps, view.state.players).scorings.map((sheet) => ({ name: t(sheet.kingdom === 1 ? "amun.kingdom.old" : "amun.kingdom.new"), points: sheet.total })),
  idle,
  sheets: sheetList,
};
