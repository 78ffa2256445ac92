/* SPDX-License-Identifier: MIT
 * scenes.test.mjs -- scenes over the board: each of both games, skipped by key and press, still under reduced motion,
 * shortened by the pace; fast-forward.
 *
 * The page follows a table whose moments are those of a record. They come when the test says so. So each scene is met
 * without playing up to it.
 */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { after, before } from "node:test";
import { accessible, blameless, closeBrowser, gameFile, goto, longTest, noSidewaysScroll, root, Server, shot, test, visitor } from "./lib.mjs";

const id = "abcdefghjkmn";
let server;
let ra;
let amun;
let spent;
before(async () => {
  server = await Server.start();
  ra = await play(gameFile);
  amun = await play(join(root, "tests", "golden", "built-amun_re-3p.jsonl"));
  spent = await play(join(root, "tests", "golden", "spent-3p.jsonl"));
});
after(async () => {
  await closeBrowser();
  await server.stop();
});

/* What a scene draws costs much while it moves. Where that is not the subject, it stands still. */
const still = { reducedMotion: "reduce" };

/* A record and its steps, as the server tells them. */
async function play(path) {
  const record = JSON.parse(readFileSync(path, "utf8").split("\n")[0]);
  const { steps } = await server.api("/replay", { record, steps: true });

  return { record, steps, first: (holds) => steps.find((step) => holds(step.events)).seq + 1 };
}

/* Moment n as the holders of `seats` get it. */
async function moment({ record }, n, seats = []) {
  const { view } = await server.api("/replay", { record, at: n });

  return { ...view, last: n, legal: Object.fromEntries(Object.entries(view.legal).filter(([seat]) => seats.includes(Number(seat)))) };
}

/* A page at moment `start` of a game; `step(n)` has moment n come. `back(n)` leaves the table and opens it at moment n, which costs
 * much less than a page of its own. */
async function theatre(game, start, { seats = [], bots = [1, 2], ...wishes } = {}) {
  const page = await visitor(server, { ...wishes, settings: { scenes: true, pace: "calm", motion: "auto", ...wishes.settings } });
  const { players } = game.record;
  let from = start;
  let view = await moment(game, from, seats);
  const table = () => ({
    id, game: view.state.game, options: view.state.options, players: players.length, status: "playing", public: false, hints: false, pace: "human", stand_ins: "none",
    seats: players.map((name, i) => (bots.includes(i) ? { kind: "bot", name, bot: "easy" } : { kind: "person", name, online: true })), seq: from, created: "2026-01-01T00:00:00Z", rematch: null,
  });
  let socket;

  await page.route(`**/api/1/tables/${id}`, (route) => route.fulfill({ json: { ok: true, table: table(), view } }));
  await page.route(`**/api/1/tables/${id}/log`, (route) => route.fulfill({ json: { ok: true, steps: game.steps.slice(0, from) } }));
  await page.routeWebSocket(/\/ws$/, (line) => {
    socket = line;
    line.onMessage((text) => {
      const { op } = JSON.parse(text);
      if (op === "watch")
        line.send(JSON.stringify({ op: "table", table: table(), view }));
      else if (op === "ping")
        line.send(JSON.stringify({ op: "pong" }));
    });
  });
  await page.addInitScript(([name, tokens]) => localStorage.setItem("khepri.tables", JSON.stringify({ [name]: { tokens, since: 1 } })),
    [id, Object.fromEntries(seats.map((seat) => [seat, "t".repeat(32)]))]);
  await goto(page, `#/t/${id}`);
  await page.locator(`[data-seq="${from}"]`).waitFor();
  /* What is said aloud, all of it. */
  await page.evaluate(() => {
    window.said = [];
    new MutationObserver(() => window.said.push(document.querySelector("[data-live=polite]").textContent)).observe(document.querySelector("[data-live=polite]"), { childList: true, subtree: true, characterData: true });
  });
  page.notice = (text) => socket.send(JSON.stringify({ op: "notice", text }));
  page.step = async (n) => socket.send(JSON.stringify({ op: "step", view: await moment(game, n, seats) }));
  page.scene = (name) => page.locator(`[data-cutscene="${name}"]`).waitFor();
  page.back = async (n) => {
    await goto(page);
    from = n;
    view = await moment(game, n, seats);
    await goto(page, `#/t/${id}`);
    await page.locator(`[data-seq="${n}"]`).waitFor();
  };
  page.none = () => page.locator("[data-cutscene]").waitFor({ state: "detached" });
  return page;
}

/* From now on no scene and no step passes by itself; `page.pass(ms)` ends those that last no longer. Short timers run on, since
 * the page draws with them, and so do the long ones of its connection. Timers with arguments wait for the end of a flight. They
 * run on too. */
async function stopTime(page) {
  await page.evaluate(() => {
    const [begin, end] = [window.setTimeout.bind(window), window.clearTimeout.bind(window)];
    const held = new Map();
    let next = 1e9;

    window.setTimeout = (deed, ms = 0, ...more) => {
      if (ms < 75 || ms >= 6000 || more.length)
        return begin(deed, ms, ...more);
      held.set(++next, { deed, ms });
      return next;
    };
    window.clearTimeout = (n) => held.delete(n) || end(n);
    window.waits = (ms) => [...held.values()].some((one) => one.ms === ms);
    window.pass = (longest) => {
      for (const [n, { deed, ms }] of [...held]) {
        if (ms <= longest && held.delete(n))
          deed();
      }
    };
  });
  page.pass = (ms) => page.evaluate((longest) => window.pass(longest), ms);
}

/* What is below a scene is looked at where tables are. */
const accessibleScene = (page, where) => accessible(page, where, [], "[data-cutscene]");

const has = (...names) => (events) => names.every((name) => events.some((e) => e.event === name));
const without = (holds, ...names) => (events) => holds(events) && !events.some((e) => names.includes(e.event));
const readSheetNow = async (page) => {
  await page.locator("dialog[open] table.sheet").waitFor();
  await page.keyboard.press("Escape");
  await page.locator("dialog[open] table.sheet").waitFor({ state: "detached" });
};

test("a Ra tile: told once, gone by itself, by a key or by a press, however late a picture is; the key does nothing else", async () => {
  const drawn = ra.first(without(has("ra_drawn"), "epoch_ended"));
  const page = await theatre(ra, drawn - 1);

  await stopTime(page);
  await page.step(drawn);
  await page.scene("ra");
  assert.equal(await page.locator("[data-cutscene]").locator("xpath=ancestor-or-self::*[@aria-live or @role='status' or @role='alert']").count(), 0);
  await page.waitForFunction(() => window.said.some((text) => text));
  assert.equal(await page.evaluate(() => window.said.filter((text) => /Ra/.test(text)).length), 1, "told once");
  await page.pass(999);
  assert.equal(await page.locator("[data-cutscene]").count(), 1, "its time is not over");
  await page.pass(1000);
  await page.none();

  await page.back(drawn - 1);
  await page.step(drawn);
  await page.scene("ra");
  await page.keyboard.press("t");
  await page.none();
  assert.equal(await page.locator(".textmode").count(), 0);

  await page.back(drawn - 1);
  await page.step(drawn);
  await page.scene("ra");
  await page.locator("[data-skip]").click();
  await page.none();

  /* It has its keys and its time, however late the next picture is. */
  await page.back(drawn - 1);
  await page.evaluate(() => {
    const begin = window.setTimeout;
    window.requestAnimationFrame = () => 0;
    window.setTimeout = (deed, ms, ...more) => (ms === 35 ? 0 : begin(deed, ms, ...more));     /* Preact's longest wait for one */
  });
  await page.step(drawn);
  await page.scene("ra");
  assert.ok(await page.evaluate(() => window.waits(1000)), "its time runs");
  await page.keyboard.press("Escape");
  await page.none();
  blameless(page);
});

/* On this page, whose time stands still: the end of an epoch that the last Ra tile brings, up to its score sheet. */
async function sunset(page, where) {
  const ended = ra.first((events) => events.some((e) => e.event === "epoch_ended" && e.count) && has("ra_drawn")(events));
  await page.back(ended - 1);
  /* The focus is far below, and the board is looked at. */
  await page.locator('[data-pace="calm"]').focus();
  await page.evaluate(() => scrollTo({ top: 0, behavior: "instant" }));
  await page.step(ended);
  await page.scene("last-ra");
  assert.equal(await page.locator(".scene-sockets .on").count(), await page.locator(".scene-sockets span").count(), "the track is full");
  await page.keyboard.press("Escape");
  await page.scene("sunset");
  const { events } = ra.steps[ended - 1];
  const totals = events.filter((e) => e.event === "tally_total").map((e) => e.detail);
  assert.deepEqual((await page.locator(".cutscene-list .sum:nth-child(3) .num").allTextContents()).map((s) => Number(s.replace("−", "-"))), totals);
  await noSidewaysScroll(page, "the sunset");
  await accessibleScene(page, "the sunset");
  await shot(page, `scene-sunset-${where}`);
  await page.keyboard.press(" ");
  await readSheetNow(page);
  await page.none();
  assert.deepEqual(await page.evaluate(() => [document.activeElement.dataset.pace, document.activeElement.getBoundingClientRect().top > innerHeight, scrollY]), ["calm", page.viewportSize().height === 500, 0], "a phone shows it without scrolling");
}

test("disaster, last Ra, sunset with its scoring, then the score sheet; under reduced motion each is a card that stands still", async () => {
  const struck = ra.first(has("disaster", "lost"));
  const page = await theatre(ra, struck - 1, { ...still, height: 500, settings: { theme: "dark" } });
  await stopTime(page);
  await page.step(struck);
  await page.scene("disaster");
  const lost = ra.steps[struck - 1].events.filter((e) => e.event === "lost").reduce((n, e) => n + e.count, 0);
  assert.equal(await page.locator(".scene-lost").count(), lost, "each tile that is struck off");
  await page.keyboard.press("Escape");
  await page.none();
  await sunset(page, "dark-1280");

  const drawn = ra.first(without(has("ra_drawn"), "epoch_ended"));
  await page.back(drawn - 1);
  await page.step(drawn);
  await page.scene("ra");
  assert.equal(await page.evaluate(() => document.getAnimations().length), 0);
  await accessibleScene(page, "the scene of a Ra tile");
  assert.equal(await page.locator("[data-cutscene] .scene-ra .art").evaluate((e) => getComputedStyle(e).opacity), "1");
  await page.pass(1000);
  await page.none();
  blameless(page);
});

longTest("the sunset on a phone, by day", async () => {
  const page = await theatre(ra, 0, { ...still, width: 390, height: 844, settings: { theme: "light" } });
  await stopTime(page);
  await sunset(page, "light-390");
  blameless(page);
});

for (const name of ["Ra", "Amun-Re"])
  (name === "Ra" ? test : longTest)(`${name}: the winner's scene has everybody's parts, and stays until it is ended`, async () => {
    const game = name === "Ra" ? ra : amun;
    const over = game.steps.length;
    const page = await theatre(game, over - 1, still);
    await stopTime(page);
    await page.locator("main").focus();
    await page.step(over);
    await page.locator("[data-cutscene]").waitFor();
    while (!(await page.locator("dialog[open]").count()))
      await page.keyboard.press("Enter");
    await readSheetNow(page);
    await page.scene("victory");
    const { view: { state: { result } } } = await server.api("/replay", { record: game.record });
    const rows = await page.locator("[data-cutscene] tbody tr").evaluateAll((all) => all.map((row) => [...row.cells].slice(2).map((cell) => Number(cell.textContent.replace("−", "-")))));
    assert.equal(rows.length, 3);
    const start = name === "Ra" ? 10 : 0;
    for (const row of rows)
      assert.equal(row.at(-1), Math.max(0, start + row.slice(0, -1).reduce((sum, n) => sum + n, 0)));
    assert.deepEqual(rows.map((row) => row.at(-1)).sort(), [...result.scores].sort());
    await page.pass(5999);
    await accessibleScene(page, "the winner's scene");
    await shot(page, `scene-victory-${name}`);
    /* Nothing behind it has the focus, which goes back to where it was before the sheet. */
    for (const key of ["", "Tab", "Tab", "Shift+Tab", "Tab"]) {
      if (key)
        await page.keyboard.press(key);
      assert.ok(await page.evaluate(() => document.activeElement === document.body || !!document.activeElement.closest("[data-cutscene]")), `after ${key}`);
    }
    await page.locator("[data-skip]").click();
    await page.none();
    assert.equal(await page.evaluate(() => document.activeElement.id), "main");
    await page.locator(".final .ranking").waitFor();
    blameless(page);
  });

test("Amun-Re: sealed offers are revealed, the harvest and the scoring follow", async () => {
  const met = new Set();
  let incomes = 0;
  const harvest = amun.steps.find(({ events }) => (incomes += events.filter((e) => e.event === "income").length) === 3).seq + 1;
  const [revealed, ...later] = [amun.first(has("offered")), harvest, amun.first(has("kingdom_ended"))];
  const page = await theatre(amun, revealed - 1, still);
  await stopTime(page);
  for (const n of [revealed, ...later]) {
    if (n !== revealed) {
      await page.setViewportSize(met.size % 2 ? { width: 390, height: 844 } : { width: 1280, height: 800 });
      await page.back(n - 1);
    }
    await page.step(n);
    for (;;) {
      await page.locator("[data-cutscene], dialog[open]").first().waitFor();
      if (await page.locator("dialog[open]").count())
        break;
      const name = await page.locator("[data-cutscene]").getAttribute("data-cutscene");
      if (!met.has(name)) {
        met.add(name);
        await noSidewaysScroll(page, name);
        await accessibleScene(page, name);
        await shot(page, `scene-${name}`);
      }
      if (name === "harvest") {
        const told = amun.steps.slice(0, n).flatMap(({ events }) => events).filter((e) => e.event === "income").slice(-3);
        assert.deepEqual((await page.locator(".cutscene-list .sum .num").allTextContents()).map(Number), told.sort((a, b) => a.seat - b.seat).map((e) => e.detail));
      }
      await page.keyboard.press("Escape");
      await page.locator(`[data-cutscene="${name}"]`).waitFor({ state: "detached" });
      if (!(await page.locator("[data-cutscene], dialog[open]").count()))
        break;
    }
    await page.keyboard.press("Escape");        /* the sheet, if there is one */
    await page.locator("dialog[open]").waitFor({ state: "detached" });
  }
  blameless(page);
  assert.deepEqual([...met].sort(), ["harvest", "kingdom", "reveal"]);
});

test("what comes while a step is on show is drawn with the next one", async () => {
  /* Two bids or passes one after another: each stays on show for a while. Then what has no scene. */
  const quiet = ({ events }) => events.length > 0 && events.every((e) => e.event === "bid" || e.event === "passed");
  const from = ra.steps.findIndex((step, i) => [step, ra.steps[i + 1]].every((one) => one && quiet(one)) && !ra.steps[i + 2].events.some((e) => ["ra_drawn", "lost", "epoch_ended"].includes(e.event)));
  assert.ok(from > 0, "the game has such steps");
  const page = await theatre(ra, from);
  await stopTime(page);
  await page.step(from + 1);
  await page.locator(`[data-seq="${from + 1}"]`).waitFor();
  await page.evaluate(() => {
    window.drawn = 0;
    new MutationObserver(() => window.drawn++).observe(document.querySelector(".play"), { childList: true, subtree: true, attributes: true, characterData: true });
  });
  await page.step(from + 2);
  await page.step(from + 3);
  page.notice("All of it has come.");
  await page.locator("[data-notice]").waitFor();
  assert.equal(await page.evaluate(() => window.drawn), 0, "a waiting step was drawn");
  await page.pass(750);
  await page.locator(`[data-seq="${from + 2}"][data-newest="${from + 3}"]`).waitFor();
  assert.equal(await page.locator(".log .entry").last().getAttribute("data-step"), String(from + 1));
  await page.pass(750);
  await page.locator(`[data-seq="${from + 3}"][data-newest="${from + 3}"]`).waitFor();
  blameless(page);
});

/* Holds back the timer of the next picture (pictureTime in game.ts) until `window.draw()` lets it run. */
async function holdPicture(page) {
  await page.evaluate(() => {
    const begin = window.setTimeout.bind(window);
    const waiting = [];

    window.setTimeout = (deed, ms = 0, ...more) => (ms === 16 ? waiting.push(deed) : begin(deed, ms, ...more));
    window.draw = () => waiting.splice(0).forEach((deed) => deed());
  });
}

test("at an instant pace what comes before the next picture shares it: all is told, and no score sheet is passed over", async () => {
  const scored = ra.first(has("epoch_ended"));
  const from = scored - 60;     /* at another pace fewer than these may wait */
  assert.ok(from > 0);
  const page = await theatre(ra, from, { settings: { pace: "instant", motion: "off" } });
  const shown = (n) => page.locator(`[data-seq="${n}"]`).waitFor();
  const lines = () => page.locator(".entry").evaluateAll((all) => all.map((e) => [Number(e.dataset.step), e.querySelector("a").textContent.trim().replace(/\s+/g, " ")]));

  await holdPicture(page);
  await page.step(from + 1);
  await shown(from + 1);
  for (let n = from + 2; n <= scored + 2; n++)
    await page.step(n);
  page.notice("All of it has come.");
  await page.locator("[data-notice]").waitFor();
  await shown(from + 1);
  await page.evaluate(() => window.draw());
  await page.locator("dialog[open] table.sheet").waitFor();
  await shown(scored);
  const told = (await lines()).filter(([step]) => step >= from).map(([, line]) => line);
  assert.ok(told.length > 30);
  await page.waitForFunction((all) => all.every((line) => window.said.join(" ").includes(line)), told);
  await page.keyboard.press("Escape");
  await page.locator("dialog[open]").waitFor({ state: "detached" });
  await page.evaluate(() => window.draw());
  await shown(scored + 2);
  blameless(page);
});

longTest("all that flies is measured before the first of it is on the page", async () => {
  const { lots, won } = ra.steps.reduce((met, step) => {
    met.lots = step.events.some((e) => e.event === "tile_drawn") ? met.lots + 1 : met.lots;
    if (!met.won && met.lots >= 2 && step.events.some((e) => e.event === "won") && !step.events.some((e) => e.event === "epoch_ended"))
      met.won = step.seq + 1;
    return met;
  }, { lots: 0, won: 0 });
  assert.ok(lots && won, "a lot of several tiles is won");
  const page = await theatre(ra, won - 1, { settings: { scenes: false } });
  await page.evaluate(() => {
    const { getBoundingClientRect, animate } = Element.prototype;
    window.order = [];
    Element.prototype.getBoundingClientRect = function () {
      window.order.push("measured");
      return getBoundingClientRect.call(this);
    };
    Element.prototype.animate = function (...how) {
      window.order.push("flies");
      return animate.apply(this, how);
    };
  });
  await page.step(won);
  await page.waitForFunction(() => window.order.includes("flies"));
  const order = await page.evaluate(() => window.order);
  assert.ok(order.filter((what) => what === "flies").length >= 3, "two tiles and a sun");
  assert.ok(order.lastIndexOf("measured") < order.indexOf("flies"), order.join());
  blameless(page);
});

test("a brisk pace shortens scenes, an instant one has none; it is changed in the game", async () => {
  const drawn = ra.first(without(has("ra_drawn"), "epoch_ended"));
  const page = await theatre(ra, drawn - 1, { seats: [0], settings: { pace: "brisk" } });
  await stopTime(page);
  const { view: { state } } = await server.api("/replay", { record: ra.record, at: drawn - 1 });
  assert.ok(state.seats[0].ready.length > 0);
  assert.equal(await page.locator("[data-hurry]").count(), 0, "nothing is hurried while one has suns left");
  await page.step(drawn);
  await page.scene("ra");
  await page.pass(700);
  await page.none();

  await page.back(drawn - 1);
  assert.equal(await page.locator('[data-pace="brisk"]').getAttribute("aria-pressed"), "true");
  await page.locator('[data-pace="instant"]').click();
  assert.equal(await page.locator("html").getAttribute("data-motion"), "off");
  await page.evaluate(() => {
    window.shown = false;
    new MutationObserver(() => (window.shown ||= !!document.querySelector("[data-cutscene]"))).observe(document.body, { childList: true, subtree: true });
  });
  await page.step(drawn);
  await page.locator(`[data-seq="${drawn}"]`).waitFor();
  assert.equal(await page.evaluate(() => window.shown), false);
  blameless(page);
});

for (const [way, tested] of [["key", test], ["button", longTest]])
  tested(`fast-forward goes on to the score sheet when one's suns are spent, by ${way}`, async () => {
    /* A few moves before the end of an epoch that all suns were spent in: somebody has none left. */
    const ended = spent.first((events) => events.some((e) => e.event === "epoch_ended" && !e.count));
    const from = ended - 3;
    const { view: { state } } = await server.api("/replay", { record: spent.record, at: from });
    const seat = state.seats.findIndex(({ ready }) => ready.length === 0);
    assert.ok(seat >= 0);
    const page = await theatre(spent, from, { seats: [seat], bots: [0, 1, 2].filter((i) => i !== seat), settings: { pace: "calm" } });
    await stopTime(page);
    await page.locator("[data-hurry]").waitFor();
    if (way === "key") {
      const named = page.locator("[data-hurry] kbd");
      assert.equal(await named.isVisible(), true);
      await page.setViewportSize({ width: 390, height: 844 });
      assert.equal(await named.isVisible(), false, "a phone has no such key");
      await page.setViewportSize({ width: 1280, height: 800 });
      await page.keyboard.press("f");
    } else {
      await accessible(page, "fast-forward", [], ":has(> [data-hurry])");
      await page.locator("[data-hurry]").click();
    }
    await page.locator('[data-hurry][aria-pressed="true"]').waitFor();
    for (let n = from + 1; n < ended; n++)
      await page.step(n);
    await page.locator(`[data-seq="${ended - 1}"]`).waitFor();      /* though no time passes */
    assert.equal(await page.locator("[data-cutscene]").count(), 0);
    await page.step(ended);
    /* The moves on the way have no scenes; the epoch's end has. */
    while (!(await page.locator("dialog[open]").count())) {
      await page.locator("[data-cutscene], dialog[open]").first().waitFor();
      await page.keyboard.press("Escape");
    }
    await readSheetNow(page);
    assert.equal(await page.locator('[data-hurry][aria-pressed="true"]').count(), 0);
    blameless(page);
  });

for (const [loudness, tested] of [[0, test], [40, longTest]])
  tested(`sound is off until it is asked for, and nothing is opened before a press, where loudness is ${loudness}`, async () => {
    const [drawn, next] = ra.steps.filter(({ events }) => has("tile_drawn")(events)).map(({ seq }) => seq + 1);
    const page = await theatre(ra, drawn - 1, { settings: { sound: loudness, scenes: false, pace: "instant" } });
    const asked = [];
    page.on("request", (request) => asked.push(request.url()));
    await page.evaluate(() => {
      window.opened = window.begun = 0;
      window.AudioContext = class extends window.AudioContext {
        constructor() {
          super();
          window.opened++;
        }

        createOscillator() {
          window.begun++;
          return super.createOscillator();
        }
      };
    });
    const step = async (n) => {
      await page.step(n);
      await page.locator(`[data-seq="${n}"]`).waitFor();
    };
    await step(drawn);
    assert.equal(await page.evaluate(() => window.opened), 0, "nobody has pressed anything");
    assert.deepEqual(asked.filter((url) => /synth/.test(url)), []);

    await page.locator("[data-settings]").click();
    const slider = page.locator('input[name="sound"]');
    assert.equal(await slider.inputValue(), String(loudness));
    if (loudness === 0) {
      assert.equal(await page.evaluate(() => window.opened), 0, "it was not asked for");
      await slider.focus();
      await page.keyboard.press("ArrowRight");
      await page.waitForFunction(() => window.opened === 1 && window.begun > 0);
      assert.equal(await page.evaluate(() => JSON.parse(localStorage.getItem("khepri.settings")).sound), 10);
    }
    await page.keyboard.press("Escape");
    const before = await page.evaluate(() => window.begun);
    for (let n = drawn + 1; n <= next; n++)
      await step(n);
    await page.waitForFunction((old) => window.opened === 1 && window.begun > old, before);
    blameless(page);
  });

/* In the page: each moment that came while something flew. A flight whose first picture is not drawn yet does not count. */
function watchFlights() {
  const landings = new Set();
  let shown = document.querySelector("[data-seq]").dataset.seq;

  Object.assign(window, { flights: 0, early: [] });
  new MutationObserver((changes) => {
    const { seq } = document.querySelector("[data-seq]").dataset;
    const now = performance.now();
    if (seq !== shown)
      window.early.push(...[...landings].filter((at) => at > now).map((at) => `moment ${seq}, ${Math.round(at - now)} ms before a landing`));
    shown = seq;
    const added = changes.flatMap(({ addedNodes }) => [...addedNodes]).filter((e) => e.matches?.(".flying"));
    for (const flight of added.flatMap((e) => e.getAnimations())) {
      window.flights++;
      flight.ready.then(() => landings.add(flight.startTime + flight.effect.getComputedTiming().endTime));
    }
  }).observe(document.body, { subtree: true, childList: true, attributes: true, attributeFilter: ["data-seq"] });
}

test("no moment comes while something flies: farmers and stones that are built, each by itself", async () => {
  const farmer = amun.first(has("farmer"));
  const kinds = amun.steps.slice(farmer - 1, farmer + 3).map(({ events }) => events[0].event);
  const page = await theatre(amun, farmer - 1);

  assert.deepEqual(kinds, ["farmer", "farmer", "farmer", "stone"]);
  await page.evaluate(watchFlights);
  for (let n = farmer; n < farmer + 4; n++)
    await page.step(n);
  await page.locator(`[data-seq="${farmer + 3}"]`).waitFor();
  await page.waitForFunction(() => window.flights === 4);
  assert.deepEqual(await page.evaluate(() => window.early), []);
  blameless(page);
});
