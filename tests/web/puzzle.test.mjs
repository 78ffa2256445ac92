/* SPDX-License-Identifier: MIT
 * puzzle.test.mjs -- puzzles in the page: the list, an answer right and one wrong, the one of the day, the streak.
 */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { after, before } from "node:test";
import { accessible, blameless, closeBrowser, fingers, goto, longTest, noSidewaysScroll, root, Server, shot, tabTo, test, visitor } from "./lib.mjs";

const puzzlesOf = (game) => readFileSync(join(root, "data", "puzzles", `${game}.jsonl`), "utf8").trim().split("\n").map((line) => JSON.parse(line).meta.puzzle);
const bestOf = ({ actions, win }) => actions[win.indexOf(Math.max(...win))];
const day = 86_400_000;

let server;
before(async () => (server = await Server.start()));
after(async () => {
  await closeBrowser();
  await server.stop();
});

/* By its button, or from the list where there are many. */
async function choose(page, action, press = (button) => button.click()) {
  await page.locator("[data-answer], [data-give]").first().waitFor();
  if (await page.locator("[data-give]").count()) {
    await page.locator("select[name=answer]").selectOption(action);
    await press(page.locator("[data-give]"));
  } else {
    await press(page.locator(`[data-answer="${action}"]`));
  }
  await page.locator("[data-answered]").waitFor();
}

/* The board below is looked at where tables are. */
const accessibleCard = (page, where) => accessible(page, where, [], ".puzzle-card");

for (const game of ["ra", "amun_re"])
  (game === "ra" ? test : longTest)(`from the list to the answer and on to the next: ${game}`, async () => {
    const page = await visitor(server);
    const all = puzzlesOf(game);
    const [first] = all.filter(({ level }) => level === 1);
    await goto(page);
    await page.locator("[data-puzzles]").click();
    for (const one of ["ra", "amun_re"])          /* the list of each game comes by itself */
      await page.locator(`[data-daily="${one}"]`).waitFor();
    assert.equal(await page.locator("[data-puzzle]").count(), puzzlesOf("ra").length + puzzlesOf("amun_re").length);
    if (game === "ra")
      await accessible(page, "the list of puzzles", [], "main");
    await shot(page, "puzzles-1280");
    await page.locator(`section:has([data-daily="${game}"]) [data-puzzle="${first.id}"]`).click();
    await page.locator("[data-answer], [data-give]").first().waitFor();
    const offered = await page.locator("[data-answer], select[name=answer] option").evaluateAll((all) => all.map((e) => e.dataset.answer ?? e.value).filter(Boolean));
    assert.deepEqual(offered.sort(), [...first.actions].sort(), "all that is legal may be answered");
    await accessibleCard(page, "a puzzle");
    await shot(page, `puzzle-${game}-asked`);
    await choose(page, bestOf(first));
    assert.equal(await page.locator("[data-answered]").getAttribute("data-answered"), "right");
    assert.equal(await page.locator(".actions").isVisible(), false, "what is answered is not asked any more");
    assert.equal(await page.locator("[data-worth]").first().getAttribute("data-worth"), String(Math.max(...first.win)));
    assert.match(await page.locator(".puzzle-answer").textContent(), / is \d+\.\d percentage points behind\./);
    await page.locator("[data-reasons]").waitFor();
    const reasons = await page.locator("[data-reasons-of]").evaluateAll((found) => found.map((e) => [e.dataset.reasonsOf, e.querySelector("dd").textContent]));
    assert.ok(reasons.some(([action]) => action === bestOf(first)), "the best action is explained in words");
    assert.ok(reasons.every(([, text]) => !/[{}]|fact\.|undefined/.test(text)), String(reasons));
    await accessibleCard(page, "an answer");
    await shot(page, `puzzle-${game}-answered`);
    await page.locator("[data-next]").click();
    const next = all.filter(({ level }) => level === 1)[1];
    await page.locator(`[data-puzzle-page="${next.id}"] .puzzle-card`).waitFor();
    await choose(page, next.actions.find((action) => action !== bestOf(next)));
    assert.equal(await page.locator("[data-answered]").getAttribute("data-answered"), "wrong");
    await goto(page, "#/puzzles");
    await page.locator(".puzzle-link.right").waitFor();
    assert.equal(await page.locator(".puzzle-link.wrong").count(), 1);
    blameless(page);
  });

/* Comes to the puzzle of the day of Ra; its name. */
async function todays(page) {
  await goto(page, "#/puzzles");
  await page.locator("[data-daily]").first().waitFor();
  await goto(page, "#/puzzles/ra/day");
  await page.locator(".puzzle-card").waitFor();
  return page.locator("[data-puzzle-page]").getAttribute("data-puzzle-page");
}

/* All puzzles of Ra have been answered so before. What is stored is read anew. */
async function answeredBefore(page, how) {
  await page.evaluate(([ids, right]) => {
    const kept = JSON.parse(localStorage.getItem("khepri.puzzles") ?? "{}");
    localStorage.setItem("khepri.puzzles", JSON.stringify({ ...kept, done: Object.fromEntries(ids.map((id) => [`ra ${id}`, right])) }));
  }, [puzzlesOf("ra").map(({ id }) => id), how]);
  await page.reload();
}

test("the puzzle of the day is everybody's, and a streak goes on by the first answer of each day, whatever was answered before", async () => {
  const noon = Date.UTC(2030, 4, 20, 12);
  const named = (id) => puzzlesOf("ra").find((one) => one.id === id);
  const come = async (timezoneId, lang, days) => {
    const page = await visitor(server, { settings: { lang }, timezoneId });
    await page.clock.install({ time: noon });
    await page.clock.setFixedTime(noon + days * day);
    return page;
  };

  const page = await come("Asia/Tokyo", "en", 0);
  await goto(page, "#/puzzles");
  await answeredBefore(page, false);
  const first = await todays(page);
  await choose(page, bestOf(named(first)));
  await page.locator('[data-streak="1"]').waitFor();

  await page.clock.setFixedTime(noon + day);
  const second = await todays(page);
  assert.notEqual(first, second, "another each day");
  await choose(page, bestOf(named(second)));
  await page.locator('[data-streak="2"]').waitFor();

  /* The first answer is wrong, so the day does not count. */
  await page.clock.setFixedTime(noon + 2 * day);
  await answeredBefore(page, true);
  const third = named(await todays(page));
  await choose(page, third.actions.find((action) => action !== bestOf(third)));
  await page.reload();
  await todays(page);
  await choose(page, bestOf(third));
  await page.locator('[data-streak="2"]').waitFor();

  await page.clock.setFixedTime(noon + 9 * day);
  await goto(page, "#/puzzles");
  await page.locator("[data-daily]").nth(1).waitFor();
  assert.equal(await page.locator("[data-streak]").count(), 0, "a day left out ends it");
  blameless(page);

  const other = await come("America/Los_Angeles", "de", 1);
  assert.equal(await todays(other), second, "the same for both");
  blameless(other);
});

/* ---- by keyboard alone ---- */

async function answerByKeys(page, action) {
  await page.locator("[data-answer], [data-give]").first().waitFor();
  if (await page.locator("[data-give]").count()) {
    await tabTo(page, "select[name=answer]");
    const at = await page.locator("select[name=answer] option").evaluateAll((all, wanted) => all.findIndex((one) => one.value === wanted), action);
    for (let i = 0; i < at; i++)
      await page.keyboard.press("ArrowDown");
    await tabTo(page, "[data-give]");
  } else {
    await tabTo(page, `[data-answer="${action}"]`);
  }
  await page.keyboard.press("Enter");
  await page.locator("[data-answered]").waitFor();
}

/* What is said politely from now on. */
async function listen(page) {
  await page.evaluate(() => {
    const live = document.querySelector("[data-live=polite]");
    window.said = [];
    new MutationObserver(() => window.said.push(live.textContent)).observe(live, { childList: true, subtree: true, characterData: true });
  });
}

/* The answer has the focus, is said as it is written, and its reasons follow. */
async function toldAloud(page, how) {
  assert.equal(await page.locator("[data-answered]").getAttribute("data-answered"), how);
  assert.ok(await page.evaluate(() => document.activeElement.matches("[data-answered] > h3")), "the focus is at the answer's heading");
  const written = await page.locator("[data-answered] > p").first().textContent();
  assert.ok(written.length > 30);
  await page.waitForFunction((text) => window.said.some((one) => one.includes(text)), written);
  await page.locator("[data-answered] > h3 ~ [data-reasons]").waitFor();
}

for (const game of ["ra", "amun_re"])
  (game === "ra" ? longTest : test)(`by keyboard alone: a puzzle of ${game} answered wrong and explained aloud, the next one solved`, async () => {
    const page = await visitor(server);
    const [first, next] = puzzlesOf(game).filter(({ level }) => level === 1);
    await goto(page, "#/puzzles");
    await tabTo(page, `section:has([data-daily="${game}"]) [data-puzzle="${first.id}"]`);
    await page.keyboard.press("Enter");
    await page.locator(`[data-puzzle-page="${first.id}"] .puzzle-card`).waitFor();
    await listen(page);
    await answerByKeys(page, first.actions.find((action) => action !== bestOf(first)));
    await toldAloud(page, "wrong");
    await tabTo(page, "[data-next]");
    await page.keyboard.press("Enter");
    await page.locator(`[data-puzzle-page="${next.id}"] .puzzle-card`).waitFor();
    await answerByKeys(page, bestOf(next));
    await toldAloud(page, "right");
    await goto(page, "#/puzzles");
    await page.locator(`section:has([data-daily="${game}"]) .puzzle-link.wrong`).waitFor();
    assert.equal(await page.locator(".puzzle-link.right").count(), 1);
    blameless(page);
  });

/* One of each kind of puzzle: by what may be done, the one with most of it. */
function kindsOf(game) {
  const kinds = new Map();
  for (const puzzle of puzzlesOf(game)) {
    const kind = [...new Set(puzzle.actions.map((action) => action.split(":")[0]))].sort().join();
    if (puzzle.actions.length > (kinds.get(kind)?.actions.length ?? 0))
      kinds.set(kind, puzzle);
  }
  return [...kinds.values()];
}

/* Runs in the page: what of the card something lies over, even when it is scrolled to, and what the card lies over. */
function overlaid() {
  const card = document.querySelector(".puzzle-card");
  const shown = (within, all) => [...within.querySelectorAll(all)].filter((e) => e.checkVisibility({ visibilityProperty: true }));
  const over = (e) => {
    const { left, top, width, height } = e.getBoundingClientRect();
    return document.elementFromPoint(left + width / 2, top + height / 2);
  };
  const told = (e) => `${over(e)?.outerHTML.slice(0, 60)} over ${e.outerHTML.slice(0, 90)}`;
  const asking = shown(document, ".actions button, .decisions:not(.revealed) button, .prompt");
  const under = asking.filter((e) => card.contains(over(e))).map(told);
  const boxes = shown(document, ".actions, .decisions:not(.revealed)").filter((e) => {
    const [a, b] = [e, card].map((one) => one.getBoundingClientRect());
    return getComputedStyle(e).position === "fixed" && a.left < b.right && a.top < Math.min(b.bottom, b.top + 60);
  });
  const own = shown(card, "button, select, a").filter((e) => {
    e.scrollIntoView({ block: "center", behavior: "instant" });
    return !e.contains(over(e));
  }).map(told);
  scrollTo({ top: 0, behavior: "instant" });
  return [...under, ...boxes.map((e) => e.className), ...own];
}

for (const [width, height] of [[844, 390], [390, 844]])
  for (const game of ["ra", "amun_re"])
    (game === "ra" && width === 844 ? test : longTest)(`each kind of puzzle of ${game} on a phone ${width} wide: nothing lies over the card, nor it over what is asked, in two screens`, async () => {
      const page = await visitor(server, { width, height, hasTouch: true, isMobile: true });
      const look = async (where) => {
        await page.evaluate(() => document.fonts.ready.then(() => scrollTo({ top: 0, behavior: "instant" })));
        assert.deepEqual(await page.evaluate(overlaid), [], where);
        await noSidewaysScroll(page, where);
        const high = await page.evaluate(() => document.documentElement.scrollHeight);
        assert.ok(high <= 2 * height, `${where}: ${high} of ${2 * height}`);
        await fingers(page, where);
        await shot(page, `puzzle-${width}-${where.replaceAll(/\W+/g, "-")}`);
      };
      for (const puzzle of kindsOf(game)) {
        const where = `${game} ${puzzle.id}`;
        await goto(page, `#/puzzles/${game}/${puzzle.id}`);
        await page.locator(`[data-puzzle-page="${puzzle.id}"] :is([data-answer], [data-give])`).first().waitFor();
        await look(where);
        await choose(page, puzzle.actions.find((action) => action !== bestOf(puzzle)), (button) => button.evaluate((e) => e.click()));
        await look(`${where}, answered`);
        const [seen, all] = await page.locator(".puzzle-answer .scroll").evaluate((e) => [e.clientHeight, e.scrollHeight]);
        assert.ok(width > height || seen >= Math.min(all, 160), `${where}: of the answers ${seen} of ${all}`);
      }
      blameless(page);
    });

longTest("puzzles on a phone, in German and at night", async () => {
  for (const game of ["ra", "amun_re"]) {
    const page = await visitor(server, { width: 390, height: 844, settings: { lang: "de", theme: "dark" } });
    const hard = puzzlesOf(game).find(({ level }) => level === 3);
    await goto(page, "#/puzzles");
    await page.locator("[data-daily]").nth(1).waitFor();
    await noSidewaysScroll(page, "the list");
    await fingers(page, "the list");
    await shot(page, "puzzles-390");
    await goto(page, `#/puzzles/${game}/${hard.id}`);
    await page.locator(".puzzle-card").waitFor();
    await noSidewaysScroll(page, "a puzzle");
    await fingers(page, "a puzzle");
    await shot(page, `puzzle-${game}-390`);
    await choose(page, hard.actions.find((action) => action !== bestOf(hard)));
    await noSidewaysScroll(page, "an answer");
    await accessible(page, "an answer on a phone");
    await shot(page, `puzzle-${game}-390-answered`);
    assert.match(await page.locator("[data-answered]").textContent(), /Am besten ist/);
    await goto(page, `#/puzzles/${game}/nonsense`);
    await page.locator(".trouble").waitFor();
    blameless(page);
    await page.context().close();
  }
});
