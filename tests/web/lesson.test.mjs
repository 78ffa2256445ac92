/* SPDX-License-Identifier: MIT
 * lesson.test.mjs -- the guided games: offered, played to the end with wrong moves on the way, left and resumed.
 */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { after, before } from "node:test";
import { accessible, blameless, closeBrowser, fingers, goto, longTest, noSidewaysScroll, root, Server, shot, test, visitor } from "./lib.mjs";

const lessonOf = (game) => JSON.parse(readFileSync(join(root, "data", "lessons", `${game}.json`), "utf8"));
const wordsOf = (code) => JSON.parse(readFileSync(join(root, "lang", `learn.${code}.json`), "utf8"));

let server;
before(async () => (server = await Server.start()));
after(async () => {
  await closeBrowser();
  await server.stop();
});

const card = (page) => page.locator(".lesson-card");

async function atStep(page, at) {
  await page.locator(`[data-lesson-step="${at}"]`).waitFor();
}

/* The epoch ends after this card, and its sheet opens by itself. */
const sheetOpens = "lesson.ra.last";

async function closeSheet(page) {
  await page.locator("dialog[open]").waitFor();
  await page.keyboard.press("Escape");
  await page.locator("dialog[open]").waitFor({ state: "detached" });
}

const fits = (pattern, action) => (pattern.endsWith("*") ? action.startsWith(pattern.slice(0, -1)) : pattern === action);

/* Something that may be done and is not what the lesson waits for; null if there is nothing. */
async function wrongMove(page, step) {
  const all = await page.locator("[data-action]:not(:disabled)").evaluateAll((buttons) => buttons.map((e) => e.dataset.action));
  const wanted = step.accept.flatMap((way) => way.split(" "));
  return all.find((action) => !wanted.some((one) => fits(one, action)) && Object.keys(step.wrong ?? {}).some((pattern) => fits(pattern, action))) ?? null;
}

async function press(page, action) {
  await page.locator(`[data-action="${action}"]`).first().click();
}

/* Plays the lesson from this step on; returns how many wrong moves were answered. */
async function play(page, lesson, from = 0, look = async () => {}) {
  let wrongs = 0;

  for (let at = from; at < lesson.steps.length; at++) {
    const step = lesson.steps[at];
    await atStep(page, at);
    await look(at, step);
    if (at === lesson.steps.length - 1)
      break;
    if (!step.accept) {
      await page.locator("[data-lesson-go]").click();
    } else {
      const wrong = await wrongMove(page, step);
      if (wrong) {
        const before = await page.locator("[data-seq]").getAttribute("data-seq").catch(() => "");
        await press(page, wrong);
        await page.locator("[data-lesson-wrong]").waitFor();
        assert.ok((await page.locator("[data-lesson-wrong]").textContent()).length > 10);
        assert.equal(await page.locator("[data-seq]").getAttribute("data-seq").catch(() => ""), before, "nothing was done");
        wrongs++;
      }
      for (const action of step.accept[0].split(" "))
        await press(page, action);
    }
    if (step.say === sheetOpens)
      await closeSheet(page);
  }
  return wrongs;
}

test("Ra, by mouse, from the first page to a game of one's own", async () => {
  const lesson = lessonOf("ra");
  const page = await visitor(server);
  await goto(page);
  await page.locator('[data-welcome="new"]').waitFor();
  await accessible(page, "the first page of somebody new");
  await page.locator('[data-lesson="ra"]').click();
  const wrongs = await play(page, lesson, 0, async (at, step) => {
    if (["lesson.ra.draw", "lesson.ra.small", "lesson.ra.big", "lesson.ra.sheet"].includes(step.say)) {
      await accessible(page, step.say);
      await shot(page, `lesson-ra-${at}`);
    }
  });
  assert.ok(wrongs >= 8, `${wrongs} wrong moves were answered`);
  await page.locator("[data-lesson-on]").click();
  await page.waitForURL(/#\/t\//);
  await page.locator("[data-seq]").waitFor();
  await page.locator('.seat[data-seat="0"] [data-score="28"]').waitFor({ state: "attached" });
  await goto(page);
  await page.locator('[data-welcome="known"]').waitFor();
  blameless(page);
});

test("Amun-Re in text mode, in German: left in the middle and resumed", async () => {
  const lesson = lessonOf("amun_re");
  const words = wordsOf("de");
  const page = await visitor(server, { settings: { text: true, lang: "de" } });
  await goto(page, "#/lesson/amun_re");
  await atStep(page, 0);
  assert.match(await card(page).textContent(), new RegExp(words["lesson.amun.goal"].slice(0, 30)));
  const half = { ...lesson, steps: lesson.steps.slice(0, 8) };
  await play(page, half);
  await goto(page);
  await goto(page, "#/lesson/amun_re");
  await atStep(page, 7);
  assert.match(await card(page).textContent(), new RegExp(words["lesson.resumed"].slice(0, 20)));
  await page.locator("[data-lesson-back]").click();
  await atStep(page, 6);
  await accessible(page, "a lesson in text mode");
  await play(page, lesson, 6);
  assert.match(await card(page).textContent(), /Runde 3 beginnt/);
  blameless(page);
});

const inCard = (page) => page.evaluate(() => document.querySelector(".lesson-card").contains(document.activeElement));

/* How often Tab is pressed until the focus is there; 9 is too often. */
async function tabsTo(page, selector) {
  for (let tabs = 0; tabs < 9; tabs++) {
    if (await page.evaluate((s) => document.activeElement.matches(s), selector))
      return tabs;
    await page.keyboard.press("Tab");
  }
  return 9;
}

/* As if the lesson had been left at this step. An open one could store its own. */
async function resume(page, game, at) {
  await goto(page);
  await page.locator("[data-welcome]").waitFor();
  await page.evaluate(([name, step]) => localStorage.setItem("khepri.lessons", JSON.stringify({ [name]: { at: step, done: [] } })), [game, at]);
  await goto(page, `#/lesson/${game}`);
  await atStep(page, at);
}

test("by keyboard the focus goes from card to card", async () => {
  const lesson = lessonOf("ra");
  const page = await visitor(server);
  for (const [from, to] of [[0, 9], [19, 23]]) {
    await resume(page, "ra", from);
    for (let at = from; at < to; at++) {
      const { accept, say } = lesson.steps[at];
      if (accept) {
        await page.locator(`[data-action="${accept[0]}"]`).first().press("Enter");
      } else {
        if (at === from)
          await page.locator("main").focus();
        assert.ok(await tabsTo(page, "[data-lesson-go]") <= 2, `step ${at}: "Continue" is near`);
        await page.keyboard.press("Enter");
      }
      if (say === sheetOpens)
        await closeSheet(page);
      await atStep(page, at + 1);
      assert.ok(await inCard(page), `step ${at + 1}: the focus is in the card`);
    }
  }
  await page.locator("[data-lesson-again]").press("Enter");
  await atStep(page, 0);
  assert.ok(await inCard(page), "from the beginning: the focus is in the card");
  blameless(page);
});

test("whoever types a command goes on typing", async () => {
  const page = await visitor(server, { settings: { text: true } });
  await resume(page, "ra", 1);
  const field = page.locator(".command input");
  await field.fill("draw");
  await field.press("Enter");
  await atStep(page, 2);
  assert.ok(await field.evaluate((e) => e === document.activeElement));
  blameless(page);
});

const momentOf = (page) => page.locator("[data-seq]").getAttribute("data-seq").catch(() => "");

/* The plan has so many things in it. */
async function planned(page, count) {
  await page.waitForFunction((n) => document.querySelector("[data-plan]")?.dataset.plan.split(" ").filter(Boolean).length === n, count);
}

test("who ends a turn before all is done is told what is missing, and goes on", async () => {
  const page = await visitor(server);
  const lesson = lessonOf("amun_re");
  const at = lesson.steps.findIndex(({ say }) => say === "lesson.amun.build");
  await resume(page, "amun_re", at);
  const before = await momentOf(page);
  for (let built = 0; built <= 1; built++) {
    await page.locator('.build[data-settled="true"] [data-send="end"]').click();
    await page.locator("[data-lesson-wrong]", { hasText: wordsOf("en")["lesson.amun.build.plan"] }).waitFor();
    assert.equal(await momentOf(page), before, "nothing was done");
    await page.locator('[data-more="stone:abydos"]').click();
    await planned(page, built + 1);
  }
  await page.locator('.build[data-settled="true"] [data-send="end"]').click();
  await atStep(page, at + 1);
  blameless(page);
});

/* Runs in the page: what the card covers, and the buttons of the actions that something covers. */
function covered() {
  const card = document.querySelector(".lesson-card");
  const under = (e) => {
    const { left, top, width, height } = e.getBoundingClientRect();
    return document.elementFromPoint(left + width / 2, top + height / 2);
  };
  const shown = (selector) => [...document.querySelectorAll(selector)].filter((e) => !card.contains(e) && e.checkVisibility({ visibilityProperty: true }));
  const hidden = [...shown(".actions button").filter((e) => !e.contains(under(e))), ...shown("button, a, input, summary, .prompt").filter((e) => card.contains(under(e)))];
  return hidden.map((e) => e.outerHTML.slice(0, 90));
}

test("held sideways the card covers nothing, and the page is two screens tall", async () => {
  for (const [game, steps] of [["ra", [1, 4, 14, 20, 23]], ["amun_re", [1, 4, 7, 14, 15]]]) {
    const page = await visitor(server, { width: 844, height: 390, hasTouch: true, isMobile: true });
    for (const at of steps) {
      const where = `${game}, step ${at}`;
      await resume(page, game, at);
      await page.evaluate(() => document.fonts.ready.then(() => undefined));
      assert.deepEqual(await page.evaluate(covered), [], where);
      await noSidewaysScroll(page, where);
      const high = await page.evaluate(() => document.documentElement.scrollHeight);
      assert.ok(high <= 2 * 390, `${where}: ${high} of ${2 * 390}`);
      await fingers(page, where);
      await shot(page, `lesson-${game}-844-${at}`);
    }
    blameless(page);
    await page.context().close();
  }
});

longTest("on a phone the card leaves room for the table", async () => {
  for (const game of ["ra", "amun_re"]) {
    const page = await visitor(server, { width: 390, height: 844, settings: { theme: "dark" } });
    await goto(page, `#/lesson/${game}`);
    await atStep(page, 0);
    await shot(page, `lesson-${game}-390-0`);
    await page.locator("[data-lesson-go]").click();
    await atStep(page, 1);
    await noSidewaysScroll(page, `the lesson of ${game}`);
    await fingers(page, `the lesson of ${game}`);
    await accessible(page, `the lesson of ${game} on a phone`);
    assert.ok((await card(page).boundingBox()).height < 420, "the card is no taller than half the screen");
    await shot(page, `lesson-${game}-390-1`);
    blameless(page);
    await page.context().close();
  }
});
