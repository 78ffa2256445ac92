/* SPDX-License-Identifier: MIT
 * decide.tsx -- beside the map, the dialogue of the phase: building, offering, correcting, rewards; and
 * the newest sacrifice for as long as its round lasts.
 */
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from "preact/hooks";
import { Icon, useSmall } from "../ui";
import { BuildPanel, type Memory } from "./build";
import { OfferPanel, Reveal } from "./offer";
import { CorrectPanel, RewardPanel } from "./reward";
import { sheetsOf, type Sacrifice } from "./sheets";
import { t } from "./say";
import type { AmunScene } from "./types";

/* Does this phase have a dialogue of its own, so that no plain list of choices is to be shown. */
export function decides(phase: string): boolean {
  return ["actions", "offer", "correct", "reward"].includes(phase);
}

/* Is one of these dialogues open, and so its heading what is asked. */
export function inDialogue(scene: AmunScene): boolean {
  const { phase } = scene.view.state;
  return phase === "offer" || (decides(phase) && scene.acting >= 0 && !scene.past);
}

export function Decide({ scene }: { scene: AmunScene }) {
  const { view, acting } = scene;
  const { phase, sacrifice: open } = view.state;
  const sacrifice = useMemo(() => sheetsOf(scene.steps, scene.players.length).sacrifices.at(-1), [scene.steps]);
  const memory = useRef<Memory | null>(null);
  const asked = acting >= 0 && !scene.past;
  const small = useSmall();
  const [folded, setFolded] = useState(false);
  /* On a phone they are a sheet at the page's foot. While one builds it begins folded: the map takes farmers and stones. */
  useLayoutEffect(() => setFolded(phase === "actions"), [phase, acting]);
  const box = useRefocus(`${view.state.round}/${phase}/${acting}/${open?.placing?.seat}`);

  return (
    <>
    <div class={`decisions ${small && folded ? "folded" : ""}`} ref={box}>
      {small && inDialogue(scene) && (
        <button type="button" class="sheet-grip" aria-expanded={!folded} data-grip onClick={() => setFolded(!folded)}>
          <Icon name={folded ? "up" : "down"} /><span class="unseen">{t(folded ? "amun.web.sheet.open" : "amun.web.sheet.fold")}</span>
        </button>
      )}
      {asked && phase === "actions" && <BuildPanel key={acting} scene={scene} seat={acting} memory={memory} />}
      {phase === "offer" && <OfferPanel scene={scene} />}
      {asked && phase === "correct" && <CorrectPanel key={acting} scene={scene} seat={acting} />}
      {asked && phase === "reward" && <RewardPanel key={acting} scene={scene} seat={acting} />}
    </div>
    {sacrifice && isNews(scene, sacrifice) && <div class="decisions revealed"><Reveal scene={scene} sacrifice={sacrifice} /></div>}
    </>
  );
}

/* The newest sacrifice is shown until somebody bids in the next round. */
function isNews(scene: AmunScene, sacrifice: Sacrifice): boolean {
  const { round, phase, markers } = scene.view.state;
  return sacrifice.round === round
    ? ["correct", "reward", "income"].includes(phase)
    : phase === "provinces" || (phase === "bid" && !Object.keys(markers).length);
}

/* Somebody who worked in a dialogue by keyboard is led to the next one when it takes its place. */
function useRefocus(what: string) {
  const box = useRef<HTMLDivElement>(null);
  const inside = useRef(false);

  useEffect(() => {
    const enter = (e: FocusEvent): void => {
      inside.current = !!box.current?.contains(e.target as Node);
    };
    document.addEventListener("focusin", enter);
    return () => document.removeEventListener("focusin", enter);
  }, []);
  useEffect(() => {
    const lost = document.activeElement === document.body || document.activeElement === null;
    if (inside.current && lost)
      box.current?.querySelector<HTMLElement>(".decide h2")?.focus();
  }, [what]);
  return box;
}
