/* SPDX-License-Identifier: MIT
 * tasks.ts -- work in tasks of its own, so that none is long: on a slow phone a long one holds up what moves.
 */
import { motion } from "./settings";

type Priority = "user-blocking" | "background";
type Scheduler = { postTask(work: () => void, how: { priority: Priority; signal: AbortSignal }): Promise<void> };

/* Returns what calls the work off. A browser that knows no priorities does it as soon as it can. */
function post(work: () => void, priority: Priority): () => void {
  const { scheduler } = window as { scheduler?: Partial<Scheduler> };

  if (!scheduler?.postTask) {
    const timer = window.setTimeout(work);
    return () => window.clearTimeout(timer);
  }
  const off = new AbortController();
  scheduler.postTask(work, { priority, signal: off.signal }).catch((e: Error) => e.name === "AbortError" || reportError(e));
  return () => off.abort();
}

/* Before the next picture, where the browser can be told so; returns what calls it off. */
export const soon = (work: () => void): (() => void) => post(work, "user-blocking");

/* When the last flight ends, as performance.now() counts. */
let landing = 0;

/* Something flies for that many milliseconds from now. */
export function flies(ms: number): void {
  landing = Math.max(landing, performance.now() + ms);
}

/* Does the work once nothing flies: on a slow phone a flight loses pictures if the page draws anything else meanwhile. */
export function landed(work: () => void): void {
  const left = landing - performance.now();

  if (left > 0)
    window.setTimeout(landed, left, work);
  else
    work();
}

/* Milliseconds after which a page that is not looked at waits for no picture; one that is on its way still comes first. */
const patience = 50;

/* Once the page has drawn what it shows now and nothing flies; at once where nothing moves. */
export function afterPicture(work: () => void): void {
  let done = false;
  const once = (): void => {
    if (!done) {
      done = true;
      work();
    }
  };

  if (motion() === 0) {
    once();
    return;
  }
  requestAnimationFrame(() => window.setTimeout(landed, 0, once));
  window.setTimeout(() => post(() => landed(once), "background"), patience);
}
