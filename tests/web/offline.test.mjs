/* SPDX-License-Identifier: MIT
 * offline.test.mjs -- games in the page: the server is stopped, the page is loaded again, and whole games are played;
 * several tabs, records out and in.
 */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { after } from "node:test";
import { accessible, amunPlay, amunUntil, asked, blameless, byPress, closeBrowser, fingers, goto, hasty, longTest, noSidewaysScroll, openRecord, playOn, readSheet, Server, shot, simulated, staticFolder, test, tuned, visitor } from "./lib.mjs";

const skip = staticFolder ? false : "the client was built without the core";
/* Somebody who was here once, and whose server is gone. All cases share that: a first visit costs more than most of them. */
let away;
let server;
after(async () => {
  await closeBrowser();
  await server?.stop();
});

async function leftAlone() {
  server = await Server.start();
  const page = await visitor(server, { serviceWorkers: "allow" });
  await goto(page);
  await page.locator('[data-offline="ready"][data-thinks="true"]').waitFor();
  page.picture = await page.locator('link[rel="icon"]').evaluate((link) => link.href);
  await server.kill();
  return page;
}

/* Loads a page with nothing stored but settings. Where only a picture is shown, nothing holds the games. */
async function anew(page, picture, settings) {
  await page.goto(picture);
  await page.evaluate(async (stored) => {
    localStorage.clear();
    Object.entries(stored).forEach(([key, value]) => localStorage.setItem(key, value));
    const kept = await indexedDB.databases();
    await Promise.all(kept.map(({ name }) => new Promise((done) => (indexedDB.deleteDatabase(name).onsuccess = done))));
  }, tuned(settings));
  await goto(page);
  await page.locator('main[data-server="away"]').waitFor();
}

/* Their page, as if they had done nothing yet but to come once. */
async function withoutServer(body, settings = {}) {
  away ??= leftAlone();
  const page = await away;

  page.faults.length = 0;
  await page.setViewportSize({ width: 1280, height: 800 });
  await anew(page, page.picture, settings);
  await body(page);
  blameless(page);
}

/* What is on show now. */
const summary = (page) => page.evaluate(() => ({
  seq: document.querySelector("[data-seq]").dataset.seq,
  asked: document.querySelector("[data-seat-asked]")?.dataset.seatAsked,
  log: [...document.querySelectorAll(".log .entry")].map((e) => e.textContent),
  board: document.querySelector(".play-main")?.textContent,
}));

async function setUp(page, game, kinds) {
  await page.locator(`input[name="game"][value="${game}"]`).check();
  await page.locator('select[name="players"]').selectOption(String(kinds.length));
  for (const [i, kind] of kinds.entries())
    await page.locator(`select[name="seat${i}"]`).selectOption(kind);
  await page.locator("[data-create]").click();
  await page.waitForURL(/#\/t\/0/);
}

async function saved(page) {
  const [download] = await Promise.all([page.waitForEvent("download"), page.locator("[data-record]").click()]);

  assert.match(download.suggestedFilename(), /^khepri-.*\.jsonl$/);
  return readFileSync(await download.path(), "utf8");
}

const openFile = async (page, text) => {
  await openRecord(page, text);
  await page.locator("[data-keep]").waitFor();
};

/* What bots have played but for its end is kept here, and played on: a whole game through the page takes long. Ra is ended by
 * three persons: whoever has suns left is one of them. In Amun-Re the last offers are left, of which each makes one. */
async function nearTheEnd(page, game) {
  const record = JSON.parse(simulated(game, 3, 3));
  const bots = game === "ra" ? [null, null, null] : [null, "easy", "easy"];
  const end = game === "ra" ? -12 : record.actions.findLastIndex((action) => action.startsWith("0/offer:"));

  delete record.result;
  await openFile(page, JSON.stringify({ ...record, actions: record.actions.slice(0, end), meta: { bots } }));
  await page.locator("[data-keep]").click();
  await page.waitForURL(/#\/t\/0/);
}

/* A game that ended here, gone through from its worst move. */
async function review(page) {
  await page.locator("[data-go-analysis]").click();
  await page.locator('[data-analysis="shown"]').waitFor();
  const worst = page.locator("[data-worst]").first();
  const at = await worst.getAttribute("data-worst");
  await worst.click();
  await page.locator(`.legend[data-at="${at}"]`).waitFor();
  assert.equal(await page.locator("[data-seq]").getAttribute("data-seq"), at);
}

test("a seed is taken by a browser that a program steers, and by no other", { skip }, () => withoutServer(async (page) => {
  const made = async (from) => {
    await from.locator("[data-create]").click();
    await from.waitForURL(/#\/t\/0/);
    return from.url();
  };
  const name = await made(page);
  await anew(page, page.picture);
  assert.equal(await made(page), name);

  await page.goto(page.picture);        /* it holds its games no longer */
  const other = await page.context().newPage();
  other.server = page.server;
  await other.addInitScript(() => Object.defineProperty(Navigator.prototype, "webdriver", { get: () => false }));
  await anew(other, page.picture);
  assert.notEqual(await made(other), name);
  await other.close();
}));

test("Ra: two persons and a bot, the server stopped, reloaded in mid-game; out as a record and in again", { skip }, () => withoutServer(async (page) => {
  await shot(page, "offline-lobby-1280");
  await setUp(page, "ra", ["person", "person", "bot:easy"]);
  const seats = new Set();
  const deed = async (p, action, now) => {
    seats.add(now.seat);
    await byPress(p, action);
  };
  await playOn(page, deed, () => seats.size === 2);
  assert.deepEqual([...seats].sort(), [0, 1], "both persons had their turns");
  const before = await summary(page);
  const half = await saved(page);
  assert.equal(JSON.parse(half).result, undefined);
  assert.deepEqual(JSON.parse(half).meta.bots, ["human", "human", "easy"]);

  await page.reload();
  await asked(page);
  assert.deepEqual(await summary(page), before, "a reload loses nothing");
  assert.equal(await page.locator(".line").textContent(), "In this page");
  assert.equal(await page.getByText("Copy a link").count(), 0, "nobody else can follow a link to it");
  const now = await asked(page);
  await byPress(page, now.actions[0]);
  await page.waitForFunction((s) => Number(document.querySelector("[data-seq]").dataset.newest) > s, now.seq);

  /* To the end, of another game. */
  await nearTheEnd(page, "ra");
  const { dialogs } = await playOn(page, byPress, () => false, hasty);
  assert.ok(dialogs.length >= 1);
  const whole = JSON.parse(await saved(page));
  const shown = await page.locator(".final .ranking tbody tr").evaluateAll((all) => all.map((r) => Number([...r.cells].at(-1).textContent)));
  assert.deepEqual(shown, [...whole.result.scores].sort((a, b) => b - a));
  await review(page);
  await goto(page, `#/t/${whole.meta.table}`);

  /* Kept: it is listed; the next game begins from it; both can be deleted. */
  await page.locator("[data-rematch]").click();
  await page.waitForURL((u) => /#\/t\/0/.test(u.hash) && !u.hash.includes(whole.meta.table));
  await asked(page);
  await goto(page);
  await page.locator("[data-mine]").nth(2).waitFor();
  const ask = async () => {     /* on a phone the list is elsewhere, and asks anew */
    await page.locator(`[data-mine="${whole.meta.table}"] button`).click();
    await page.locator("[data-delete]").waitFor();
  };
  await ask();
  await accessible(page, "deleting is asked twice", [], ".mine");
  await page.setViewportSize({ width: 390, height: 844 });
  await page.locator("[data-delete]").waitFor({ state: "detached" });
  await ask();
  await noSidewaysScroll(page, "the lobby with a question");
  await fingers(page, "the lobby with a question");
  await page.locator("[data-delete]").scrollIntoViewIfNeeded();
  await shot(page, "offline-delete-390");
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.locator("[data-delete]").waitFor({ state: "detached" });
  await ask();
  await page.locator("[data-delete]").click();
  await page.locator(`[data-mine="${whole.meta.table}"]`).waitFor({ state: "detached" });
  assert.equal(await page.locator("[data-mine]").count(), 2);
  await page.reload();
  await page.locator("[data-mine]").nth(1).waitFor();
  assert.equal(await page.locator(`[data-mine="${whole.meta.table}"]`).count(), 0, "what is deleted stays so");
  await goto(page, `#/t/${whole.meta.table}`);
  await page.getByText("This game is not in this browser.").waitFor();

  /* What was saved half way goes on from there, and a finished one is kept to look back. */
  await openFile(page, half);
  await shot(page, "offline-record-1280");
  await page.locator("[data-keep]").click();
  await page.waitForURL(/#\/t\/0/);
  await page.locator(`[data-seq="${before.seq}"]`).waitFor();
  const again = await asked(page);
  assert.equal(again.seat, Number(before.asked));
  await byPress(page, again.actions[0]);
  await page.waitForFunction((s) => Number(document.querySelector("[data-seq]").dataset.newest) > s, again.seq);
  const games = () => page.evaluate(() => Object.keys(JSON.parse(localStorage.getItem("khepri.tables"))).length);
  const kept = await games();
  await openFile(page, JSON.stringify(whole));
  await page.locator("[data-keep]").dblclick();
  await page.waitForURL(/#\/t\/0/);
  await page.locator(".final").waitFor();
  assert.deepEqual(JSON.parse(await saved(page)).actions, whole.actions);
  await goto(page);
  await page.locator("[data-mine]").first().waitFor();
  assert.equal(await games(), kept + 1, "pressed twice, kept once");
}));

test("Amun-Re in German: a person and two bots, the server stopped, reloaded in mid-game", { skip }, () => withoutServer(async (page) => {
  await page.getByText("Der Server ist nicht zu erreichen.").waitFor();
  await page.setViewportSize({ width: 390, height: 844 });
  await noSidewaysScroll(page, "the lobby in German");
  await shot(page, "offline-lobby-de-390");
  await page.setViewportSize({ width: 1280, height: 800 });
  await setUp(page, "amun_re", ["person", "bot:easy", "bot:easy"]);
  await amunPlay(page, { enough: ({ phase }) => phase === "offer" });
  const at = await page.locator("[data-newest]").getAttribute("data-newest").catch(() => null);
  await page.reload();
  await page.locator("[data-curtain], [data-newest]").first().waitFor();
  await amunUntil(page, "bid");
  assert.ok(Number(await page.locator("[data-newest]").getAttribute("data-newest")) > Number(at));
  assert.equal(await page.locator(".line").textContent(), "Auf dieser Seite");
}, { lang: "de" }));

/* A lesson's first steps, up to what the others do after the learner. */
async function beginLesson(page, game, first) {
  await goto(page, `#/lesson/${game}`);
  await page.locator('[data-lesson-step="0"]').waitFor();
  await page.locator("[data-lesson-go]").click();
  await page.locator('[data-lesson-step="1"]').waitFor();
  await page.locator(`[data-action="${first}"]`).first().click();
  await page.locator('[data-lesson-step="2"]').waitFor();
}

/* The first puzzle of the list, answered somehow. */
async function answerPuzzle(page, game) {
  await goto(page, "#/puzzles");
  await page.locator(`section:has([data-daily="${game}"]) [data-puzzle]`).first().click();
  await page.locator("[data-answer]").first().click();
  await page.locator("[data-answered] [data-reasons]").waitFor();
  assert.ok(await page.locator("[data-worth]").count() >= 2, "each answer has its worth");
}

for (const [game, first] of [["ra", "draw"], ["amun_re", "bid:memphis:3"]])
  (game === "ra" ? test : longTest)(`${game} without its server: the rules, a lesson, a puzzle`, { skip }, () => withoutServer(async (page) => {
    await goto(page, `#/rules/${game}`);
    await page.locator(".rulebook .passage").first().waitFor();
    await beginLesson(page, game, first);
    await page.reload();
    await page.locator('[data-lesson-step="2"]').waitFor();
    await answerPuzzle(page, game);
  }));

longTest("Amun-Re in German without its server: a game to its end, and its review", { skip }, () => withoutServer(async (page) => {
  await nearTheEnd(page, "amun_re");
  const { dialogs } = await amunPlay(page);
  assert.equal(dialogs.length, 1, "the score sheet of the second kingdom");
  const record = JSON.parse(await saved(page));
  assert.equal(record.game, "amun_re");
  assert.equal(record.result.scores.length, 3);
  await accessible(page, "the end of Amun-Re in the page");
  await shot(page, "offline-amun-final-de-1280");
  await review(page);
}, { lang: "de" }));

test("Ra against bots that ask a net: what thinks was fetched in the quiet after the first visit", { skip }, () => withoutServer(async (page) => {
  const fetched = await page.evaluate(async () => {
    const [name] = (await caches.keys()).filter((each) => each.startsWith("khepri "));
    return (await (await caches.open(name)).keys()).map(({ url }) => url.split("/").at(-1)).filter((file) => /^khepri-mind|\.bin$/.test(file)).sort();
  });
  assert.equal(fetched.filter((name) => name.startsWith("khepri-mind")).length, 1, "one of the two modules: the one this browser runs");
  assert.deepEqual(fetched.filter((name) => name.startsWith("ra-")).map((name) => name.slice(0, 4)), ["ra-2", "ra-3", "ra-4", "ra-5"]);
  await setUp(page, "ra", ["person", "bot:hard", "bot:hard"]);
  await playOn(page, byPress, (now) => now.seq > 20, hasty);
  const record = JSON.parse(await saved(page));
  assert.deepEqual(record.meta.bots, ["human", "hard", "hard"]);
}));

test("two tabs see one game; when the one that keeps it is closed, the other goes on", { skip }, () => withoutServer(async (second) => {
  const first = await second.context().newPage();
  first.server = second.server;
  await goto(first);
  await first.locator('[data-play="ra"]').click();
  await first.waitForURL(/#\/t\/0/);
  await asked(first);
  await goto(second, `#/t/${/#\/t\/(\w+)/.exec(first.url())[1]}`);

  for (let i = 0; i < 2; i++) {
    const [mover, other] = i % 2 ? [first, second] : [second, first];
    const now = await asked(mover);
    if (now.dialog) {
      await readSheet(mover);
      continue;
    }
    await other.locator(`[data-seq="${now.seq}"]`).waitFor();
    await byPress(mover, now.actions.includes("draw") ? "draw" : now.actions[0]);
    await other.waitForFunction((s) => Number(document.querySelector("[data-seq]").dataset.newest) > s, now.seq);
  }
  await first.close();
  await second.locator('[data-line="live"]').waitFor();
  const now = await asked(second);
  await byPress(second, now.actions[0]);
  await second.waitForFunction((s) => Number(document.querySelector("[data-seq]").dataset.newest) > s, now.seq);
  await second.reload();
  assert.ok((await asked(second)).seq > now.seq, "what was done after the change is kept");
}));

test("the table of a server that is away says so and leads to the lobby", { skip }, () => withoutServer(async (page) => {
  await goto(page, "#/t/abcdefghjkmn");
  await page.locator("[data-away]", { hasText: "The server is not available" }).waitFor();
  assert.equal((await page.locator("main").textContent()).match(/Loading/g).length, 1);
  await page.locator("[data-away] a").click();
  await page.locator('main[data-server="away"]').waitFor();
}));

test("with a server, a game goes to this page only where that is chosen", { skip }, async () => {
  const server = await Server.start();

  try {
    const page = await visitor(server);
    await page.addInitScript(() => {
      window.persistAsked = 0;
      navigator.storage.persist = async () => {
        window.persistAsked++;
        return false;
      };
    });
    const asks = () => page.evaluate(() => window.persistAsked);
    await goto(page);
    await page.locator('input[name="here"]').check();
    assert.equal(await page.locator('input[name="public"]').count(), 0);
    await page.locator('select[name="seat1"]').selectOption("open");
    assert.equal(await page.locator('input[name="here"]').count(), 0, "who comes by a link comes by the server");
    await page.locator('select[name="seat1"]').selectOption("bot:easy");
    await page.locator("[data-create]").click();
    await page.waitForURL(/#\/t\/0/);
    const now = await asked(page);
    await byPress(page, now.actions[0]);
    await page.waitForFunction((s) => Number(document.querySelector("[data-seq]").dataset.newest) > s, now.seq);
    assert.equal(await asks(), 1, "the browser is asked to keep the game");
    assert.equal(await page.locator(".trouble, .banner").count(), 0, "its refusal is no trouble");

    await page.goto(`${server.url}/?again#/`);
    await page.locator('[data-play="ra"]').click();
    await page.waitForURL(/#\/t\/[a-z2-9]/);
    assert.equal(await asks(), 0, "a game of the server needs nothing of the browser");
    await goto(page);
    await page.locator("[data-mine]").nth(1).waitFor();
    assert.equal(await page.getByText("in this browser").count(), 1);
    blameless(page);
  } finally {
    await server.stop();
  }
});
