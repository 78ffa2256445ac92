/* SPDX-License-Identifier: MIT
 * decide.tsx -- below the board, the dialogue of the phase: building, offering, correcting, rewards; and
 * the newest sacrifice for as long as its round lasts.
 */
import { useMemo, useRef } from "preact/hooks";
import { BuildPanel, type Memory } from "./build";
import type { AmunScene } from "./types";
import { OfferPanel, Reveal } from "./offer";
import { CorrectPanel, RewardPanel } from "./reward";
import { sheetsOf } from "./sheets";

/* Does this phase have a dialogue of its own, so that no plain list of choices is to be shown. */
export function decides(phase: string): boolean {
  return ["actions", "offer", "correct", "reward"].includes(phase);
}

export function Decide({ scene }: { scene: AmunScene }) {
  const { view, acting } = scene;
  const { phase } = view.state;
  const sacrifice = useMemo(() => sheetsOf(scene.steps, scene.players.length).sacrifices.at(-1), [scene.steps]);
  const shown = sacrifice && sacrifice.round === view.state.round && ["correct", "reward", "income"].includes(phase);
  const memory = useRef<Memory | null>(null);
  const asked = acting >= 0 && !scene.past;

  return (
    <>
      {asked && phase === "actions" && <BuildPanel key={acting} scene={scene} seat={acting} memory={memory} />}
      {phase === "offer" && <OfferPanel scene={scene} />}
      {shown && <Reveal scene={scene} sacrifice={sacrifice} />}
      {asked && phase === "correct" && <CorrectPanel key={acting} scene={scene} seat={acting} />}
      {asked && phase === "reward" && <RewardPanel key={acting} scene={scene} seat={acting} />}
    </>
  );
}
