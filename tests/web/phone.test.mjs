/* SPDX-License-Identifier: MIT
 * phone.test.mjs -- small screens: nothing scrolls sideways, everything can be hit with a finger.
 */
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { accessible, asked, blameless, closeBrowser, fingers, gameFile, goto, noSidewaysScroll, playNow, playOn, Server, shot, visitor } from "./lib.mjs";

let server;
before(async () => (server = await Server.start()));
after(async () => {
  await closeBrowser();
  await server.stop();
});

const byTap = (page, action) => page.locator(`[data-action="${action}"]`).tap();

for (const width of [320, 390]) {
  test(`on a phone of ${width} pixels`, async () => {
    const page = await visitor(server, { width, height: width === 320 ? 640 : 844, hasTouch: true, isMobile: true, settings: width === 320 ? { theme: "dark", lang: "de" } : { theme: "light" } });
    await goto(page);
    await noSidewaysScroll(page, "the lobby");
    await fingers(page, "the lobby");
    await shot(page, `lobby-${width}`);
    await playNow(page);
    let auction = false;
    await playOn(page, async (p, action, now) => {
      if (now.actions.some((a) => a.startsWith("bid")) && !auction) {
        auction = true;
        await noSidewaysScroll(p, "an auction");
        await fingers(p, "an auction");
        await shot(p, `auction-${width}`);
      }
      await byTap(p, action);
    }, (now) => auction && now.lot >= 4 && now.seq > 70);
    await noSidewaysScroll(page, "the table");
    const above = () => page.evaluate(() => document.querySelector(".table-title").getBoundingClientRect().top - document.querySelector("main").getBoundingClientRect().top);
    assert.ok(await above() < 8, "the title is the first line of the page, the lamp beside it");
    assert.ok(await page.evaluate(() => {
      const words = document.createRange();
      words.selectNodeContents(document.querySelector(".stage-head h2"));
      return words.getBoundingClientRect().right <= document.querySelector(".centre-label").getBoundingClientRect().left;
    }), "the name of the epoch and that of the centre sun stand apart");
    await fingers(page, "the table");
    await accessible(page, `a table of ${width} pixels`);
    await shot(page, `table-${width}`);
    await page.locator("[data-text-switch]").tap();
    await page.locator("#command").waitFor();
    await noSidewaysScroll(page, "text mode");
    await shot(page, `text-${width}`);
    await page.locator("[data-text-switch]").tap();

    await goto(page, "#/");
    await page.locator('input[name="record"]').setInputFiles(gameFile);
    await page.waitForURL(/#\/record/);
    await page.locator(".sheet-buttons button").last().tap();
    await page.locator("dialog[open] .sheet").waitFor();
    await noSidewaysScroll(page, "a score sheet");
    await shot(page, `sheet-${width}`);
    blameless(page);
  });
}

test("five persons at a table of 320 pixels", async () => {
  const page = await visitor(server, { width: 320, height: 640, hasTouch: true, isMobile: true });
  await goto(page);
  await page.locator('select[name="players"]').selectOption("5");
  await page.locator("[data-create]").tap();
  await asked(page);
  await playOn(page, byTap, (now) => now.lot >= 5);
  await noSidewaysScroll(page, "five players");
  await shot(page, "five-320");
  blameless(page);
});
