/* SPDX-License-Identifier: MIT
 * notify.ts -- calls somebody who looks elsewhere: a badge on the app, and the browser's own notification if they asked for it.
 */
import { change, settings } from "./settings";

const able = "Notification" in window;

/* Asks the browser for leave; what it says is what is set. */
export async function wantCalls(on: boolean): Promise<boolean> {
  const granted = on && able && (await Notification.requestPermission()) === "granted";

  change({ calls: granted });
  return granted === on;
}

/* Some browsers let only a service worker notify. */
async function notify(text: string, title: string): Promise<void> {
  try {
    const note = new Notification(title, { body: text, tag: "khepri" });
    note.onclick = () => {
      window.focus();
      note.close();
    };
  } catch {
    const worker = await navigator.serviceWorker?.getRegistration();
    await worker?.showNotification(title, { body: text, tag: "khepri", data: location.href });      /* sw.ts opens it */
  }
}

/* Does nothing while the page is looked at. */
export function call(text: string, title: string): void {
  if (!document.hidden)
    return;
  void navigator.setAppBadge?.(1).catch(() => undefined);     /* only an installed app has one */
  if (able && settings.value.calls && Notification.permission === "granted")
    void notify(text, title);
}

document.addEventListener("visibilitychange", () => {
  if (!document.hidden)
    void navigator.clearAppBadge?.().catch(() => undefined);
});
