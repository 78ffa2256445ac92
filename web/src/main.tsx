/* SPDX-License-Identifier: MIT
 * main.tsx -- the browser client's entry.
 */
import { options, render } from "preact";
import { App } from "./app";
import { learn } from "./i18n";
import { keepPage } from "./offline";
import { settings } from "./settings";
import { fetchTables } from "./tables";

/* Beside the sentences where the address names one; else while the first page is looked at. */
const opensTable = /^#\/(t|record)\b/.test(location.hash);

/* An effect runs with what it belongs to, not after the next picture: whatever is shown has its keys and its timers. */
options.requestAnimationFrame = queueMicrotask;

function settle(): void {
  keepPage();
  fetchTables();
}

if (opensTable)
  fetchTables();
void learn(settings.value.lang).then(() => {
  render(<App />, document.getElementById("app")!);
  if (document.readyState === "complete")
    settle();
  else
    window.addEventListener("load", settle);
});
