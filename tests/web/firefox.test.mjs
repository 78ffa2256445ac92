/* SPDX-License-Identifier: MIT
 * firefox.test.mjs -- every page once in another engine. It is drawn, nothing scrolls sideways, nothing fails. Games are
 * played by a server and in the page. The long suite plays whole games of both by a server. Skipped where no Firefox is installed ($FIREFOX, else /usr/bin/firefox-esr).
 */
import assert from "node:assert/strict";
import { after, before } from "node:test";
import { accessible, amunUntil, asked, blameless, byMouse, closeBrowser, firefoxPath, gameFile, goto, hasty, longTest, noSidewaysScroll, openBrowser, playNow, playOn, Server, shot, staticFolder, test, visitor } from "./lib.mjs";
import { tryRefused, wholeAmun, wholeRa } from "./whole.mjs";

const skip = firefoxPath ? false : "no Firefox is installed here (Debian: apt-get install firefox-esr)";
let server;
before(async () => {
  if (skip)
    return;
  server = await Server.start();
  await openBrowser("firefox");
});
after(async () => {
  await closeBrowser();
  await server?.stop();
});

async function look(page, name) {
  await noSidewaysScroll(page, name);
  await shot(page, `firefox-${name}`);
}

test("what a server refuses is seen in Firefox", { skip }, async () => {
  const page = await visitor(server);
  await goto(page);
  await page.evaluate(() => fetch("api/1/tables/aaaaaaaaaaaa").then((answer) => answer.text()));
  await tryRefused(page);
  await page.evaluate(() => console.error("said"));
  assert.deepEqual(page.faults.map((fault) => /status of \d+|refused, \w+|said/.exec(fault)?.[0]), ["status of 404", "refused, conflict", "refused, illegal", "said"]);
});

test("the lobby, the help, a record gone through, in Firefox", { skip }, async () => {
  const page = await visitor(server, { settings: { theme: "dark" } });
  await goto(page);
  await accessible(page, "the lobby in Firefox");
  await look(page, "lobby");
  for (const which of ["[data-settings]", ".top-button:nth-child(2)", '[data-rules="amun_re"]']) {
    await page.locator(which).click();
    await page.locator("dialog[open] h2").waitFor();
    await page.keyboard.press("Escape");
    await page.locator("dialog[open]").waitFor({ state: "detached" });
  }
  await page.locator('input[name="record"]').setInputFiles(gameFile);
  await page.waitForURL(/#\/record/);
  await page.locator("[data-seq]").waitFor();
  await look(page, "final");
  await page.locator(".sheet-buttons button").last().click();
  await page.locator("dialog[open] .sheet").waitFor();
  await look(page, "sheet");
  await page.keyboard.press("Escape");
  if (staticFolder) {
    await page.locator("[data-go-analysis]").click();
    await page.locator('[data-analysis="shown"]').waitFor();
    await page.locator("[data-worst]").first().click();
    await page.locator(".past").waitFor({ state: "attached" });       /* a review has a bar of its own for it */
    await look(page, "analysis");
  }
  await page.setViewportSize({ width: 390, height: 844 });
  await look(page, "record-390");
  blameless(page);
});

test("both games by the server, in Firefox", { skip }, async () => {
  const page = await visitor(server, { settings: { lang: "de" } });
  await goto(page);
  await playNow(page);
  await playOn(page, byMouse, (now) => now.seq > 30 && now.actions.length > 1);
  await page.keyboard.press("w");
  await page.locator('[data-hint="shown"]').waitFor();
  await accessible(page, "a hint in Firefox");
  await look(page, "ra");
  await page.locator("[data-text-switch]").click();
  await page.locator("#command").waitFor();
  await look(page, "text");
  await page.locator("[data-text-switch]").click();

  await goto(page);
  await page.locator('[data-play="amun_re"]').click();
  for (const phase of ["bid", "actions", "offer"]) {
    await amunUntil(page, phase);
    await look(page, `amun-${phase}`);
  }
  await page.locator("[data-ask-hint]").click();
  await page.locator('[data-hint="shown"]').waitFor();
  assert.match(await page.locator(".hint-best").textContent(), /Ausgelost unter mehreren/, "no offer is best");
  await look(page, "amun-hint");
  blameless(page);
});

test("a game in the page, in Firefox: to its end, and there after a reload", { skip: skip || (staticFolder ? false : "the client was built without the core") }, async () => {
  const page = await visitor(server);
  await goto(page);
  await page.locator('select[name="players"]').selectOption("2");
  await page.locator('select[name="seat1"]').selectOption("bot:hard");
  await page.locator('input[name="here"]').check();
  await page.locator("[data-create]").click();
  await page.waitForURL(/#\/t\/0/);
  await playOn(page, byMouse, (now) => now.seq > 20, hasty);
  const { seq } = await asked(page);
  await page.reload();
  await asked(page);
  assert.equal(await page.locator("[data-seq]").getAttribute("data-newest"), String(seq), "IndexedDB keeps it");
  await playOn(page, byMouse, () => false, hasty);
  await look(page, "own-final");
  blameless(page);
});

longTest("a whole game of Ra by the server, in Firefox", { skip }, async () => wholeRa(await visitor(server)));

longTest("a whole game of Amun-Re by the server, in Firefox", { skip }, async () => wholeAmun(await visitor(server)));
