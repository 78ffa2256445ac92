/* SPDX-License-Identifier: MIT
 * main.tsx -- the browser client's entry.
 */
import { render } from "preact";
import { App } from "./app";
import { explainTitles } from "./explain";
import { learn } from "./i18n";
import { keepPage } from "./offline";
import { settings } from "./settings";

void learn(settings.value.lang).then(() => {
  explainTitles();
  render(<App />, document.getElementById("app")!);
  if (document.readyState === "complete")
    keepPage();
  else
    window.addEventListener("load", keepPage);
});
