/* SPDX-License-Identifier: MIT
 * toy.test.mjs -- the toy game in the browser: at a server and in the page itself, at the plain table, to its end.
 * Without a folder of its own in web/src. Run by test_toy.py with the program of a tree that has the game.
 */
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { blameless, closeBrowser, goto, Server, shot, visitor } from "../web/lib.mjs";
import { byClick, play } from "../web/plain.mjs";

let server;
before(async () => (server = await Server.start()));
after(async () => {
  await closeBrowser();
  await server.stop();
});

const highest = ({ actions }) => actions.at(-1);

async function whole(page) {
  const turns = await play(page, byClick(page), highest);
  assert.ok(turns >= 3, `${turns} turns`);
  assert.match(await page.locator(".final").textContent(), /wins|win/);
  assert.match(await page.locator(".log").textContent(), /bid/);
  blameless(page);
}

test("at a server, begun with one click", async () => {
  const page = await visitor(server);
  await goto(page);
  assert.match(await page.locator('[data-hero="toy"]').textContent(), /for 2 to 4 players/);
  await page.locator('[data-play="toy"]').click();
  await whole(page);
  await shot(page, "toy-1280");
});

test("in the page, without a server's help", async () => {
  const page = await visitor(server);
  await goto(page);
  await page.locator('input[name="game"][value="toy"]').check();
  await page.locator('select[name="players"]').selectOption("3");
  await page.locator('input[name="here"]').check();
  await page.locator("[data-create]").click();
  await page.waitForURL(/#\/t\/0/);
  await page.locator(".plain [data-action]").first().waitFor();
  await server.stop();                /* all that the page needs is there */
  await whole(page);
  server = await Server.start();
});
