/* SPDX-License-Identifier: MIT
 * notice.test.mjs -- what the host of the server says to everybody is seen, read aloud and closed, and is never in the way.
 */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { after, before } from "node:test";
import { accessible, asked, blameless, byMouse, closeBrowser, goto, noSidewaysScroll, playNow, root, Server, shot, test, visitor } from "./lib.mjs";

let server;
before(async () => (server = await Server.start()));
after(async () => {
  await closeBrowser();
  await server.stop();
});

const long = "The server gets a new version in five minutes. No game is lost. ".repeat(8).slice(0, 500).trim();

/* Of a grid of points of the action bar, those in view at which the notice is on top. */
const covered = (page) => page.evaluate(() => {
  const bar = document.querySelector(".actions").getBoundingClientRect();
  const points = [];
  for (let i = 1; i < 20; i++) {
    for (let j = 1; j < 20; j++)
      points.push([Math.round(bar.left + (bar.width * i) / 20), Math.round(bar.top + (bar.height * j) / 20)]);
  }
  return points.filter(([x, y]) => document.elementFromPoint(x, y)?.closest("[data-notice]"));
});

test("a notice is shown and read aloud, the newest instead of the one before, until it is closed", async () => {
  const page = await visitor(server);
  await goto(page);
  await playNow(page);
  await asked(page);
  await page.evaluate(() => (window.focused = document.activeElement));

  assert.equal(await server.admin("announce", "First"), "told to 1\n");
  await page.locator(".notice-text", { hasText: /^First$/ }).waitFor();
  await server.admin("announce", "A <b>restart</b> in 5 minutes");
  await page.locator(".notice-text", { hasText: /^A <b>restart<\/b> in 5 minutes$/ }).waitFor();
  assert.equal(await page.locator("[data-notice]").count(), 1);
  await page.locator('[data-live="polite"]', { hasText: "From the host of this server: A <b>restart</b> in 5 minutes" }).waitFor({ state: "attached" });
  assert.equal(await page.evaluate(() => document.activeElement === window.focused), true, "it takes no focus");
  await accessible(page, "a notice", [], "[data-notice]");
  await shot(page, "notice");

  await page.locator("[data-notice] button").press("Enter");
  await page.locator("[data-notice]").waitFor({ state: "detached" });
  assert.equal(await page.evaluate(() => document.activeElement.id), "main");
  blameless(page);
});

test("the longest notice leaves the action bar free on each screen, and its frame is in the language of the page", async () => {
  const page = await visitor(server, { settings: { lang: "de" } });
  await goto(page);
  await playNow(page);
  let now = await asked(page);

  await server.admin("announce", long);
  await page.locator("[data-notice] b", { hasText: JSON.parse(readFileSync(join(root, "lang", "de.json"), "utf8"))["notice.title"] }).waitFor();
  for (const [where, size] of Object.entries({
    "a wide screen": { width: 1280, height: 800 },
    "a phone": { width: 360, height: 740 },
    "a phone held sideways": { width: 740, height: 360 },
    "the smallest phone": { width: 320, height: 568 },
  })) {
    await page.setViewportSize(size);
    await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
    await page.evaluate(() => window.scrollTo(0, 0));
    assert.deepEqual(await covered(page), [], where);
    await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight));
    assert.deepEqual(await covered(page), [], `${where}, scrolled to the end`);
    await noSidewaysScroll(page, where);
    await shot(page, `notice-${size.width}`);
    await byMouse(page, now.actions.at(-1));
    now = await asked(page, now.seq);
    assert.equal(now.trouble ?? now.dialog ?? now.over, undefined);
  }
  blameless(page);
});
