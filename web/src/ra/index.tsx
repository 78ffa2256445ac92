/* SPDX-License-Identifier: MIT
 * index.tsx -- what Ra brings to the page.
 */
import type { Beside, GameModule, Sheet } from "../games";
import { Later } from "../later";
import { Ruled } from "../learn";
import { Ranking } from "../ranking";
import type { Scene, Step } from "../types";
import { Art } from "../ui";
import { Board } from "./board";
import { hints } from "./hint";
import { LotTable, Odds } from "./panels";
import { t } from "./say";
import { SheetTable, sheetsOf } from "./sheet";
import { cutscenes } from "./scenes";
import { sprite } from "./sprite";
import type { RaView } from "./types";
import { aboutKind, actionLabel, choicesOf, civilisations, disasters, kindName, monuments, prompt, sentences } from "./words";

const keyHelp = [["D", "ra.help.key.d"], ["R", "ra.help.key.r"], ["P", "ra.help.key.p"], ["E", "ra.help.key.e"], ["1 – 9", "ra.help.key.digit"]] as const;

/* What a drawing shows. */
function kindOf(art: string): string {
  return art === "sun" ? t("ra.category.suns") : kindName(art.slice(2), "2016");
}

function Help() {
  const rules = [1, 2, 3, 4, 5] as const;
  const tiles = [
    ["k-god", "ra.about.god"], ["k-pharaoh", "ra.about.pharaoh"], ["k-nile", "ra.about.nile"], ["k-flood", "ra.about.flood"], ["k-gold", "ra.about.gold"],
    ["k-writing", "ra.about.civilisation"], ["k-pyramid", "ra.about.monument"], ["sun", "ra.help.suns"],
    ["k-funeral", "ra.about.funeral"], ["k-drought", "ra.about.drought"], ["k-unrest", "ra.about.unrest"], ["k-earthquake", "ra.about.earthquake"],
  ] as const;

  return (
    <>
      <h3>{t("help.rules")}</h3>
      {rules.map((n) => <p key={n}>{t(`ra.help.rules.${n}`)}</p>)}
      <h3>{t("help.scoring")}</h3>
      <ul class="help-tiles">
        {tiles.map(([art, id]) => <li key={id}><Ruled game="ra" about={art} title={kindOf(art)} class="sign" label={t("rule.of", { what: kindOf(art) })} alone><Art name={art} /></Ruled><span>{t(id, { kind: `${t("ra.kind.unrest.2016")} / ${t("ra.kind.unrest")}` })}</span></li>)}
      </ul>
    </>
  );
}

/* How long a step stays on show before the next one. */
function dwell(step: Step): number {
  if (step.events.some((e) => e.event === "won" || e.event === "epoch_ended"))
    return 1300;
  const verb = step.action?.split(":")[0];
  if (verb === "draw" || verb === "deal")
    return 80;
  return verb === "pass" ? 550 : 750;
}

/* By the loudest thing that it did. */
const heard = [["epoch_ended", "sunset"], ["lost", "disaster"], ["won", "lot"], ["ra_drawn", "gong"], ["invoked", "gong"], ["god_took", "lot"], ["bid", "bid"], ["passed", "pass"], ["tile_drawn", "tile"]] as const;

const loud = ["won", "epoch_ended", "epoch_began", "game_over"];

function sheets(steps: Step[], scene: Scene): Sheet[] {
  const { state } = scene.view;

  return sheetsOf(steps, scene.players.length).map((sheet) => ({
    step: sheet.step,
    title: t("ra.sheet.title", { n: sheet.epoch }),
    open: t("ra.sheet.open", { n: sheet.epoch }),
    wide: true,
    body: () => (
      <>
        <SheetTable sheet={sheet} players={scene.players} />
        {state.result && sheet.epoch === 3 && <Ranking state={state} players={scene.players} seats={scene.seats} tie="ra.tie" />}
      </>
    ),
  }));
}

export const game: GameModule = {
  art: "k-ra",
  sprite,
  secrets: false,
  Board: Board as GameModule["Board"],
  Aside: ({ scene }: Beside) => <Odds view={scene.view as RaView} />,
  Below: ({ scene }: Beside) => scene.view.state.result ? null : <LotTable view={scene.view as RaView} players={scene.players} />,
  Help,
  hints,
  rules: async () => (await import("./rules")).rulesOf({ t, aboutKind, civilisations, disasters, monuments }),
  keyHelp,
  tie: "ra.tie",
  choicesOf,
  label: (choice, view) => actionLabel(choice, (view as RaView).state),
  prompt: (view, players, choices) => prompt(view as RaView, players, choices),
  sentences,
  text: new Later(async () => (await import("./text")).text),
  final: ([action = ""]) => /^(bid|invoke|take|discard)/.test(action),
  big: (step) => step.events.some((e) => loud.includes(e.event)),
  dwell,
  scoring: (step) => step.events.some((e) => e.event === "epoch_ended"),
  cutscenes,
  sound: (step) => heard.find(([event]) => step.events.some((e) => e.event === event))?.[1] ?? "",
  parts: (view) => (view as RaView).state.epoch_scores.map((points, i) => ({ name: t(`ra.epoch.${(i + 1) as 1 | 2 | 3}`), points })),
  idle: (view, seat) => (view as RaView).state.seats[seat]?.ready.length === 0,
  sheets,
};
