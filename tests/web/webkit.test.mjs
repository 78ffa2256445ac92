/* SPDX-License-Identifier: MIT
 * webkit.test.mjs -- whole games of both in a third engine, Debian's WebKit. Skipped where it is not installed, or has no display to
 * draw on ($WEBKIT_DRIVER, else /usr/bin/WebKitWebDriver; $XVFB, else /usr/bin/Xvfb).
 */
import assert from "node:assert/strict";
import { after, before } from "node:test";
import { Between } from "./between.mjs";
import { blameless, goto, longTest, ownAddress, Server, tuned } from "./lib.mjs";
import { displayPath, WebKit, webkitPath } from "./webdriver.mjs";
import { tryRefused, wholeAmun, wholeRa } from "./whole.mjs";

const skip = webkitPath && displayPath ? false : "no WebKit is installed here, or no display for it (Debian: apt-get install webkit2gtk-driver xvfb)";
let server, between, webkit;
before(async () => {
  if (skip)
    return;
  server = await Server.start();
  between = await Between.start(server, ownAddress, tuned());
  webkit = await WebKit.start(ownAddress);
});
after(async () => {
  await webkit?.stop();
  await between?.stop();
  await server?.stop();
});

/* A visitor of their own, who is gone at the end of the test. */
async function visiting(t) {
  const page = await webkit.page();
  t.after(() => page.close());
  page.server = between;
  page.gatherFaults = async () => (page.faults = await between.faults(page));
  return page;
}

longTest("faults of a page in WebKit are seen", { skip }, async (t) => {
  const page = await visiting(t);
  await goto(page);
  await page.gatherFaults();
  blameless(page);
  await page.evaluate(() => console.error("said"));
  await page.evaluate(() => dispatchEvent(new ErrorEvent("error", { message: "thrown" })));
  await page.evaluate(() => {
    addEventListener("unhandledrejection", () => (document.body.dataset.refused = "yes"));
    Promise.reject("refused");
  });
  await page.locator("[data-refused]").waitFor();
  await page.evaluate(() => fetch("api/1/tables/aaaaaaaaaaaa").then((answer) => answer.text()));
  await tryRefused(page);
  await page.gatherFaults();
  assert.deepEqual(page.faults.map((fault) => fault.split(" ").slice(0, 2).join(" ")), ["console: said", "error: thrown", "nobody caught:", "404 for", "409 for", "409 for"]);
  between.refused.length = 0;
});

longTest("a whole game of Ra by the server, in WebKit", { skip }, async (t) => wholeRa(await visiting(t)));

longTest("a whole game of Amun-Re by the server, in WebKit", { skip }, async (t) => wholeAmun(await visiting(t)));
