/* SPDX-License-Identifier: MIT
 * review.test.mjs -- a game played, then reviewed. What was overlooked in sentences, only your own decisions, board, graph
 * and list in view together. Then playing on from a moment, running by itself, and the picture of the result.
 */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { after, before } from "node:test";
import { accessible, amunPlay, blameless, closeBrowser, fingers, frugal, goto, hasty, keep, longTest, noSidewaysScroll, playUnseen, Server, shot, sit, staticFolder, tableId, test, visitor } from "./lib.mjs";

const skip = staticFolder ? false : "the client was built without the core";
let server;
before(async () => (server = await Server.start()));
after(async () => {
  await closeBrowser();
  await server.stop();
});

/* Nothing changes a game that is over, so all cases may look at the same one. */
const games = {};

/* A game of Anna against bots, played in haste to its end. */
async function ended(page, game, players) {
  const seats = [{ kind: "person", name: "Anna" }, ...Array.from({ length: players - 1 }, () => ({ kind: "bot", bot: "easy" }))];
  const made = games[`${game} ${players}`];
  const { table, tokens } = made ?? await server.api("/tables", { game, players, seats, public: false, start: true });
  if (!made)
    await playUnseen(server, table.id, tokens, game === "ra" ? hasty : frugal);
  games[`${game} ${players}`] = { table, tokens };
  await sit(page, table.id, tokens);
  await page.locator(".final").waitFor();
  return table.id;
}

/* ... and its analysis. */
async function reviewed(page, game, players) {
  const id = await ended(page, game, players);
  await analysed(page);
  return server.api(`/tables/${id}/analysis`);
}

async function analysed(page) {
  assert.equal(await page.locator("button", { hasText: /Analyse this game|Diese Partie analysieren/ }).count(), 1, "offered once");
  await page.locator("[data-go-analysis]").click();
  await page.locator('[data-analysis="shown"]').waitFor();
}

/* A good part of it is on the screen, and nothing lies over it. */
const inView = (page, what) => page.locator(what).evaluateAll((all) => all.some((e) => {
  const { top, bottom, left, right } = e.getBoundingClientRect();
  const [upper, lower] = [Math.max(top, 0), Math.min(bottom, window.innerHeight)];
  return lower - upper > 60 && e.contains(document.elementFromPoint((left + right) / 2, (upper + lower) / 2));
}));

const sizes = [[390, 844], [844, 390], [820, 1180], [1280, 800]];
const boards = { ra: ".stage", amun_re: ".river-map" };

async function resize(page, [width, height]) {
  await page.setViewportSize({ width, height });
  await page.evaluate(() => window.scrollTo(0, 0));
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
}

async function twoScreens(page, where) {
  const [tall, high] = await page.evaluate(() => [document.documentElement.scrollHeight, innerHeight]);
  assert.ok(tall <= 2 * high, `${where} is not taller than two screens: ${tall} of ${high}`);
  await noSidewaysScroll(page, where);
}

/* All of it is on the screen, and nothing lies over its middle. */
const whole = (page, what) => page.locator(what).evaluateAll((all) => all.length > 0 && all.every((e) => {
  const { top, bottom, left, right } = e.getBoundingClientRect();
  return top >= 0 && bottom <= innerHeight && left >= 0 && right <= innerWidth && e.contains(document.elementFromPoint((left + right) / 2, (top + bottom) / 2));
}));

/* A decision of the list can be read and pressed; of one that is higher than the list, the beginning. */
const listed = (page) => page.locator("[data-worst]").evaluateAll((all) => {
  const list = document.querySelector(".analysed-rest").getBoundingClientRect();
  return all.some((e) => {
    const { top, left, right, height } = e.getBoundingClientRect();
    const bottom = top + Math.min(height, list.height);
    return top >= list.top - 1 && bottom <= list.bottom + 1 && bottom <= innerHeight && e.contains(document.elementFromPoint((left + right) / 2, (top + bottom) / 2));
  });
});

/* Goes to a moment of the review by its address, as every step does. */
async function toMoment(page, n) {
  await page.evaluate((to) => location.replace(location.hash.replace(/(\/at\/.*)?$/, `/at/${to}`)), n);
  await page.locator(`.legend[data-at="${n}"]`).waitFor();
  await page.locator(`[data-seq="${n}"]`).waitFor();
}

/* Every number of a sentence is one of its fact. */
function numbersOf(facts, names) {
  const known = new Set(facts.flatMap((fact) => Object.values(fact)).filter((n) => typeof n === "number").map((n) => String(Math.abs(n))));
  return (text) => names.reduce((rest, name) => rest.replaceAll(name, ""), text).match(/\d+/g)?.filter((n) => !known.has(n)) ?? [];
}

test("what was overlooked, in sentences whose numbers are the search's", async () => {
  const page = await visitor(server);
  const { analysis } = await reviewed(page, "ra", 5);
  const listed = await page.locator("[data-worst]").evaluateAll((all) => all.map((e) => ({
    n: Number(e.dataset.worst),
    told: [...e.parentElement.querySelectorAll("[data-reasons-of]")].map((one) => ({ of: one.dataset.reasonsOf, text: one.querySelector("dd").textContent })),
  })));
  assert.ok(listed.length >= 3 && listed.filter(({ told }) => told.length).length >= 3, "costly decisions are explained");
  for (const { n, told } of listed) {
    const moment = analysis.moments[n];
    for (const { of, text } of told) {
      assert.ok([moment.action, moment.best].includes(of));
      const strange = numbersOf([...moment.facts, ...moment.best_facts], ["Anna", ...[2, 3, 4, 5].map((n) => `easy ${n}`)]);
      assert.deepEqual(strange(text), [], `moment ${n}: ${text}`);
      assert.doesNotMatch(text, /[{}]|ra\.fact|undefined/, "no sentence is left unfilled");
    }
  }

  /* Only mine: no decision of another is listed; the switch is one for keys. */
  const own = analysis.seats[0].worst.length;
  await page.locator('input[name="mine"]').focus();
  await page.keyboard.press("Space");
  assert.equal(await page.locator("[data-worst]").count(), Math.min(10, own));
  assert.ok((await page.locator("[data-worst]").evaluateAll((all) => all.map((e) => Number(e.dataset.worst)))).every((n) => analysis.moments[n].seat === 0));
  await page.keyboard.press("Space");
  assert.equal(await page.locator("[data-worst]").count(), listed.length);

  /* The noise of the evaluation is in the details. */
  assert.equal(await page.getByText("Evaluation noise").first().isVisible(), false);
  await page.locator("[data-sums] summary").click();
  assert.equal(await page.getByText("Evaluation noise").first().isVisible(), true);
  await page.locator("[data-sums] summary").click();

  /* Board, graph and list together, at a moment that is chosen. */
  const { n } = listed[0];
  await page.locator(`[data-worst="${n}"]`).click();
  await page.locator(`[data-seq="${n}"]`).waitFor();
  await page.evaluate(() => window.scrollTo(0, 0));
  for (const what of [".stage", ".graph", ".worst li"])
    assert.equal(await inView(page, what), true, `${what} is in view`);
  await shot(page, "review-1280");
  /* It is there again when the page is loaded anew, until it is closed. */
  await page.reload();
  await page.locator(`.legend[data-at="${n}"]`).waitFor();
  await page.locator("[data-close-analysis]").click();
  await page.reload();
  await page.locator("[data-ask-analysis]").click();
  await page.locator(`.legend[data-at="${n}"]`).waitFor();
  await page.setViewportSize({ width: 390, height: 844 });
  await noSidewaysScroll(page, "a review");
  await fingers(page, "a review");
  await page.locator(".analysis").scrollIntoViewIfNeeded();
  await page.locator(".worst-box").scrollIntoViewIfNeeded();
  await shot(page, "review-390");
  blameless(page);
});

async function endFits(page, game) {
  await ended(page, game, 5);
  for (const size of sizes) {
    await resize(page, size);
    await shot(page, `end-${game}-${size.join("x")}`);
    await twoScreens(page, `the end of ${game} at ${size.join(" x ")}`);
  }
  await resize(page, sizes[0]);
  assert.match(await page.locator(".news-line").textContent(), /^(The game is over|Das Spiel ist aus)\. \S+ [^.]+\.$/, "the news on a phone is how it ended");
}

/* Of a review that is on show, these moments at these sizes; `dear` is one of a decision in the list. */
async function reviewFits(page, game, moments, dear) {
  for (const [n, wanted] of moments) {
    await toMoment(page, n);
    for (const size of wanted) {
      const where = `moment ${n} of ${game} at ${size.join(" x ")}`;
      await resize(page, size);
      await shot(page, `review-${game}-${n}-${size.join("x")}`);
      await twoScreens(page, where);
      assert.equal(await inView(page, boards[game]), true, `${where}: ${boards[game]} is in view`);
      /* The list is at the decision of the moment; where that is none, as it was left. */
      if (n !== dear)
        await page.locator(".analysed-rest").evaluate((e) => (e.scrollTop = 0));
      assert.equal(await listed(page), true, `${where}: a decision is in view`);
      for (const what of [".graph", ".analysed .steps-bar button", ".legend-told"])
        assert.equal(await whole(page, what), true, `${where}: all of ${what} is in view`);
      if (size[0] < 1000)
        await fingers(page, where);
    }
  }
}

/* The list keeps the decision of the moment shown in view, at a screen that is turned too. */
async function listKeeps(page) {
  const worst = await page.locator("[data-worst]").evaluateAll((all) => all.map((e) => Number(e.dataset.worst)));
  const kept = () => page.waitForFunction(() => {
    const [shown, list] = ["[data-worst][aria-current]", ".analysed-rest"].map((one) => document.querySelector(one).getBoundingClientRect());
    return shown.top >= list.top - 1 && shown.top + Math.min(shown.height, list.height) <= list.bottom + 1 && list.top >= 0;
  });
  await resize(page, sizes[0]);
  for (const n of [worst.at(-1), worst[0], worst.at(-1)]) {
    await toMoment(page, n);
    await kept();
    assert.equal(await page.evaluate(() => window.scrollY), 0, "and the page stays where it is");
  }
  await page.setViewportSize({ width: 844, height: 390 });
  await kept();

  /* By keys: the list can be scrolled, each decision reached. */
  await page.locator(".analysed-rest").focus();
  await page.keyboard.press("Tab");
  await page.keyboard.press("Tab");
  assert.equal(await page.evaluate(() => document.activeElement.dataset.worst), String(worst[0]));
  await page.locator("[data-close-analysis]").click();
  assert.equal(await page.locator(".reviewing, .analysed").count(), 0, "and it can be closed");
}

/* At all sizes that decision is on show which is not first in the list, and the first and the last moment upright. */
for (const [game, tested, all] of [["ra", test, false], ["ra", longTest, true], ["amun_re", longTest, true]])
  tested(`${game}: the end and a review are two screens at most; board, graph and list are in view together${all ? ", at every size" : ""}`, async () => {
    const page = await visitor(server, { width: 390, height: 844, hasTouch: true, isMobile: true, settings: { lang: "de" } });
    await endFits(page, game);
    await analysed(page);
    const last = Number(await page.locator("[data-seq]").getAttribute("data-newest"));
    const dear = Number(await page.locator("[data-worst]").nth(4).getAttribute("data-worst"));
    const others = game === "ra" ? [last, 0] : [last, 28, 0];
    await reviewFits(page, game, [[dear, sizes], ...others.map((n) => [n, all ? sizes : sizes.slice(0, 1)])], dear);
    await listKeeps(page);
    blameless(page);
  });

/* A finished game waits for nobody, whatever moment of it is on show. */
async function waitsForNobody(page, id) {
  const last = Number(await page.locator("[data-seq]").getAttribute("data-newest"));
  const waits = async () => assert.doesNotMatch(await page.locator("body").textContent(), /[Ww]ait(ing)? for/);
  for (const n of [last, last - 1, 40]) {
    await goto(page, `#/t/${id}/at/${n}`);
    await page.locator(`[data-seq="${n}"]`).waitFor();
    await waits();
    await page.keyboard.press("s");
    await page.locator('[data-live="polite"]', { hasText: "Anna" }).waitFor();
    await waits();
  }
  await page.keyboard.press("t");
  await page.locator(".text-state").waitFor();
  await page.locator("#command").fill("nonsense");
  await page.keyboard.press("Enter");
  await page.locator(".answer").waitFor();
  await waits();
}

longTest("a finished game of Amun-Re waits for nobody, whatever moment of it is on show", async () => {
  const page = await visitor(server, { width: 390, height: 844 });
  await waitsForNobody(page, await ended(page, "amun_re", 3));
  blameless(page);
});

/* The picture of the result is made in the page. */
async function pictured(page, name) {
  const [saved] = await Promise.all([page.waitForEvent("download"), page.locator("[data-picture]").click()]);
  assert.equal(saved.suggestedFilename(), `khepri-${name.split("-")[0]}.png`);
  const bytes = readFileSync(await saved.path());
  assert.equal(bytes.subarray(1, 4).toString(), "PNG");
  assert.deepEqual([bytes.readUInt32BE(16), bytes.readUInt32BE(20)], [1200, 630]);
  assert.ok(bytes.length > 8000, "something is drawn on it");
  keep(`picture-${name}`, bytes);
  await page.locator('[data-live="polite"]', { hasText: "The picture is saved" }).waitFor();
}

test("the picture of the result is made in the page; a review runs by itself at the speed chosen, and stops; a finished game waits for nobody", async () => {
  const page = await visitor(server, { settings: { theme: "light" } });
  await reviewed(page, "ra", 5);
  await pictured(page, "ra-light");
  await page.locator('select[name="speed"]').selectOption("4");
  await page.locator("[data-autoplay]").focus();
  await page.keyboard.press("Enter");
  await page.waitForFunction(() => {
    const { seq, newest } = document.querySelector("[data-seq]").dataset;
    return Number(seq) >= 3 && Number(seq) < Number(newest) / 2;
  });
  assert.equal(await page.locator("[data-autoplay]").getAttribute("aria-pressed"), "true");
  await page.keyboard.press("Enter");
  assert.equal(await page.locator("[data-autoplay]").getAttribute("aria-pressed"), "false");

  /* At the end it stops alone. */
  await page.locator(".graph").focus();
  const shows = (left) => page.waitForFunction((n) => {
    const { seq, newest } = document.querySelector("[data-seq]").dataset;
    return Number(seq) === Number(newest) - n;
  }, left);
  await page.keyboard.press("End");
  await shows(0);
  await page.keyboard.press("ArrowLeft");
  await shows(1);
  await page.locator("[data-autoplay]").click();
  await page.waitForFunction(() => {
    const { seq, newest } = document.querySelector("[data-seq]").dataset;
    return seq === newest;
  });
  await page.locator('[data-autoplay][aria-pressed="false"]').waitFor();

  await page.setViewportSize({ width: 390, height: 844 });
  await waitsForNobody(page, tableId(page));
  blameless(page);
});

longTest("the picture of the result of Amun-Re is made in the page, dark", async () => {
  const page = await visitor(server, { settings: { theme: "dark" } });
  await reviewed(page, "amun_re", 5);
  await pictured(page, "amun_re-dark");
  blameless(page);
});

longTest("one plays on from a moment of a game of Ra of the server", { skip }, async () => {
  const page = await visitor(server);
  await reviewed(page, "ra", 5);
  await page.locator('input[name="mine"]').check();
  const own = page.locator("[data-worst]").first();
  const at = Number(await own.getAttribute("data-worst"));
  await own.click();
  await page.locator(`.legend[data-at="${at}"]`).waitFor();
  await accessible(page, "a review");
  assert.equal(await page.locator("[data-play-on]").innerText(), "Play on from here as Anna");
  await page.locator("[data-play-on]").click();
  await page.waitForURL(/#\/t\/0/);
  await page.locator('[data-prompt="mine"]').waitFor();
  assert.ok(Number(await page.locator("[data-seq]").getAttribute("data-newest")) >= at, "it begins where it was left");
  assert.equal(await page.locator(".final").count(), 0, "and goes on");
  blameless(page);
});

test("one plays on from a moment of a game of Amun-Re of the server", { skip }, async () => {
  const page = await visitor(server);
  await reviewed(page, "amun_re", 3);
  const id = tableId(page);
  await page.locator('input[name="mine"]').check();
  const own = page.locator("[data-worst]").first();
  const at = Number(await own.getAttribute("data-worst"));
  await own.click();
  await page.locator(`.legend[data-at="${at}"]`).waitFor();
  assert.equal(await page.locator("[data-play-on]").innerText(), "Play on from here as Anna");
  await page.locator('[data-play-on="0"]').click();
  await page.waitForURL(/#\/t\/0/);
  await page.locator('[data-prompt="mine"][data-seat-asked="0"]').waitFor();
  assert.ok(Number(await page.locator("[data-seq]").getAttribute("data-newest")) >= at, "it begins where it was left");
  assert.equal(await page.locator(".final").count(), 0, "and goes on");
  assert.equal(await page.locator(".line").textContent(), "In this page");

  /* A game of its own: it is played on, and that of the server stands as it was. */
  const { view: before } = await server.api(`/tables/${id}`);
  const begun = Number(await page.locator("[data-seq]").getAttribute("data-newest"));
  await amunPlay(page, { enough: ({ seq }) => seq > begun });
  const { view: now } = await server.api(`/tables/${id}`);
  assert.deepEqual(now, before);
  blameless(page);
});

longTest("Amun-Re is gone through likewise", async () => {
  const page = await visitor(server);
  const { analysis } = await reviewed(page, "amun_re", 3);
  const told = await page.locator("[data-reasons-of] dd").allTextContents();
  assert.ok(told.length >= 4);
  assert.ok(told.every((text) => !/[{}]|amun\.|undefined/.test(text)));
  const n = Number(await page.locator("[data-worst]").first().getAttribute("data-worst"));
  assert.ok(analysis.moments[n].facts);
  await page.locator("[data-worst]").first().click();
  await page.locator(`.legend[data-at="${n}"]`).waitFor();
  await page.evaluate(() => window.scrollTo(0, 0));
  for (const what of [".river-map", ".graph", ".worst li"])
    assert.equal(await inView(page, what), true, `${what} is in view`);
  for (const theme of ["light", "dark"]) {
    await page.evaluate((to) => (document.documentElement.dataset.theme = to), theme);
    await accessible(page, `a review of Amun-Re, ${theme}`);
    await shot(page, `review-amun-${theme}-1280`);
  }
  await page.setViewportSize({ width: 390, height: 844 });
  await noSidewaysScroll(page, "a review of Amun-Re");
  await page.locator(".worst-box").scrollIntoViewIfNeeded();
  await shot(page, "review-amun-390");
  blameless(page);
});
