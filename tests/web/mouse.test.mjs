/* SPDX-License-Identifier: MIT
 * mouse.test.mjs -- a whole game by mouse against bots, from the first click to the next game.
 */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { after, before, test } from "node:test";
import { blameless, byMouse, closeBrowser, goto, hasty, playNow, playOn, Server, shot, visitor, whim } from "./lib.mjs";

let server;
before(async () => (server = await Server.start("2")));
after(async () => {
  await closeBrowser();
  await server.stop();
});

test("a whole game by mouse, its score sheets, its record, and the next game", async () => {
  const page = await visitor(server, { settings: { name: "Anna" } });
  await goto(page);
  const id = await playNow(page);
  let half = false;
  let passed = false;
  /* Passes once, at the first chance: the usual way of playing may never pass. */
  const choose = (now) => {
    if (passed || !now.actions.includes("pass"))
      return (now.seq < 10 ? whim : hasty)(now);
    passed = true;
    return "pass";
  };
  const met = await playOn(page, async (p, action, now) => {
    if (!half && now.lot >= 3) {
      half = true;
      await shot(p, "table-light-1280");
    }
    await byMouse(p, action);
  }, () => false, choose);

  assert.deepEqual(met.dialogs.map((d) => d.replace(/\D/g, "")), ["1", "2", "3"], "a score sheet after each epoch");
  for (const verb of ["draw", "invoke", "bid", "pass"])
    assert.ok(met.verbs.has(verb), `${verb} was met`);

  const { view, table } = await server.api(`/tables/${id}`);
  assert.equal(table.status, "over");
  const rows = await page.locator(".final .ranking tbody tr").evaluateAll((all) => all.map((r) => [r.querySelector(".ranking-name").textContent, Number([...r.cells].at(-1).textContent), r.className]));
  assert.equal(rows.length, 3);
  for (const [name, points, won] of rows) {
    const seat = table.seats.findIndex((s) => s.name === name);
    assert.equal(points, view.state.result.scores[seat]);
    assert.equal(won === "winner", view.state.result.winners.includes(seat));
  }
  assert.ok((await page.locator(".log .entry").count()) > 50, "the log tells the game");
  await shot(page, "final-light-1280");

  /* What is said aloud when the last step is asked for, with what was said just before. */
  await page.evaluate(() => new MutationObserver(() => window.said.push(document.querySelector("[data-live=polite]").textContent)).observe(document.querySelector("[data-live=polite]"), { childList: true, subtree: true, characterData: true }));
  const lastStep = async () => {
    await page.keyboard.press("l");
    await page.waitForFunction(() => window.said.some((text) => text));
    return page.evaluate(() => window.said.splice(0).join(" "));
  };
  await page.evaluate(() => (window.said = []));
  const alone = await lastStep();

  /* To come back to the last moment opens no sheet again, and tells nothing. */
  const last = await page.locator("[data-seq]").getAttribute("data-seq");
  await page.keyboard.press("[");
  await page.locator(`[data-seq="${last - 1}"]`).waitFor();
  await page.keyboard.press("]");
  await page.locator(`[data-seq="${last}"]`).waitFor();
  assert.equal(await page.locator("dialog[open]").count(), 0);
  assert.equal(await lastStep(), alone);

  const [download] = await Promise.all([page.waitForEvent("download"), page.locator("[data-record]").click()]);
  const record = JSON.parse(readFileSync(await download.path(), "utf8"));
  assert.equal(record.format, "khepri-record/1");
  assert.deepEqual(record.result.scores, view.state.result.scores);

  await page.locator("[data-rematch]").click();
  await page.waitForURL((u) => /#\/t\//.test(u.hash) && !u.hash.includes(id));
  await page.locator("[data-seq]").waitFor();
  await goto(page);
  await page.locator("[data-mine]").nth(1).waitFor();
  assert.equal(await page.locator("[data-mine]").count(), 2, "both games are on my list");
  blameless(page);
});
