/* SPDX-License-Identifier: MIT
 * since.test.mjs -- the log shows what was played since a seat here last acted, at sealed moments too.
 */
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { amunTable, asked, blameless, byMouse, closeBrowser, frugal, goto, hasty, playUnseen, Server, settled, sit, tableId, visitor } from "./lib.mjs";

let server;
before(async () => (server = await Server.start()));
after(async () => {
  await closeBrowser();
  await server.stop();
});

const person = (name) => ({ kind: "person", name });
const since = (page) => page.locator("[data-since]");

/* The line stands before the first step after the last one of the seat; there is none where nothing followed. */
async function afterOwn(page, id, seat) {
  const { steps } = await server.api(`/tables/${id}/log`);
  const own = steps.findLastIndex((step) => step.seat === seat);

  assert.ok(own >= 0, "the seat has acted");
  if (own + 1 === steps.length) {
    assert.equal(await since(page).count(), 0, "nothing was played since");
    return false;
  }
  assert.equal(await since(page).getAttribute("data-since"), String(own + 1));
  assert.equal(await since(page).textContent(), "Since you last played");
  const [before, next] = await since(page).evaluate((line) => [line.previousElementSibling, line.nextElementSibling].map((e) => Number(e?.dataset.step ?? -1)));
  assert.ok(before <= own && next > own, `between ${before} and ${next}: ${own}`);
  return true;
}

test("Ra: what the others did, at each turn anew, after a reload, and at the end", async () => {
  const page = await visitor(server);
  const made = await server.api("/tables", { game: "ra", players: 3, seats: ["Anna", "Ben", "Cleo"].map(person), public: false, start: true });
  const { id } = made.table;
  const others = { 1: made.tokens[1], 2: made.tokens[2] };
  const mine = ({ state }) => state.to_act[0] === 0;
  await sit(page, id, { 0: made.tokens[0] });
  await page.locator("[data-seq]").waitFor();
  await playUnseen(server, id, others, hasty, mine);
  const first = await asked(page);
  assert.equal(await since(page).count(), 0, "nothing was played here yet");
  await byMouse(page, first.actions[0]);
  await settled(page, first.seq);
  await playUnseen(server, id, others, hasty, mine);
  const { view: { seq } } = await server.api(`/tables/${id}`);
  const second = await asked(page, seq - 1);
  assert.ok(await afterOwn(page, id, second.seat), "the others have played");
  await page.reload();
  await asked(page);
  await afterOwn(page, id, second.seat);
  await page.locator('[aria-label="One step back"]').click();
  await page.locator(".past").waitFor();
  assert.equal(await since(page).count(), 0, "not at an earlier moment");
  await goto(page, `#/t/${tableId(page)}`);
  await asked(page);

  /* On a phone the newest line opens the log. */
  await page.setViewportSize({ width: 390, height: 844 });
  await page.locator("[data-news]").click();
  await page.locator("dialog[open] [data-since]").waitFor();
  await page.keyboard.press("Escape");
  await page.locator("dialog[open]").waitFor({ state: "detached" });
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.goto("about:blank");
  await playUnseen(server, id, made.tokens, hasty);
  await goto(page, `#/t/${id}`);
  await page.locator(".final").waitFor();
  const { steps } = await server.api(`/tables/${id}/log`);
  assert.equal(await since(page).count(), steps.at(-1).seat === second.seat ? 0 : 1);
  blameless(page);
});

test("Amun-Re: before and after offers, which are sealed", async () => {
  const page = await visitor(server);
  const other = await visitor(server);
  const { id, tokens } = await amunTable(page, [person("Anna"), person("Ben"), { kind: "bot", bot: "rule" }]);
  await playUnseen(server, id, tokens, frugal, ({ state }) => state.phase === "offer");
  await Promise.all([sit(page, id, { 0: tokens[0] }), sit(other, id, { 1: tokens[1] })]);
  await Promise.all([page, other].map((each) => each.locator("[data-seal]").waitFor()));

  /* Whoever did not act last sees what the others did. */
  const [late, soon] = await afterOwn(page, id, 0) ? [other, page] : [page, other];
  await afterOwn(late, id, late === page ? 0 : 1);
  assert.equal(await since(soon).count(), 1);
  await soon.locator("[data-seal]").click();
  await soon.locator('[data-prompt="wait"]').waitFor();
  assert.equal(await since(soon).count(), 0, "nothing is played after what is sealed");
  await late.locator("[data-seal]").click();
  /* Whoever is asked next sees the result. */
  await page.waitForFunction(() => document.querySelector("[data-phase]").dataset.phase !== "offer");
  const next = await Promise.race([page, other].map(async (each, seat) => {
    await each.locator('[data-prompt="mine"]').waitFor();
    return [each, seat];
  }));
  assert.ok(await afterOwn(next[0], id, next[1]), "the reveal came after");
  [page, other].forEach(blameless);
});
