/* SPDX-License-Identifier: MIT
 * keys.test.mjs -- a whole game without a mouse.
 */
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { asked, blameless, closeBrowser, goto, playOn, Server, shot, tableId, visitor } from "./lib.mjs";

let server;
before(async () => (server = await Server.start()));
after(async () => {
  await closeBrowser();
  await server.stop();
});

async function tabTo(page, selector) {
  for (let i = 0; i < 80; i++) {
    await page.keyboard.press("Tab");
    if (await page.evaluate((s) => document.activeElement?.matches(s), selector))
      return;
  }
  assert.fail(`Tab does not reach ${selector}`);
}

const byKey = async (page, action) => {
  const key = await page.locator(`[data-action="${action}"]`).getAttribute("aria-keyshortcuts");
  assert.ok(key, `${action} has a key`);
  await page.keyboard.press(key);
};

test("a whole game by keyboard", async () => {
  const page = await visitor(server);
  await goto(page);
  await tabTo(page, '[data-play="ra"]');
  await page.keyboard.press("Enter");
  await page.locator("[data-seq]").waitFor();
  assert.equal(await page.evaluate(() => document.activeElement.id), "main", "the focus goes on to the new page");
  const met = await playOn(page, byKey);
  assert.deepEqual(met.dialogs.length, 3);
  const { table } = await server.api(`/tables/${tableId(page)}`);
  assert.equal(table.status, "over");
  blameless(page);
});

test("the arrow keys go over the board, Enter acts or explains; shortcuts can be off", async () => {
  const page = await visitor(server);
  await goto(page);
  await page.locator('[data-play="ra"]').click();
  await page.locator("[data-seq]").waitFor();
  await playOn(page, byKey, (now) => now.lot >= 2 && now.actions.includes("draw"));

  await tabTo(page, ".board [data-rove]");
  assert.equal(await page.locator('.board [data-rove][tabindex="0"]').count(), 1, "one tab stop for the board");
  await page.locator('[data-slot="0"] button').focus();
  await page.keyboard.press("ArrowRight");
  assert.equal(await page.evaluate(() => document.activeElement.closest("[data-slot]")?.dataset.slot), "1");
  /* A name of two lines makes a neighbour hang lower. */
  await page.locator('[data-slot="0"] .tile-name').evaluate((e) => { e.firstChild.data = "a very long name of a tile"; });
  await page.keyboard.press("ArrowDown");
  const below = await page.evaluate(() => ({ seat: document.activeElement.closest("[data-seat]") !== null, html: document.activeElement.outerHTML.slice(0, 200) }));
  assert.ok(below.seat, `down to the players, not to ${below.html}`);
  await page.locator(".seat .mini").first().focus();
  await page.keyboard.press("Enter");
  await page.locator(".note").waitFor();
  const note = await page.locator(".note").textContent();
  await page.waitForFunction((said) => document.querySelector('[data-live="polite"]').textContent.includes(said), note);
  await shot(page, "keys-explained");

  const { seq } = await asked(page);
  await page.locator("[data-settings]").click();
  await page.locator('input[name="keys"]').uncheck();
  await page.keyboard.press("Escape");
  await page.locator("dialog[open]").waitFor({ state: "detached" });
  assert.equal(await page.locator(".choice kbd").count(), 0, "no keys are shown");
  await page.keyboard.press("d");
  assert.equal((await server.api(`/tables/${tableId(page)}`)).view.seq, seq, "d does nothing now");
  await tabTo(page, '[data-action="draw"]');
  await page.keyboard.press("Enter");
  await page.waitForFunction((s) => Number(document.querySelector("[data-seq]").dataset.newest) > s, seq);
  blameless(page);
});
