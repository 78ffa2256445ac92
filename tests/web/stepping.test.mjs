/* SPDX-License-Identifier: MIT
 * stepping.test.mjs -- looking back: records from files, moments of running games, links to them and to positions.
 * The log shows what was played since a seat here last acted, at sealed moments too.
 */
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { after, before, test } from "node:test";
import { accessible, amunTable, asked, blameless, byMouse, closeBrowser, frugal, gameFile, goto, hasty, noSidewaysScroll, playAway, playNow, playUnseen, program, Server, settled, shot, sit, tableId, visitor, whim } from "./lib.mjs";

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

/* ---- positions ---- */

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

/* Cleo has bid all her suns, and Ben is asked before her: she is never asked. */
test("a player without a sun above the highest bid is shown as unable to bid", async () => {
  const all = { format: "khepri-record/1", game: "ra", players: ["Anna", "Ben", "Cleo"] };
  const spent = ["invoke pass bid:11 pass", "invoke bid:10 pass pass", "invoke pass pass bid:7", "invoke pass bid:4 pass"].join(" ").split(" ");
  const file = JSON.stringify({ ...all, actions: ["deal:1,2,3", ...spent, "draw", "tile:nile", "invoke"] });
  const page = await visitor(server);

  await goto(page, `#/position/${execFileSync(program, ["show", "--as-position", "-"], { input: file, encoding: "utf8" }).trim()}`);
  await asked(page);
  assert.deepEqual(await page.locator("[data-bidder]").evaluateAll((line) => line.map((e) => `${e.dataset.bidder} ${e.dataset.standing}`)), ["1 asked", "2 cannot", "0 later"]);
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

/* ---- since a seat last acted ---- */

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
