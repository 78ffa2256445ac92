/* SPDX-License-Identifier: MIT
 * teacher.test.mjs -- hints at the table and the analysis of a finished game, in the page itself and by the server. Also
 * the levels of bots, and what a table agrees on.
 */
import assert from "node:assert/strict";
import { after, before } from "node:test";
import { accessible, amunTable, amunUntil, asked, blameless, byMouse, closeBrowser, fingers, frugal, goto, hasty, longTest, noSidewaysScroll, openRecord, playOn, playUnseen, Server, settled, shot, simulated, sit, staticFolder, test, visitor } from "./lib.mjs";

const skip = staticFolder ? false : "the client was built without the core";
let server;
before(async () => (server = await Server.start()));
after(async () => {
  await closeBrowser();
  await server.stop();
});

/* A table of one person and two bots, in the page. */
async function atTable(page, { hints = true } = {}) {
  await goto(page);
  await page.locator('select[name="seat1"]').selectOption("bot:easy");
  await page.locator('select[name="seat2"]').selectOption("bot:easy");
  assert.equal(await page.locator('input[name="hints"]').isChecked(), true, "who plays alone against bots may ask, if nothing is said");
  await page.locator('input[name="hints"]').setChecked(hints);
  await page.locator('input[name="here"]').check();
  await page.locator("[data-create]").click();
  await page.waitForURL(/#\/t\/0/);
  await asked(page);
}

/* The hint as it stands on the page. */
const hintOf = (page) => page.evaluate(() => ({
  best: document.querySelector(".hint-table .best")?.dataset.hintAction,
  actions: [...document.querySelectorAll("[data-hint-action]")].map((row) => row.dataset.hintAction),
  wins: [...document.querySelectorAll("[data-hint-action] td:nth-of-type(1) .num")].map((e) => parseFloat(e.textContent.replace(",", "."))),
  offered: [...document.querySelectorAll("[data-action]")].map((e) => e.dataset.action),
}));

/* What of it cannot be hit as the page stands now, because it is off the screen or under something else. */
const covered = (page, what) => page.locator(what).evaluateAll((all) => all.filter((e) => {
  const { x, y, width, height } = e.getBoundingClientRect();
  return !e.contains(document.elementFromPoint(x + width / 2, y + height / 2));
}).map((e) => e.outerHTML.slice(0, 90)));

test("a hint in the page: every action, only when asked for, gone with the moment; in text mode by typing", { skip }, async () => {
  const page = await visitor(server);
  const fetched = [];
  page.on("request", (r) => fetched.push(r.url().split("/").at(-1)));
  await atTable(page);
  assert.ok(!fetched.some((name) => /^teacher|^khepri-mind|\.bin$/.test(name)), "nothing of it is fetched before it is asked for");
  await playOn(page, byMouse, (now) => now.actions.length > 1);
  assert.equal(await page.locator(".hint").count(), 0);
  await page.keyboard.press("w");
  await page.locator('[data-hint="shown"]').waitFor();
  const hint = await hintOf(page);
  assert.deepEqual([...hint.actions].sort(), [...hint.offered].sort(), "every action that may be done, and no other");
  assert.equal(hint.actions[0], hint.best);
  assert.ok(hint.wins.every((win) => win >= 0 && win <= 100));
  await page.locator(".why summary").click();
  await page.locator(".odds summary").click();
  await page.locator('[data-live="polite"]', { hasText: "Best: " }).waitFor();
  await accessible(page, "a hint", [], ".hint");
  await shot(page, "hint-1280");
  await page.setViewportSize({ width: 390, height: 844 });
  await noSidewaysScroll(page, "a hint");
  await fingers(page, "a hint");
  await shot(page, "hint-390");

  /* On a phone it opens over the page: nothing under it moves. Put away, it leaves the focus where it was asked for. */
  const top = () => page.locator(".play-main").evaluate((e) => Math.round(e.getBoundingClientRect().top + window.scrollY));
  const before = await top();
  await page.locator("[data-put-hint]").click();
  await page.locator(".hint").waitFor({ state: "detached" });
  assert.ok(Math.abs(await top() - before) <= 1, "the board stays where it is");
  assert.equal(await page.evaluate(() => document.activeElement.matches("[data-ask-hint]")), true);

  /* It is read there, to its end, and acted on while it is open. */
  for (const [width, height] of [[844, 390], [390, 844]]) {
    await page.setViewportSize({ width, height });
    await page.locator("[data-ask-hint]").click();
    await page.locator('[data-hint="shown"]').waitFor();
    assert.deepEqual(await covered(page, "[data-action], [data-ask-hint], [data-put-hint]"), [], `on a screen of ${width} by ${height}`);
    await page.locator(".odds summary").scrollIntoViewIfNeeded();
    assert.deepEqual(await covered(page, ".odds summary"), []);
    if (width !== 390)
      await page.locator("[data-put-hint]").click();
  }
  const { seq } = await asked(page);
  await page.locator(`[data-action="${hint.best}"]`).click();
  await settled(page, seq);
  await page.locator(".hint").waitFor({ state: "detached" });
  assert.equal(await page.evaluate(() => document.documentElement.style.getPropertyValue("--sheet")), "", "the page has its full height again");
  await page.setViewportSize({ width: 1280, height: 800 });

  /* An auction says how it ends. */
  await playOn(page, byMouse, async (now) => {
    assert.equal(await page.locator(".hint").count(), 0, "a hint is of one moment");
    return now.actions.some((action) => action.startsWith("bid"));
  });
  await page.locator("[data-ask-hint]").click();
  await page.locator('[data-hint="shown"]').waitFor();
  assert.match(await page.locator(".hint-table").textContent(), /gets the lot with \d|nobody gets the lot/);
  await page.keyboard.press("w");
  await page.locator(".hint").waitFor({ state: "detached" });

  /* In text mode it is asked for by typing, and put away so. */
  const typed = async (word) => {
    await page.locator("#command").fill(word);
    await page.keyboard.press("Enter");
  };
  await page.keyboard.press("t");
  await typed("Hint");
  await page.locator('[data-hint="shown"]').waitFor();
  const inText = await hintOf(page);
  assert.deepEqual([...inText.actions].sort(), [...inText.offered].sort());
  assert.equal(await page.locator("#command").inputValue(), "");
  await typed("hint");
  await page.locator(".hint").waitFor({ state: "detached" });
  await page.setViewportSize({ width: 320, height: 640 });
  await page.locator("[data-ask-hint]").click();
  await page.locator('[data-hint="shown"]').waitFor();
  assert.deepEqual(await covered(page, "[data-action], [data-ask-hint]"), [], "on a phone");
  blameless(page);
});

test("where the table agreed on none, no hint is offered, and all are told", { skip }, async () => {
  const page = await visitor(server);
  await atTable(page, { hints: false });
  assert.equal(await page.locator("[data-ask-hint]").count(), 0);
  await page.locator('[data-hints="false"]').waitFor();
  await page.keyboard.press("w");
  assert.equal(await page.locator(".hint, .teach").count(), 0);

  /* Nor in text mode. */
  await page.keyboard.press("t");
  await page.locator("#command").fill("hint");
  await page.keyboard.press("Enter");
  await page.locator(".answer", { hasText: "“hint” is not possible now" }).waitFor();
  blameless(page);
});

/* Its top is on the screen, in the upper half of it. */
function onShow(page, what) {
  return page.waitForFunction((found) => {
    const { top } = document.querySelector(found).getBoundingClientRect();
    return top >= 0 && top < window.innerHeight / 2;
  }, what);
}

/* Goes through an analysis that is on show. */
async function readAnalysis(page, last) {
  await page.locator('[data-analysis="shown"]').waitFor();
  const { sums, per } = await page.locator(".sums tbody").evaluate((body) => {
    const number = (cell) => parseFloat(cell.textContent.replace("−", "-").replace(",", "."));
    const rows = [...body.rows].map((row) => [...row.cells].slice(1).map(number));
    return { sums: rows.map((row) => row.slice(1)), per: rows.map(([first]) => first) };
  });
  for (const [start, luck, loss, given, revised, result] of sums)
    assert.ok(Math.abs(start + luck + loss + given + revised - result) < 0.35, "what is shown adds up, but for rounding");
  assert.ok(per.every((loss) => loss >= 0));
  assert.ok(Math.abs(sums.reduce((sum, row) => sum + row.at(-1), 0) - 100) < 0.2, "somebody has won");

  /* The graph goes through the game by its keys, and the board with it. */
  await page.locator(".graph").focus();
  await page.keyboard.press("Home");
  await page.locator('[data-graph="0"]').waitFor();
  await page.keyboard.press("ArrowRight");
  await page.locator('[data-graph="1"]').waitFor();
  await page.locator('[data-seq="1"]').waitFor();
  assert.match(await page.locator(".graph").getAttribute("aria-valuetext"), /1.*%.*%/);
  await page.keyboard.press("End");
  await page.locator(`[data-seq="${last}"]`).waitFor();

  const worst = await page.locator("[data-worst]").evaluateAll((all) => all.map((e) => [Number(e.dataset.worst), parseFloat(e.textContent.slice(1))]));
  assert.ok(worst.length > 0 && worst.every(([, loss], i) => i === 0 || loss <= worst[i - 1][1]), "the dearest first");
  await page.locator("[data-worst]").first().click();
  await page.locator(`[data-seq="${worst[0][0]}"]`).waitFor();
  await page.locator(`.legend[data-at="${worst[0][0]}"]`).waitFor();
  await page.locator(".moments summary").click();
  await page.locator(".moments tbody tr").nth(last).waitFor();
  assert.equal(await page.locator(".moments tbody tr").count(), last + 1);
  await page.locator(".moments summary").click();
}

test("a record opened is gone through in the page, and played on from a moment", { skip }, async () => {
  const page = await visitor(server);
  await openRecord(page, simulated("ra", 2, 3, "random"));
  const last = Number(await page.locator("[data-seq]").getAttribute("data-newest"));
  await page.locator("[data-go-analysis]").focus();
  await page.keyboard.press("Enter");
  await page.locator('[data-analysis="shown"]').waitFor();
  await onShow(page, ".analysis");
  assert.equal(await page.evaluate(() => document.activeElement.id), "analysis-title", "keys and screen readers go on from there");
  await readAnalysis(page, last);
  await page.locator(".analysed-rest").evaluate((list) => list.scrollTo(0, 0));    /* nothing lies half below what stays */
  await accessible(page, "an analysis");
  await page.locator(".analysis").scrollIntoViewIfNeeded();
  await shot(page, "analysis-1280");
  await page.setViewportSize({ width: 390, height: 844 });
  await noSidewaysScroll(page, "an analysis");
  await fingers(page, "an analysis");
  await page.locator(".play").evaluate((e) => e.scrollIntoView());
  await shot(page, "analysis-390");
  await onShow(page, ".stage");

  /* Of one player alone; and one plays on from there in that one's place. */
  assert.equal(await page.locator('input[name="mine"]').count(), 0, "nobody here has played");
  const everybody = await page.locator("[data-worst]").count();
  await page.locator('select[name="whose"]').selectOption("1");
  assert.ok(await page.locator("[data-worst]").count() < everybody);
  await page.locator("[data-worst]").first().click();
  await page.locator('[data-play-on="1"]').click();
  await page.waitForURL(/#\/t\/0/);
  await page.locator('[data-prompt="mine"]').waitFor();
  blameless(page);
});

/* In the worker: the next slice of an analysis waits until the page has been told how far the one before came. After the
 * chances were told, it waits for letOn(). A slice begins after a timer without a time. The workers that help are asked
 * nothing before letOn() either: they may be done with all of it before the page asks for the chances. */
function stepByAnswers() {
  const { setTimeout: wait, postMessage: post } = self;
  let [allowed, stopped, held] = [0, false, null];
  const forHelpers = [];
  const next = () => {
    if (held && (allowed > 0 || self.released)) {
      allowed--;
      wait.call(self, held);
      held = null;
    }
  };
  self.setTimeout = (f, ms) => (ms === undefined ? (held = f, next()) : wait.call(self, f, ms));
  self.postMessage = (told) => {
    post.call(self, told);
    if (told.body?.progress) {
      stopped ||= !!told.body.analysis;
      allowed += stopped ? 0 : 1;
      next();
    }
  };
  self.Worker = class extends Worker {
    postMessage(asked) {
      const send = () => super.postMessage(asked);
      if (self.released)
        send();
      else
        forHelpers.push(send);
    }
  };
  self.letOn = () => {
    self.released = true;
    forHelpers.forEach((send) => send());
    next();
  };
}

/* Looks again and again: workers come and go at any time, so an event may be missed. */
async function until(holds) {
  while (!holds())
    await new Promise((resolve) => setTimeout(resolve, 20));
}

test("the chances are shown before the analysis is done, as preliminary", { skip }, async () => {
  const page = await visitor(server, { width: 390, height: 844 });
  await page.route(/\/hall-\w+\.js$/, async (route) => {
    const script = await route.fetch();
    await route.fulfill({ response: script, body: `(${stepByAnswers})();\n${await script.text()}` });
  });
  let workers = 0;
  page.on("worker", () => workers++);
  await openRecord(page, simulated("ra", 2, 3, "random"));
  await page.locator("[data-go-analysis]").click();
  await page.locator('[data-analysis="preliminary"]').waitFor();
  await page.locator(".analysed", { hasText: "Preliminary chances" }).waitFor();
  assert.equal(await page.locator(".analysis progress").count(), 1, "there is more to come");
  assert.equal(await page.locator("[data-worst], .worst-box, .sums, .moments").count(), 0, "nothing is said of decisions yet");
  await page.locator(".graph").focus();
  await page.keyboard.press("End");
  const last = await page.locator("[data-seq]").getAttribute("data-newest");
  await page.locator(`.legend[data-at="${last}"]`).waitFor();
  assert.match(await page.locator(".graph").getAttribute("aria-valuetext"), /100.*%/);
  await accessible(page, "preliminary chances", [], ".analysed");
  await noSidewaysScroll(page, "preliminary chances");
  await shot(page, "preliminary-390");
  const most = Math.min(4, await page.evaluate(() => navigator.hardwareConcurrency));
  await until(() => workers >= most);   /* one for each processor, four at most */
  await page.workers()[0].evaluate(() => self.letOn());
  await page.locator('[data-analysis="shown"]').waitFor();
  await page.locator("[data-worst]").first().waitFor();
  assert.equal(await page.getByText("Preliminary").count(), 0);
  assert.equal(workers, most);
  await until(() => page.workers().length === 1);       /* those that helped go */
  assert.equal(await page.locator(".legend").getAttribute("data-at"), last, "where the reader was");
  blameless(page);
});

longTest("the server gives hints and analyses as the page does; in German and in the dark", async () => {
  const page = await visitor(server, { settings: { lang: "de", theme: "dark" } });
  const made = await server.api("/tables", { game: "ra", players: 3, seats: [{ kind: "person", name: "Anna" }, { kind: "bot", bot: "rule" }, { kind: "bot", bot: "rule" }], public: false, start: true });
  assert.equal(made.table.hints, true);
  await sit(page, made.table.id, made.tokens);
  await playOn(page, byMouse, (now) => now.actions.length > 1);
  await page.locator("[data-ask-hint]").click();
  await page.locator('[data-hint="shown"]').waitFor();
  const hint = await hintOf(page);
  assert.deepEqual([...hint.actions].sort(), [...hint.offered].sort());
  await accessible(page, "a hint in German, dark");
  await shot(page, "hint-de-dark-1280");
  await page.keyboard.press("t");
  await page.locator("#command").waitFor();
  await page.locator('[data-hint="shown"]').waitFor();
  await accessible(page, "a hint in text mode, in German, dark");
  await page.keyboard.press("Escape");          /* out of the field */
  await page.locator("[data-text-switch]").click();
  await page.goto("about:blank");
  await playUnseen(server, made.table.id, made.tokens, hasty);
  await goto(page, `#/t/${made.table.id}`);
  await page.locator(".final").waitFor();
  const last = Number(await page.locator("[data-seq]").getAttribute("data-newest"));
  await page.locator("[data-go-analysis]").click();
  await readAnalysis(page, last);
  /* The list is scrolled: axe takes a line at its edge, of which a part shows, for a small target. */
  await accessible(page, "an analysis in German, dark", ["target-size"]);
  assert.ok(Math.min(...await page.locator("[data-worst]").evaluateAll((all) => all.map((e) => e.getBoundingClientRect().height))) >= 24);
  await page.locator(".analysis").scrollIntoViewIfNeeded();
  await shot(page, "analysis-de-dark-1280");
  blameless(page);
});

test("a hint in Amun-Re has its place beside the map; of sealed offers none is called best", async () => {
  const page = await visitor(server);
  const { id, tokens } = await amunTable(page, [{ kind: "person", name: "Anna" }, ...[1, 2].map(() => ({ kind: "bot", bot: "rule" }))]);
  await playUnseen(server, id, tokens, frugal, ({ state, legal }) => state.phase === "offer" && legal[0]);
  await sit(page, id, tokens);
  await amunUntil(page, "offer");
  const top = () => page.locator(".river-map").evaluate((e) => Math.round(e.getBoundingClientRect().top + window.scrollY));
  const before = await top();
  await page.locator("[data-ask-hint]").click();
  await page.locator('[data-hint="shown"]').waitFor();
  assert.equal(await top(), before, "the map stays where it is");
  const [map, hint, dialogue] = await Promise.all([".river-map", ".teach", ".decide"].map((what) => page.locator(what).boundingBox()));
  assert.ok(hint.x >= map.x + map.width, "beside the map");
  assert.ok(dialogue.y >= hint.y + hint.height && Math.abs(dialogue.x - hint.x) < 2, "above what it is about");
  assert.match(await page.locator(".hint-best").textContent(), /^Drawn at random from several: /);
  await shot(page, "hint-offer-1280");
  blameless(page);
});

/* Which words and numbers stand in a hint is a matter of the deal; here the longest that there are. */
function widest(body) {
  const last = (cell) => [...cell.querySelectorAll(".num"), cell].at(0).lastChild;
  for (const { cells: [name, ...numbers] } of body.rows) {
    [...name.childNodes].find((node) => node.nodeType === Node.TEXT_NODE).data = "Machtkartenverkauf und 15 Bausteine kaufen";
    for (const [i, cell] of numbers.entries())
      last(cell).data = ["100,0\u00a0%", "−12,5", "100,0\u00a0%"][i];
  }
}

longTest("on a phone a hint in Amun-Re leaves room for what it is about", async () => {
  const page = await visitor(server, { width: 390, height: 844, hasTouch: true, isMobile: true, settings: { lang: "de" } });
  await goto(page);
  await page.locator('[data-play="amun_re"]').tap();
  for (const phase of ["bid", "actions", "offer"]) {
    await amunUntil(page, phase);
    await page.locator("[data-ask-hint]").tap();
    await page.locator('[data-hint="shown"]').waitFor();
    const top = () => page.locator(".teach").evaluate((e) => e.getBoundingClientRect().top);
    assert.ok(await top() > 400, "half of the page is left");
    await accessible(page, `a hint in Amun-Re, ${phase}`, [], ".hint");
    assert.deepEqual(await covered(page, "[data-prompt], [data-ask-hint], [data-put-hint], .build-foot .button"), [], phase);
    await shot(page, `hint-${phase}-390`);
    await page.setViewportSize({ width: 320, height: 844 });
    await page.locator(".hint-table tbody").evaluate(widest);
    assert.ok(await page.locator(".hint-scroll").evaluate((e) => e.scrollWidth <= e.clientWidth), `every column is on the smallest screen: ${phase}`);
    await page.setViewportSize({ width: 390, height: 844 });
    await page.evaluate(() => window.scrollTo(0, document.documentElement.scrollHeight));
    const end = await page.locator(".side").evaluate((e) => e.getBoundingClientRect().bottom);
    assert.ok(end <= await top(), "the end of the page can be had above it");
    await page.locator("[data-put-hint]").tap();
  }
  blameless(page);
});

test("who leaves can have a bot play on, and comes back", async () => {
  const made = await server.api("/tables", { game: "ra", players: 3, seats: [{ kind: "person", name: "Anna" }, { kind: "person", name: "Ben" }, { kind: "bot", bot: "rule" }], public: false, start: true });
  const anna = await visitor(server);
  const ben = await visitor(server);
  await sit(anna, made.table.id, { 0: made.tokens[0] });
  await sit(ben, made.table.id, { 1: made.tokens[1] });
  await anna.locator(".entry", { hasText: "Ben gets sun group" }).waitFor();
  await ben.locator('[data-leave="ask"]').click();
  await accessible(ben, "leaving is asked twice", [], ".side");
  await ben.locator('[data-leave="sure"]').click();
  await ben.locator('[data-return="1"]').waitFor();
  assert.equal(await ben.locator('[data-leave="ask"], [data-prompt="mine"]').count(), 0, "he plays no more");
  await accessible(ben, "a table left to a bot", [], ".side");
  await ben.setViewportSize({ width: 390, height: 844 });
  await noSidewaysScroll(ben, "a table left to a bot");
  await shot(ben, "left-390");
  await anna.locator('[data-leave="ask"]').waitFor({ state: "detached" });
  await anna.locator(".entry", { hasText: "Ben gets sun group" }).waitFor();
  assert.doesNotMatch(await anna.locator(".entry").first().innerText(), new RegExp((await server.api(`/tables/${made.table.id}`)).table.seats[1].name), "the log is not rewritten");
  await ben.locator('[data-return="1"]').click();
  await ben.locator('[data-leave="ask"]').waitFor();
  assert.equal((await server.api(`/tables/${made.table.id}`)).table.seats[1].name, "Ben");
  blameless(anna);
  blameless(ben);
});
