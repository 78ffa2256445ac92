/* SPDX-License-Identifier: MIT
 * together.test.mjs -- two browsers at one table and a third that watches; several persons at one screen.
 */
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { asked, blameless, byPress, closeBrowser, goto, hasty, playOn, playUnseen, readSheet, Server, shot, tableId, visitor } from "./lib.mjs";

let server;
before(async () => (server = await Server.start()));
after(async () => {
  await closeBrowser();
  await server.stop();
});

/* Both pages show the same newest moment. */
async function agree(pages) {
  for (;;) {
    const seqs = await Promise.all(pages.map((p) => p.locator("[data-seq]").getAttribute("data-newest")));
    if (new Set(seqs).size === 1)
      return Number(seqs[0]);
    const most = Math.max(...seqs.map(Number));
    await Promise.all(pages.map((p, i) => p.waitForFunction((n) => Number(document.querySelector("[data-seq]").dataset.newest) >= n, most)
      .catch(() => assert.fail(`page ${i} stays at ${seqs[i]}, another is at ${most}`))));
  }
}

test("two browsers play at one table, a third looks on", async () => {
  const host = await visitor(server, { settings: { name: "Anna" } });
  await goto(host);
  await host.locator('select[name="edition"]').selectOption("2005");
  await host.locator('select[name="seat1"]').selectOption("open");
  await host.locator('select[name="seat2"]').selectOption("open");
  await host.locator("[data-create]").click();
  await host.locator(".waiting").waitFor();
  const id = tableId(host);

  const guest = await visitor(server, { settings: { name: "Ben" } });
  await goto(guest);
  await guest.locator(`[data-open="${id}"] a`).click();
  await guest.locator('[data-sit="1"]').click();
  await host.locator('.waiting-seat:nth-child(2)[data-kind="person"]').waitFor();
  assert.match(await host.locator(".waiting-seat:nth-child(2)").textContent(), /Ben/);
  await host.locator('[data-fill="2"]').click();
  await guest.locator('.waiting-seat:nth-child(3)[data-kind="bot"]').waitFor();
  await shot(host, "waiting-light-1280");
  await host.locator("[data-start]").click();

  const onlooker = await visitor(server);
  await goto(onlooker, `#/t/${id}`);
  await Promise.all([host, guest, onlooker].map((p) => p.locator("[data-seq]").waitFor()));

  const turns = [0, 0];
  const pages = [host, guest, onlooker];
  while (Math.min(...turns) < 1) {
    const seq = await agree(pages);
    const { view } = await server.api(`/tables/${id}`);
    const seat = Array.isArray(view.state.to_act) ? view.state.to_act[0] : undefined;
    if (view.seq !== seq || seat === undefined || seat > 1)
      continue;
    const [mover, waiter] = seat === 0 ? [host, guest] : [guest, host];
    const now = await asked(mover, seq - 1);
    assert.equal(now.seat, seat);
    assert.equal(await waiter.locator("[data-action]").count(), 0, "nobody acts for another");
    await byPress(mover, hasty(now));
    await mover.waitForFunction((s) => Number(document.querySelector("[data-seq]").dataset.newest) > s, seq);
    turns[seat]++;
  }
  assert.equal(await onlooker.locator("[data-action]").count(), 0);
  blameless(onlooker);
  await onlooker.context().close();

  /* On without the pages, to the last sun that one of them has; then the players see the end. */
  const players = [host, guest];
  const held = await Promise.all(players.map((p) => p.evaluate((t) => JSON.parse(localStorage.getItem("khepri.tables"))[t].tokens, id)));
  await Promise.all(players.map((p) => p.goto("about:blank")));
  const tokens = Object.assign({}, ...held);
  await playUnseen(server, id, tokens, hasty, ({ state, legal }) => state.epoch === 3 && state.seats[0].ready.length + state.seats[1].ready.length === 1 && Object.keys(legal).length);
  await Promise.all(players.map((p) => goto(p, `#/t/${id}`)));
  await Promise.all(players.map((p) => p.locator('[data-line="live"]').waitFor()));
  await Promise.all(players.map((p) => p.locator("[data-seq]").waitFor()));
  await playUnseen(server, id, tokens, hasty);
  await Promise.all(players.map(readSheet));
  await Promise.all(players.map((p) => p.locator(".final").waitFor()));
  assert.equal(await host.locator(".ranking").first().textContent(), await guest.locator(".ranking").first().textContent());

  /* The host asks for another game; the guest finds it and sits down. */
  await host.locator("[data-rematch]").click();
  await host.locator(".waiting").waitFor();
  await guest.locator(".rematch a").click();
  await guest.locator("[data-sit]").click();
  await host.locator('.waiting-seat[data-kind="open"]').waitFor({ state: "detached" });
  players.forEach(blameless);
});

test("three persons take turns at one screen", async () => {
  const page = await visitor(server);
  await goto(page);
  await page.locator('select[name="edition"]').selectOption("1999");
  for (const [i, name] of ["Anna", "Ben", "Cleo"].entries()) {
    await page.locator(`select[name="seat${i}"]`).selectOption("person");
    await page.locator(`input[name="name${i}"]`).fill(i ? `\u202e${name}\u2069` : name);
  }
  await page.locator("[data-create]").click();
  const turns = [0, 0, 0];
  await playOn(page, async (p, action, now) => {
    turns[now.seat]++;
    const name = ["Anna", "Ben", "Cleo"][now.seat];
    assert.match(await p.locator("[data-prompt]").textContent(), new RegExp(name), "the prompt names who is asked");
    await byPress(p, action);
  }, () => Math.min(...turns) >= 1, hasty);
  assert.ok(Math.min(...turns) >= 1, `each had turns: ${turns}`);
  const { view } = await server.api(`/tables/${tableId(page)}`);
  assert.equal(view.state.options.edition, "1999");
  blameless(page);
});
