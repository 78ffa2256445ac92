/* SPDX-License-Identifier: MIT
 * rules.ts -- which passages of the rules of Ra a thing on the page leads to, and the drawings beside them.
 */
import type { GameRules } from "../learn/types";
import type { Step } from "../types";
import type { t as speaker } from "./say";
import type * as Words from "./words";

/* What it needs of the game comes with the call: the game is a file of its own, fetched before. */
type Needed = Pick<typeof Words, "aboutKind" | "civilisations" | "disasters" | "monuments"> & { t: typeof speaker };

export function rulesOf({ t, aboutKind, civilisations, disasters, monuments }: Needed): GameRules {
  const marks: Record<string, readonly string[]> = {
    gods: ["RA-SCORE-02", "RA-GOD-01"], pharaohs: ["RA-SCORE-03"], river: ["RA-SCORE-04"], gold: ["RA-SCORE-05"], civilisation: ["RA-SCORE-06"],
    monument_kinds: ["RA-SCORE-07"], monument_sets: ["RA-SCORE-08"], suns: ["RA-SCORE-09"], total: ["RA-SCORE-01"],
    ra_track: ["RA-DRAW-05", "RA-DRAW-06", "RA-EPOCH-03"], track: ["RA-DRAW-02", "RA-DRAW-04"], auction: ["RA-AUC-02", "RA-AUC-03", "RA-WIN-01", "RA-WIN-02"],
    monuments: ["RA-SCORE-07", "RA-SCORE-08"], centre: ["RA-WIN-04"], disasters: ["RA-DIS-01", "RA-DIS-03"], spent: ["RA-WIN-04", "RA-EPOCH-06"],
  };

  const events: Record<string, readonly string[]> = {
    dealt: ["RA-SETUP-06"], epoch_began: ["RA-TURN-01"], tile_drawn: ["RA-DRAW-02"], ra_drawn: ["RA-DRAW-05", "RA-DRAW-06"], invoked: ["RA-INV-01", "RA-INV-02"],
    bid: ["RA-AUC-03"], passed: ["RA-AUC-04", "RA-AUC-05"], no_bid: ["RA-AUC-06"], track_cleared: ["RA-AUC-07"], won: ["RA-WIN-01", "RA-WIN-02"], got_sun: ["RA-WIN-04"],
    god_took: ["RA-GOD-01", "RA-GOD-02"], gods_ended: ["RA-GOD-01"], disaster: ["RA-DIS-01", "RA-DIS-03"], lost: ["RA-DIS-04", "RA-DIS-05"],
    epoch_ended: ["RA-EPOCH-02", "RA-EPOCH-03"], scored: ["RA-SCORE-01", "RA-EPOCH-07"], game_over: ["RA-END-01", "RA-END-02"],
  };

  const tiles = (kinds: readonly string[]): string[] => kinds.map((kind) => `k-${kind}`);

  const pictures: Record<string, readonly string[]> = {
    "RA-DRAW-05": ["k-ra"], "RA-GOD-01": ["k-god"], "RA-GOD-02": ["k-god"], "RA-SCORE-02": ["k-god"], "RA-SCORE-03": ["k-pharaoh"], "RA-SCORE-04": ["k-nile", "k-flood"], "RA-SCORE-05": ["k-gold"],
    "RA-SCORE-06": tiles(civilisations), "RA-SCORE-07": tiles(monuments), "RA-SCORE-08": ["k-pyramid", "k-pyramid", "k-pyramid"], "RA-SCORE-09": ["sun"], "RA-AUC-03": ["sun"], "RA-WIN-02": ["sun", "spent"],
    "RA-DIS-01": tiles(disasters), "RA-DIS-05": ["k-drought", "k-flood", "k-nile"], "RA-EPOCH-03": ["k-ra"],
  };

  const about = (kind: string): (() => string) => () => aboutKind(kind, "");
  const unrest = (): string => t("ra.about.unrest", { kind: `${t("ra.kind.unrest.2016")} / ${t("ra.kind.unrest")}` });

  const legend: GameRules["legend"] = [
    ["k-ra", about("ra"), ["RA-DRAW-05"]], ["sun", () => t("ra.help.suns"), ["RA-AUC-03", "RA-SCORE-09"]],
    ["k-god", about("god"), ["RA-GOD-01"]], ["k-pharaoh", about("pharaoh"), ["RA-SCORE-03"]], ["k-nile", about("nile"), ["RA-SCORE-04"]],
    ["k-flood", about("flood"), ["RA-SCORE-04"]], ["k-gold", about("gold"), ["RA-SCORE-05"]],
    ...civilisations.map((kind) => [`k-${kind}`, about(kind), ["RA-SCORE-06"]] as const),
    ...monuments.map((kind) => [`k-${kind}`, about(kind), ["RA-SCORE-07", "RA-SCORE-08"]] as const),
    ["k-funeral", about("funeral"), ["RA-DIS-01"]], ["k-drought", about("drought"), ["RA-DIS-05"]], ["k-unrest", unrest, ["RA-DIS-04"]], ["k-earthquake", about("earthquake"), ["RA-DIS-04"]],
  ];

  return {
    marks: { ...marks, ...Object.fromEntries(legend.map(([art, , of]) => [art, of])) },
    pictures,
    ofStep: (step: Step) => [...new Set(step.events.flatMap((e) => events[e.event] ?? (e.event.startsWith("tally_") ? marks[e.event.slice(6)] ?? [] : [])))],
    legend,
  };
}
