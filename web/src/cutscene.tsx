/* SPDX-License-Identifier: MIT
 * cutscene.tsx -- a short scene over the board that shows what a step did. The game behind it waits; any key or a press
 * ends it, and so does its time. What it shows is told to screen readers as every step is, so nothing here is live. One that
 * has no time of its own is a dialog.
 */
import type { ComponentChildren } from "preact";
import { useEffect, useId, useLayoutEffect, useRef } from "preact/hooks";
import { t } from "./i18n";
import { pace, settings } from "./settings";
import { useStore } from "./store";
import { useModal } from "./ui";

export interface Cutscene {
  name: string;                       /* for the style sheet */
  title: string;
  length: number;                     /* milliseconds at a calm pace; 0: until it is ended by hand */
  light?: boolean;                    /* the board stays visible around it */
  body: () => ComponentChildren;
}

/* A brisk scene can still be read. */
const shortest = 700;

const modifiers = ["Shift", "Control", "Alt", "Meta", "AltGraph", "CapsLock", "Tab"];

export function CutsceneBox({ scene, end }: { scene: Cutscene; end: () => void }) {
  const id = useId();
  const ref = useRef<HTMLDivElement>(null);
  const Box = (scene.length ? "div" : "dialog") as "div";
  const { pace: chosen } = useStore(settings);

  useEffect(() => {
    if (pace() === 0) {
      end();
      return;
    }
    if (!scene.length)
      return;
    const timer = window.setTimeout(end, Math.max(scene.length * pace(), shortest));
    return () => window.clearTimeout(timer);
  }, [scene, chosen]);
  /* Before all other keys of the page: the key that ends a scene does nothing else. */
  useLayoutEffect(() => {
    const press = (event: KeyboardEvent): void => {
      if (event.ctrlKey || event.metaKey || event.altKey || modifiers.includes(event.key) || document.querySelector("dialog[open]:not(.cutscene)"))
        return;
      event.preventDefault();
      event.stopImmediatePropagation();
      if (!event.repeat)
        end();
    };
    window.addEventListener("keydown", press, true);
    return () => window.removeEventListener("keydown", press, true);
  }, [scene]);
  useModal(ref, "h2", end);
  return (
    <Box ref={ref} class={`cutscene ${scene.light ? "light" : ""}`} role={scene.length ? "group" : undefined} aria-labelledby={id} data-cutscene={scene.name} onClick={end}>
      <div class={`cutscene-card cutscene-${scene.name}`}>
        <h2 id={id} tabIndex={-1}>{scene.title}</h2>
        {scene.body()}
        <button type="button" class="button small cutscene-end" data-skip>{t(scene.length ? "scene.skip" : "scene.end")}</button>
      </div>
    </Box>
  );
}
