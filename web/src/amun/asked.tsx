/* SPDX-License-Identifier: MIT
 * asked.tsx -- the sentence that says what is asked now: the heading of whatever asks it; beside it, where a hint can be had.
 */
import { t } from "./say";
import type { AmunScene } from "./types";
import { prompt } from "./words";

export function Asked({ scene, id }: { scene: AmunScene; id: string }) {
  const { view, choices, players, sending } = scene;

  return (
    <div class="asking">
      <h2 id={id} class="prompt" tabIndex={-1} data-prompt={choices.length ? "mine" : "wait"} data-seat-asked={choices[0]?.seat}>
        {sending ? t("prompt.sending") : prompt(view, players, choices)}
      </h2>
      {scene.hint}
    </div>
  );
}
