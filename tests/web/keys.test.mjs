/* SPDX-License-Identifier: MIT
 * keys.test.mjs -- a game without a mouse: its beginning, its board, its last epoch and its score sheets.
 */
import assert from "node:assert/strict";
import { after, before } from "node:test";
import { amunPlay, asked, blameless, checkSheet, closeBrowser, frugal, goto, hasty, longTest, playOn, playUnseen, readSheet, Server, shot, sit, tableId, tabTo, test, visitor } from "./lib.mjs";

let server;
before(async () => (server = await Server.start()));
after(async () => {
  await closeBrowser();
  await server.stop();
});

const byKey = async (page, action) => {
  const key = await page.locator(`[data-action="${action}"]`).getAttribute("aria-keyshortcuts");
  assert.ok(key, `${action} has a key`);
  await page.keyboard.press(key);
};

test("a game begins by keyboard; the arrow keys go over the board, Enter acts or explains; shortcuts can be off", async () => {
  const page = await visitor(server);
  await goto(page);
  await tabTo(page, '[data-play="ra"]');
  await page.keyboard.press("Enter");
  await page.locator("[data-seq]").waitFor();
  assert.equal(await page.evaluate(() => document.activeElement.id), "main", "the focus goes on to the new page");
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

/* The last turns of a game against bots, after others that were played unseen: Ra, with one sun left, by keys alone. Its sheets are closed; the heading
 * of the last one. */
async function endOf(page, game) {
  const seats = [{ kind: "person", name: "Anna" }, ...[1, 2].map(() => ({ kind: "bot", bot: "easy" }))];
  const { table, tokens } = await server.api("/tables", { game, players: 3, seats, public: false, start: true });
  const late = ({ state, legal }) => (game === "ra" ? state.epoch === 3 && state.seats[0].ready.length === 1 && legal[0] : state.round === 6);

  await playUnseen(server, table.id, tokens, game === "ra" ? hasty : frugal, late);
  await sit(page, table.id, tokens);
  const { dialogs } = game === "ra" ? await playOn(page, byKey, () => false, hasty) : await amunPlay(page);
  assert.equal((await server.api(`/tables/${table.id}`)).table.status, "over");
  return dialogs.at(-1) ?? readSheet(page);      /* the last one opens by itself */
}

for (const game of ["ra", "amun_re"])
  (game === "ra" ? test : longTest)(`the score sheet of ${game} opens again when the game is over, by its button and by keyboard`, async () => {
    const page = await visitor(server);
    const last = ".final .sheet-buttons button:last-of-type";
    const title = await endOf(page, game);
    const open = async () => {
      await page.locator("dialog[open] table.sheet").waitFor();
      assert.equal(await page.locator("dialog[open] h2").textContent(), title);
      await checkSheet(page);
    };
    const closed = async () => {
      await page.locator("dialog[open]").waitFor({ state: "detached" });
      assert.ok(await page.locator(last).evaluate((e) => e === document.activeElement), "the focus is where it was");
    };
    await page.locator(last).click();
    await open();
    await page.locator("dialog[open] .dialog-foot .button").click();
    await closed();
    await page.locator("main").focus();
    await tabTo(page, last);
    for (const key of ["Enter", "Space"]) {
      await page.keyboard.press(key);
      await open();
      await page.keyboard.press("Escape");
      await closed();
    }
    blameless(page);
  });
