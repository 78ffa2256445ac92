/* SPDX-License-Identifier: MIT
 * offline.ts -- has this page kept by its service worker (sw.ts), so that it opens without a network.
 */
import { homely } from "./home";
import { settings } from "./settings";
import { Store } from "./store";

/* Whether this page would open again without a network. */
export const kept = new Store(false);

/* Whether what thinks (mind.ts) would be there as well. */
export const thinks = new Store(false);

/* After the first picture: nothing of this is needed for it. */
export function keepPage(): void {
  const { version } = document.documentElement.dataset;
  const workers = navigator.serviceWorker;

  if (!homely || !version || !workers)
    return;
  const scope = new URL("./", location.href).href;

  void navigator.locks.request(`khepri ${scope} ${version}`, { mode: "shared" }, () => new Promise(() => undefined));
  workers.addEventListener("message", ({ data }) => {
    if (data === "spoken")
      kept.set(true);
    else if (data === "whole")
      thinks.set(true);
  });
  workers.register(new URL("sw.js", scope), { updateViaCache: "none" }).then(async () => {
    const { active } = await workers.ready;

    active?.postMessage({ begun: settings.value.lang });
  }, () => undefined);          /* a browser that allows none plays on with a network */
}
