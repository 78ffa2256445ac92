/* SPDX-License-Identifier: MIT
 * stepping.test.mjs -- looking back: records from files, moments of running games, links to them.
 */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { after, before, test } from "node:test";
import { asked, blameless, closeBrowser, gameFile, goto, playAway, playNow, Server, visitor, whim } from "./lib.mjs";

const record = JSON.parse(readFileSync(gameFile, "utf8"));
let server;
before(async () => (server = await Server.start()));
after(async () => {
  await closeBrowser();
  await server.stop();
});

const at = (page, n) => page.locator(`[data-seq="${n}"]`).waitFor();
const open = (page, name, text) => page.locator('input[name="record"]').setInputFiles({ name, mimeType: "application/json", buffer: Buffer.from(text) });

test("a record is opened, stepped through by keys, buttons and slider, and kept over a reload", async () => {
  const page = await visitor(server);
  const last = record.actions.length;
  await goto(page);
  await page.locator('input[name="record"]').setInputFiles(gameFile);
  await at(page, last);
  assert.deepEqual(await page.locator(".ranking").first().locator("tbody .ranking-name").allTextContents().then((n) => n.sort()), [...record.players].sort());
  await page.keyboard.press("[");
  await at(page, last - 1);
  await page.keyboard.press("[");
  await at(page, last - 2);
  await page.keyboard.press("]");
  await at(page, last - 1);
  await page.locator('[aria-label="First moment"]').click();
  await at(page, 0);
  assert.equal(await page.locator(".log .entry").count(), 0, "nothing has happened yet");
  await page.locator('[aria-label="One step forward"]').click();
  await at(page, 1);
  assert.equal(await page.locator(".log .entry").count(), 1);
  await page.locator('input[type="range"]').fill("100");
  await at(page, 100);
  await page.reload();
  await at(page, 100);

  /* Each moment shown is the server's. */
  for (const n of [94, 247]) {
    await page.evaluate((m) => (location.hash = `#/record/at/${m}`), n);
    await at(page, n);
    const { view } = await server.api("/replay", { record, at: n });
    const shown = await page.locator("[data-slot]").evaluateAll((all) => all.map((e) => e.dataset.kind ?? null));
    assert.deepEqual(shown, view.state.track);
    assert.deepEqual(await page.locator("[data-score]").evaluateAll((all) => all.map((e) => Number(e.dataset.score))), view.state.seats.map((s) => s.score));
    assert.equal(await page.locator("[data-chance]").getAttribute("data-chance"), view.insight.ra_chance.join("/"));
    const lot = await page.locator(".bidder-lot .num").allTextContents();
    assert.equal(lot.length, 3);
  }
  blameless(page);
});

test("what is no record, or one that breaks a rule, is refused with a sentence", async () => {
  const page = await visitor(server);
  await goto(page);
  for (const text of ["not json", "{}", JSON.stringify({ ...record, actions: ["deal:1,2,3", "pass"], result: undefined })]) {
    await open(page, "bad.json", text);
    await page.locator(".open-record .trouble").waitFor();
    assert.match(await page.locator(".open-record .trouble").textContent(), /This file is not a record: .{8}/);
    assert.match(page.url(), /#\/$/);
    await page.reload();
    await page.locator('input[name="record"]').waitFor();
  }
  assert.deepEqual(page.faults.filter((f) => !/400/.test(f)), []);
});

test("a record that an editor has spread over lines is opened too, with a mark of UTF-8 or without", async () => {
  const page = await visitor(server);
  for (const text of [JSON.stringify(record, null, 2), `\ufeff${JSON.stringify(record)}\r\n`]) {
    await goto(page);
    await open(page, "game.json", text);
    await page.waitForURL(/#\/record/);
    await at(page, record.actions.length);
  }
  await page.reload();
  await at(page, record.actions.length);
  blameless(page);
});

test("a running game can be looked back at, without acting there; a link leads to the moment", async () => {
  const page = await visitor(server);
  await goto(page);
  const id = await playNow(page);
  await playAway(page, whim, ({ seq, legal }) => seq > 20 && Object.keys(legal).length > 0);
  const now = await asked(page);
  await page.locator('.log .entry a').first().click();
  await page.locator(".banner.past").waitFor();
  assert.equal(await page.locator("[data-action]").count(), 0, "nothing can be done in the past");
  await page.keyboard.press("n");
  await page.locator(".banner.past").waitFor({ state: "detached" });
  assert.deepEqual((await asked(page)).actions, now.actions);

  const other = await visitor(server);
  await goto(other, `#/t/${id}/at/7`);
  await at(other, 7);
  const { view } = await server.api(`/tables/${id}/at/7`);
  assert.deepEqual(await other.locator("[data-slot]").evaluateAll((all) => all.map((e) => e.dataset.kind ?? null)), view.state.track);
  await other.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  await other.locator(".steps-tools button").first().click();
  await other.locator(".copy-said").waitFor();
  assert.equal(await other.evaluate(() => navigator.clipboard.readText()), `${server.url}/#/t/${id}/at/7`);
  blameless(page);
  blameless(other);
});
