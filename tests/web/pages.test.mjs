/* SPDX-License-Identifier: MIT
 * pages.test.mjs -- every page. axe finds nothing, in light and dark and text mode. The policy of the
 * server holds. What a screen reader finds is as written down in snapshots/.
 *
 * KHEPRI_ACCEPT=1 writes the snapshots anew; look at the difference before committing it.
 */
import assert from "node:assert/strict";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { after, before } from "node:test";
import { fileURLToPath } from "node:url";
import { accessible, asked, blameless, byMouse, byPress, closeBrowser, gameFile, goto, hasty, longTest, noSidewaysScroll, playNow, playOn, Server, shot, tableId, test, visitor } from "./lib.mjs";

const here = dirname(fileURLToPath(import.meta.url));
let server;
before(async () => (server = await Server.start()));
after(async () => {
  await closeBrowser();
  await server.stop();
});

async function snapshot(page, name) {
  const file = join(here, "snapshots", `${name}.txt`);
  const seen = `${await page.locator("main, dialog[open]").last().ariaSnapshot()}\n`;
  if (process.env.KHEPRI_ACCEPT) {
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, seen);
  }
  assert.ok(existsSync(file), `${file} is missing; KHEPRI_ACCEPT=1 writes it`);
  assert.equal(seen, readFileSync(file, "utf8"), `what a screen reader finds: ${name}`);
}

async function openGame(page, hash = "#/record") {
  await goto(page);
  await page.locator('input[name="record"]').setInputFiles(gameFile);
  await page.waitForURL(/#\/record/);
  await page.locator("[data-seq]").waitFor();
  if (hash !== "#/record") {
    await page.evaluate((h) => (location.hash = h), hash);
    await page.waitForFunction((n) => document.querySelector("[data-seq]").dataset.seq === n, hash.split("/").at(-1));
  }
}

/* Each kind of page once, in light; all there is to see is the long suite's. */
test("axe finds nothing on the first page, in an auction and on a sheet", async () => {
  const page = await visitor(server, { settings: { theme: "light" } });
  await goto(page);
  await accessible(page, "lobby");
  await shot(page, "lobby-light-1280");
  await playNow(page);
  await playOn(page, byPress, (now) => now.actions.some((a) => a.startsWith("bid")), hasty);
  await accessible(page, "an auction");
  await shot(page, "auction-light-1280");
  await page.setViewportSize({ width: 1920, height: 1080 });
  await shot(page, "table-light-1920");
  await noSidewaysScroll(page, "the table");
  await page.setViewportSize({ width: 1280, height: 800 });

  await openGame(page);
  await page.locator(".sheet-buttons button").last().click();
  await page.locator("dialog[open] .sheet").waitFor();
  await accessible(page, "a score sheet", [], "dialog");
  await shot(page, "sheet-light-1280");
  blameless(page);
});

longTest("axe finds nothing on any page, by day and by night", async () => {
  const page = await visitor(server);
  /* In light too, unless ./check has seen it so. */
  const scan = async (where, themes = ["light", "dark"]) => {
    for (const theme of themes) {
      await page.evaluate((to) => (document.documentElement.dataset.theme = to), theme);
      await accessible(page, `${where}, ${theme}`);
      await shot(page, `${where.replace(/\W+/g, "-")}-${theme}-1280`);
    }
  };
  await goto(page);
  await scan("lobby", ["dark"]);
  for (const [which, where] of [["[data-settings]", "settings"], [".top-button:nth-child(2)", "help"], ['[data-rules="ra"]', "the rules in short"]]) {
    await page.locator(which).click();
    await page.locator("dialog[open]").waitFor();
    await scan(where);
    await page.keyboard.press("Escape");
  }
  await page.locator('select[name="seat1"]').selectOption("open");
  await page.locator("[data-create]").click();
  await page.locator(".waiting").waitFor();
  await scan("a table being set");

  await goto(page);
  await playNow(page);
  await asked(page);
  await scan("a table at the start");
  await playOn(page, byMouse, (now) => now.actions.some((a) => a.startsWith("bid")));
  await scan("an auction", ["dark"]);
  await openGame(page);
  await scan("the end of a game");
  await page.locator(".sheet-buttons button").last().click();
  await page.locator("dialog[open] .sheet").waitFor();
  await scan("a score sheet", ["dark"]);
  await page.keyboard.press("Escape");
  await page.evaluate(() => (location.hash = "#/record/at/194"));
  await page.locator('[data-seq="194"]').waitFor();
  await scan("a moment of a record");
  await page.locator("[data-text-switch]").click();
  await page.locator("#command").waitFor();
  await scan("a moment in text mode");
  await goto(page);
  await scan("the lobby in text mode");
  blameless(page);
});

test("what a screen reader finds", async () => {
  const own = await Server.start();
  after(() => own.stop());
  const page = await visitor(own);
  await goto(page);
  await page.waitForFunction(() => document.querySelectorAll('select[name="edition"] option').length === 3);
  await snapshot(page, "lobby");
  await page.locator(".top-button:nth-child(2)").click();
  await page.locator("dialog[open] .help-tiles").waitFor();     /* the game's own part is fetched */
  await snapshot(page, "help");
  await page.keyboard.press("Escape");
  await openGame(page, "#/record/at/94");
  await snapshot(page, "moment");
  await page.locator("[data-text-switch]").click();
  await page.locator("#command").waitFor();
  await snapshot(page, "moment-text");
  blameless(page);
});

test("the policy of the server: nothing from elsewhere, nothing inline", async () => {
  const answer = await fetch(`${server.url}/`);
  assert.match(answer.headers.get("content-security-policy") ?? "", /default-src 'self'/);
  assert.doesNotMatch(answer.headers.get("content-security-policy"), /'unsafe-(inline|eval)'/);
  const html = await answer.text();
  assert.doesNotMatch(html, /<style|style=|<script(?![^>]*\bsrc=)/);
  const [js] = html.match(/app-[0-9a-f]{10}\.js/);
  const script = await fetch(`${server.url}/${js}`);
  assert.match(script.headers.get("cache-control") ?? "", /immutable/);
  assert.match(script.headers.get("content-type"), /javascript/);
  for (const path of ["favicon.svg", "manifest.webmanifest"])
    assert.equal((await fetch(`${server.url}/${path}`)).status, 200, path);
});

async function wonLots(page) {
  const { steps } = await server.api(`/tables/${tableId(page)}/log`);
  return steps.filter((step) => step.events.some((e) => e.event === "won")).length;
}

test("reduced motion moves nothing, full motion does; forced colours and other eyes", async () => {
  const calm = await visitor(server, { settings: { motion: "auto", pace: "brisk" }, reducedMotion: "reduce", forcedColors: "active" });
  await goto(calm);
  await playNow(calm);
  await playOn(calm, byPress, (now) => now.lot >= 3);
  assert.equal(await calm.evaluate(() => document.getAnimations().length), 0);
  /* The browser then reports the colours the page asked for, not those it paints. */
  await accessible(calm, "forced colours", ["color-contrast"]);
  await shot(calm, "forced-colours");

  const lively = await visitor(server, { settings: { motion: "auto", pace: "brisk" } });
  await goto(lively);
  await playNow(lively);
  await playOn(lively, byPress, (now) => now.actions.includes("draw"));
  await lively.evaluate(() => new MutationObserver((all) => {
    if (all.some((m) => [...m.addedNodes].some((n) => n.classList?.contains("flying"))))
      document.body.dataset.flown = "yes";
  }).observe(document.body, { childList: true, subtree: true }));
  const moved = lively.waitForFunction(() => document.getAnimations().some((a) => a.animationName === "drop"), null, { polling: "raf" });
  await lively.locator('[data-action="draw"]').click();
  await moved;
  /* A lot is won sooner or later, whatever the tiles; one that came in a hurry may not be shown flying. */
  const flown = () => lively.evaluate(() => document.body.dataset.flown);
  await playOn(lively, byPress, async () => (await flown()) === "yes" || (await wonLots(lively)) >= 5);
  assert.equal(await flown(), "yes", "a lot that was won slides to the winner");

  const session = await lively.context().newCDPSession(lively);
  for (const type of ["deuteranopia", "protanopia", "tritanopia", "achromatopsia"]) {
    await session.send("Emulation.setEmulatedVisionDeficiency", { type });
    await shot(lively, `eyes-${type}`);
  }
  blameless(calm);
  blameless(lively);
});
