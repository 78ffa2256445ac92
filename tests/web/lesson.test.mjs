/* SPDX-License-Identifier: MIT
 * lesson.test.mjs -- the guided games: offered, played to the end with wrong moves on the way, left and resumed.
 */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { after, before } from "node:test";
import { accessible, blameless, closeBrowser, fingers, goto, languages, longTest, noSidewaysScroll, root, Server, shot, test, touch, visitor } from "./lib.mjs";

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

async function closeSheet(page, close) {
  await page.locator("dialog[open]").waitFor();
  await close();
  await page.locator("dialog[open]").waitFor({ state: "detached" });
}

const fits = (pattern, action) => (pattern.endsWith("*") ? action.startsWith(pattern.slice(0, -1)) : pattern === action);

/* Something that may be done and is not what the lesson waits for; null if there is nothing. */
async function wrongMove(page, step) {
  const all = await page.locator("[data-action]:not(:disabled)").evaluateAll((buttons) => buttons.map((e) => e.dataset.action));
  const wanted = step.accept.flatMap((way) => way.split(" "));
  return all.find((action) => !wanted.some((one) => fits(one, action)) && Object.keys(step.wrong ?? {}).some((pattern) => fits(pattern, action))) ?? null;
}

/* How somebody plays: what presses a button, what does the actions of a step, and what does something else instead. The last two
 * are given `press`, and `look` for what is asked for within a step. */
const byMouse = {
  press: (page, selector) => page.locator(selector).first().click(),
  act: async (page, actions, { press }) => {
    for (const action of actions)
      await press(page, `[data-action="${action}"]`);
  },
  err: async (page, step, { press }) => {
    const wrong = await wrongMove(page, step);
    if (wrong)
      await press(page, `[data-action="${wrong}"]`);
    return wrong !== null;
  },
  close: (page) => page.keyboard.press("Escape"),
};

/* Without a finger or the mouse, where that is not the subject. */
const byScript = { press: (page, selector) => page.locator(selector).first().evaluate((e) => e.click()), close: (page) => page.keyboard.press("Escape") };

const momentOf = (page) => page.locator("[data-seq]").getAttribute("data-seq").catch(() => "");

/* Plays the lesson from this step to its last or to `end`; returns how many wrong moves were answered. Each step is looked at,
 * and again where something wrong was done. */
async function play(page, lesson, { from = 0, end = lesson.steps.length - 1, look = async () => {}, hand = byMouse } = {}) {
  let wrongs = 0;

  for (let at = from; ; at++) {
    const step = lesson.steps[at];
    await atStep(page, at);
    await look(at, step, false);
    if (at === end)
      return wrongs;
    if (!step.accept) {
      await hand.press(page, "[data-lesson-go]");
    } else {
      const before = await momentOf(page);
      const more = { press: hand.press, look: () => look(at, step, false) };
      if (await hand.err(page, step, more)) {
        await page.locator("[data-lesson-wrong]").waitFor();
        assert.ok((await page.locator("[data-lesson-wrong]").textContent()).length > 10);
        assert.equal(await momentOf(page), before, "nothing was done");
        await look(at, step, true);
        wrongs++;
      }
      await hand.act(page, step.accept[0].split(" "), more);
    }
    if (step.say === sheetOpens)
      await closeSheet(page, () => hand.close(page));
  }
}

/* The table below a card is looked at where tables are. */
const accessibleCard = (page, where) => accessible(page, where, [], ".lesson-card");

test("Amun-Re in text mode, in German: left in the middle and resumed", async () => {
  const lesson = lessonOf("amun_re");
  const words = wordsOf("de");
  const page = await visitor(server, { settings: { text: true, lang: "de" } });
  await goto(page, "#/lesson/amun_re");
  await atStep(page, 0);
  assert.match(await card(page).textContent(), new RegExp(words["lesson.amun.goal"].slice(0, 30)));
  const hand = { ...byMouse, ...byScript };
  await play(page, lesson, { end: 7, hand });
  await goto(page);
  await goto(page, "#/lesson/amun_re");
  await atStep(page, 7);
  assert.match(await card(page).textContent(), new RegExp(words["lesson.resumed"].slice(0, 20)));
  await page.locator("[data-lesson-back]").click();
  await atStep(page, 6);
  await accessibleCard(page, "a lesson in text mode");
  await play(page, lesson, { from: 6, hand });
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
  const left = JSON.stringify({ [game]: { at, done: [] } });
  if (page.url() === "about:blank") {
    await page.addInitScript((lessons) => {
      if (!localStorage.getItem("khepri.lessons"))
        localStorage.setItem("khepri.lessons", lessons);
    }, left);
  } else {
    await goto(page);
    await page.locator("[data-welcome]").waitFor();
    await page.evaluate((lessons) => localStorage.setItem("khepri.lessons", lessons), left);
  }
  await goto(page, `#/lesson/${game}`);
  await atStep(page, at);
}

/* By keys: the focus goes from card to card. */
const byKeys = {
  press: async (page, selector) => {
    await tabsTo(page, selector);
    await page.keyboard.press("Enter");
  },
  act: async (page, actions) => {
    for (const action of actions)
      await page.locator(`[data-action="${action}"]`).first().press("Enter");
  },
  err: async () => false,
  close: byMouse.close,
};

test("Ra, from the first page, by mouse at first, then by keys, to a game of one's own", async () => {
  const lesson = lessonOf("ra");
  const page = await visitor(server);
  await goto(page);
  await page.locator('[data-welcome="new"]').waitFor();
  await accessible(page, "the first page of somebody new", [], ".welcome");
  await page.locator('[data-lesson="ra"]').click();
  const look = async (at, step, wrong) => {
    if (!wrong && ["lesson.ra.draw", "lesson.ra.end"].includes(step.say)) {
      await accessibleCard(page, step.say);
      await shot(page, `lesson-ra-${at}`);
    }
  };
  const wrongs = await play(page, lesson, { end: 6, look });
  assert.equal(wrongs, 4, "wrong moves are answered");
  await page.locator("main").focus();
  await play(page, lesson, { from: 6, hand: byKeys, look: async (at, step, wrong) => {
    if (at > 6)
      assert.ok(await inCard(page), `step ${at}: the focus is in the card`);
    if (!step.accept && at < lesson.steps.length - 1)
      assert.ok(await tabsTo(page, "[data-lesson-go]") <= 2, `step ${at}: "Continue" is near`);
    await look(at, step, wrong);
  } });
  await page.locator("[data-lesson-again]").press("Enter");
  await atStep(page, 0);
  assert.ok(await inCard(page), "from the beginning: the focus is in the card");

  await resume(page, "ra", lesson.steps.length - 1);
  await page.locator("[data-lesson-on]").click();
  await page.waitForURL(/#\/t\//);
  await page.locator("[data-seq]").waitFor();
  await page.locator('.seat[data-seat="0"] [data-score="28"]').waitFor({ state: "attached" });
  await goto(page);
  await page.locator('[data-welcome="known"]').waitFor();
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
  /* The bar of a phone scrolls sideways where its buttons need more room. */
  const reached = (e) => {
    const bar = e.closest(".choices");
    bar?.scrollTo({ left: e.offsetLeft - bar.offsetLeft, behavior: "instant" });
    return e.contains(under(e));
  };
  const hidden = [...shown(".actions button").filter((e) => !reached(e)), ...shown("button, a, input, summary, .prompt").filter((e) => card.contains(under(e)))];
  return hidden.map((e) => e.outerHTML.slice(0, 90));
}

/* At the top of the page the card covers nothing, and the page is no taller than two screens. */
async function inPlace(page, where) {
  await page.evaluate(() => document.fonts.ready.then(() => scrollTo({ top: 0, behavior: "instant" })));
  assert.deepEqual(await page.evaluate(covered), [], where);
  await noSidewaysScroll(page, where);
  const [high, screen] = await page.evaluate(() => [document.documentElement.scrollHeight, innerHeight]);
  assert.ok(high <= 2 * screen, `${where}: ${high} of ${2 * screen}`);
}

const sideways = { width: 844, height: 390, hasTouch: true, isMobile: true };
const upright = { width: 390, height: 844, hasTouch: true, isMobile: true };

/* Until the page has answered to it. */
async function turn(page, { width, height }) {
  await page.setViewportSize({ width, height });
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
}

test("held sideways the card covers nothing, and the page is two screens tall", async () => {
  const page = await visitor(server, sideways);
  for (const [game, steps] of [["ra", [4, 20]], ["amun_re", [4, 14]]])
    for (const at of steps) {
      const where = `${game}, step ${at}`;
      await resume(page, game, at);
      await inPlace(page, where);
      await fingers(page, where);
      await shot(page, `lesson-${game}-844-${at}`);
    }
  blameless(page);
});

/* ---- by touch, on a phone ---- */

/* The game's own map and sheets: how each action is done there. */
const onTheMap = {
  bid: async (page, [action], { press }) => {
    await press(page, `.prov[data-province="${action.split(":")[1]}"]`);
    await press(page, `dialog[open] [data-action="${action}"]`);
  },
  farmer: async (page, actions, { press }) => {
    for (const [n, action] of actions.entries())
      if (/^(farmer|stone):/.test(action)) {
        await press(page, `[data-map-more="${action}"]`);
        await planned(page, n + 1);
      }
    for (const action of actions.filter((one) => one.startsWith("builder:"))) {
      if (await page.locator("[data-grip]").isVisible())
        await press(page, '[data-grip][aria-expanded="false"]');
      await press(page, `[data-press="${action}"]`);
      await planned(page, actions.length - 1);
    }
    await press(page, '.build[data-settled="true"] [data-send="end"]');
  },
  offer: async (page, [action], { press }) => {
    const gold = action.split(":")[1];
    if (gold === "steal")
      await press(page, '.offer-kind input[value="steal"]');
    for (let n = 2; n <= Number(gold); n++) {
      await press(page, ".offer-amount .icon:last-of-type");
      await page.locator(`[data-offer="offer:${n}"]`).waitFor();
    }
    await press(page, `[data-offer="${action}"] [data-seal]:enabled`);
  },
  reward: async (page, [action, ...places], { press, look }) => {
    await take(page, action, press);
    for (const [n, place] of places.entries()) {
      await page.locator(`[data-more="${place}"]`).waitFor();
      await look();
      await press(page, `[data-more="${place}"][aria-disabled="false"]`);
      await planned(page, n + 1);
    }
    if (places.length)
      await press(page, '.place[data-settled="true"] [data-send="place"]:enabled');
  },
};
onTheMap.stone = onTheMap.farmer;

/* What was chosen and is not wanted is given back first. */
async function take(page, action, press) {
  const wanted = action.slice("reward:".length).split(",").map(Number);
  for (const way of ["less", "more"])
    for (const [i, thing] of ["card", "farmer", "stone"].entries()) {
      const step = way === "less" ? -1 : 1;
      let n = Number(await page.locator(`[data-step="${thing}"]`).getAttribute("data-n"));
      for (; (wanted[i] - n) * step > 0; n += step) {
        await press(page, `[data-${way}="${thing}"]`);
        await page.locator(`[data-step="${thing}"][data-n="${n + step}"]`).waitFor();
      }
    }
  await press(page, `[data-reward="${action}"] [data-take]`);
}

/* Waits for a plan of this length. */
async function planned(page, count) {
  await page.waitForFunction((n) => document.querySelector("[data-plan]")?.dataset.plan.split(" ").filter(Boolean).length === n, count);
}

/* Something that is not asked for, in the manner of what is. A bid is as much higher as the board has it. */
const otherwise = { bid: ([bid]) => [bid.replace(/\d+$/, (n) => ({ 3: 6, 6: 10 })[n])], farmer: () => ["end"], stone: () => ["end"], offer: () => ["offer:1"], reward: () => ["reward:0,3,0"] };

const byMap = {
  act: (page, actions, more) => onTheMap[actions[0].split(":")[0]](page, actions, more),
  err: async (page, { accept: [way] }, more) => {
    const actions = way.split(" ");
    const [kind] = actions[0].split(":");
    if (kind === "offer" && await page.locator('.offer-kind input[value="gold"]:disabled').count())
      return false;         /* who has no gold has one way only */
    await onTheMap[kind](page, otherwise[kind](actions), more);
    return true;
  },
};

const games = [["ra", byMouse], ["amun_re", byMap]].map(([game, hand]) => [game, { ...hand, press: touch, close: (page) => touch(page, "dialog[open] .dialog-foot .button") }]);

/* From this step on, from the first page or from where it was left. */
async function playedByTouch(game, hand, { from = 0, ...more } = {}) {
  const page = await visitor(server, upright);
  if (from)
    await resume(page, game, from);
  else
    await goto(page, `#/lesson/${game}`);
  const wrongs = await play(page, lessonOf(game), { from, hand, ...more, look: async (at, { say }, wrong) => {
    await inPlace(page, `${game}, step ${at}${wrong ? ", something wrong" : ""}`);
    if (!wrong && ["lesson.ra.small", "lesson.ra.big", "lesson.ra.sheet"].includes(say))
      await accessibleCard(page, say);
    await shot(page, `lesson-${game}-touch-${at}${wrong ? "-wrong" : ""}`);
  } });
  return { page, wrongs };
}

for (const [game, hand] of games) {
  longTest(`a whole lesson by touch on a phone: ${game}`, async () => {
    const { page, wrongs } = await playedByTouch(game, hand);
    assert.ok(wrongs >= lessonOf(game).steps.filter((step) => step.accept).length - 1, `${wrongs} wrong moves were answered`);
    await touch(page, "[data-lesson-on]");
    await page.waitForURL(/#\/t\//);
    await page.locator("[data-seq]").waitFor();
    blameless(page);
  });
}

/* The whole lessons by touch have the steps of Ra, and wrong rewards. */
test("some steps by touch on a phone: amun_re", async () => {
  const [game, hand] = games[1];
  const err = async (page, step, more) => step.say === "lesson.amun.offer" && hand.err(page, step, more);
  const { page, wrongs } = await playedByTouch(game, { ...hand, err }, { from: 6, end: 9 });
  assert.equal(wrongs, 1);
  blameless(page);
});

/* The first game has room to spare upright. English upright is looked at in the whole lesson by touch. */
const tight = (game, lang) => game === "ra" || lang === "en" ? [sideways] : [upright, sideways];

for (const lang of languages())
  for (const [game, own] of games)
    longTest(`on a phone held either way each step fits: ${game} in ${lang}`, async () => {
      const ways = tight(game, lang);
      const page = await visitor(server, { ...sideways, settings: { lang } });
      const hand = { ...own, ...byScript };
      const highs = ways.map(() => []);
      /* Turned at each step, and last to where it was. */
      const look = (when) => async (at, _, wrong) => {
        for (const [n, way] of ways.entries()) {
          if (ways.length > 1)
            await turn(page, way);
          await inPlace(page, `${when} ${game} in ${lang}, ${way.width} wide, step ${at}${wrong ? ", something wrong" : ""}`);
          if (lang === "en" && !wrong)
            await fingers(page, `${game}, ${way.width} wide, step ${at}`);
          highs[n][at] = Math.max(highs[n][at] ?? 0, await page.evaluate(() => document.documentElement.scrollHeight));
        }
      };
      await goto(page, `#/lesson/${game}`);
      await play(page, lessonOf(game), { hand, look: look("") });
      /* A card that goes on where one left has a line more. */
      for (const highest of new Set(highs.map((high) => high.indexOf(Math.max(...high))))) {
        await resume(page, game, highest);
        await play(page, lessonOf(game), { from: highest, end: Math.min(highest + 1, highs[0].length - 1), hand, look: look("resumed") });
      }
      blameless(page);
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
