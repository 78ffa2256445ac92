/* SPDX-License-Identifier: MIT
 * sound.ts -- asks for a sound. What makes it (synth.ts) is fetched when somebody has asked for sound and pressed something
 * on this page: no audio is opened before.
 */
import { settings } from "./settings";

export type Sound = "tile" | "gong" | "bid" | "pass" | "lot" | "disaster" | "sunset" | "build" | "gold" | "reveal" | "score" | "turn" | "victory";

let pressed = false;
for (const kind of ["pointerdown", "keydown"])
  window.addEventListener(kind, () => (pressed = true), { capture: true, once: true });

export function sound(name: Sound | ""): void {
  const { sound: loudness } = settings.value;

  if (!name || !loudness || !pressed || document.hidden)
    return;
  import("./synth").then(({ make }) => make(name, loudness / 100), () => undefined);  /* offline without it: silence */
}
