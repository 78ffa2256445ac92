/* SPDX-License-Identifier: MIT
 * position.test.mjs -- a link with a position string: the position is shown, played on from and taken up again; and what is no position is told.
 */
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { after, before } from "node:test";
import { accessible, asked, blameless, closeBrowser, gameFile, goto, noSidewaysScroll, program, Server, shot, test, visitor } from "./lib.mjs";

let server;
before(async () => (server = await Server.start()));
after(async () => {
  await closeBrowser();
  await server.stop();
});

const khepri = (...words) => execFileSync(program, words, { encoding: "utf8" }).trim();

const stringAt = (step) => khepri("show", "--as-position", "--step", String(step), gameFile);

test("a position is opened by its link and played on", async () => {
  const page = await visitor(server);
  const string = stringAt(41);

  await goto(page, `#/position/${string}`);
  const first = await asked(page);
  assert.equal(first.seq, 0, "a seat is to move, so nothing has happened");
  await accessible(page, "a position");
  await noSidewaysScroll(page, "a position");
  await shot(page, "position-1280");
  await page.locator(`[data-action="${first.actions[0]}"]`).first().click();
  const second = await asked(page, first.seq);
  assert.ok(second.seq > first.seq);
  await page.locator("[data-position-again]").click();
  await page.locator(`[data-position-page="${first.seq}"]`).waitFor();
  assert.deepEqual(await asked(page), first, "from the beginning, the same is asked");
  await page.locator("[data-ask-hint]").click();
  await page.locator('[data-hint="shown"]').waitFor();
  blameless(page);
  await page.context().close();
});

test("what a messenger leaves behind a link does no harm, and what is no position is told in a sentence", async () => {
  const page = await visitor(server);
  const string = stringAt(41);

  await goto(page, `#/position/${string}).`);
  assert.ok((await asked(page)).actions.length > 0);
  for (const wrong of [`${string.slice(0, -1)}${string.endsWith("A") ? "B" : "A"}`, "chess.1.AAAA", string.slice(0, 30)]) {
    await goto(page, `#/position/${wrong}`);
    await page.locator("[data-position-trouble]").waitFor();
    assert.match(await page.locator("[data-position-trouble]").textContent(), /\S \S/);
  }
  blameless(page);
  await page.context().close();
});
