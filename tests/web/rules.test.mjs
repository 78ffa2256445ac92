/* SPDX-License-Identifier: MIT
 * rules.test.mjs -- the rules in the page: every passage, in each language; search, links from the table, without a network.
 */
import assert from "node:assert/strict";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { after, before } from "node:test";
import { marksOf, rulebookFiles, rulebookOf } from "../../web/rulebook.mjs";
import { accessible, blameless, checkSheet, closeBrowser, fingers, frugal, gameFile, goto, longTest, noSidewaysScroll, playUnseen, root, Server, shot, sit, test, visitor } from "./lib.mjs";

const books = { ra: "ra", amun_re: "amun-re" };
const bookOf = (name, code) => rulebookOf(join(root, "rules"), name, code);
const languages = readdirSync(join(root, "lang")).flatMap((name) => /^([a-z]{2})\.json$/.exec(name)?.[1] ?? []);

/* What is searched for in the rules of Ra and of Amun-Re, and the heading of the contents, by language. */
const searched = {
  en: ["disaster", "pyramid", "Contents"],
  de: ["zwei", "pyramid", "Inhalt"],
  fr: ["catastrophe", "pyramide", "Sommaire"],
  es: ["desastre", "pirámide", "Índice"],
  pl: ["katastrof", "piramid", "Spis treści"],
  ja: ["神", "石", "目次"],
};

let server;
before(async () => (server = await Server.start()));
after(async () => {
  await closeBrowser();
  await server.stop();
});

test("a translated rulebook has the chapters, marks, tables and examples of the English one", () => {
  const shape = (book) => book.chapters.map(({ n, marks, blocks }) => [n, marks, blocks.map((block) => (block.said ? block.said.map(([, mark]) => mark) : block.rows ? `${block.rows.length} by ${block.head.length}` : Object.keys(block)[0]))]);
  let compared = 0;

  for (const name of Object.values(books)) {
    for (const code of languages.filter((one) => one !== "en" && existsSync(join(root, "rules", one)))) {
      assert.deepEqual(shape(bookOf(name, code)), shape(bookOf(name, "en")), `${name} in ${code}`);
      compared++;
    }
  }
  assert.ok(compared >= 2);
});

test("numbers below nought have a minus sign in the rules, as on the page", () => {
  for (const name of Object.values(books)) {
    for (const code of languages.filter((one) => rulebookFiles(join(root, "rules"), name, one).length)) {
      const said = JSON.stringify(bookOf(name, code));
      assert.deepEqual(said.match(/[^\w-]-\d/g), null, `${name} in ${code}`);
      assert.ok(name === "ra" || said.includes("−3"));
    }
  }
});

test("what the page leads to is in the rules", () => {
  for (const [folder, name] of [["ra", "ra"], ["amun", "amun-re"]]) {
    const known = new Set(marksOf(bookOf(name, "en")));
    const named = readFileSync(join(root, "web", "src", folder, "rules.ts"), "utf8").match(/(RA|AR)-[A-Z]+-\d\d/g);
    assert.ok(named.length > 40);
    assert.deepEqual(named.filter((mark) => !known.has(mark)), [], folder);
  }
});

/* The rulebook of a game in a language, from the first page: all passages of it, in that language, and a search. */
async function openBook(page, game, lang) {
  const [ra, amun_re, contents] = searched[lang];
  await goto(page);
  await page.locator(`[data-rulebook="${game}"]`).click();
  await page.locator(".rulebook").waitFor();
  const shown = await page.evaluate(() => ({
    lang: document.documentElement.lang,
    marks: [...document.querySelectorAll(".rulebook section [data-mark]")].map((e) => e.dataset.mark),
    untranslated: document.querySelectorAll("[data-untranslated]").length,
    contents: document.querySelector(".rule-contents").textContent,
  }));
  assert.equal(shown.lang, lang);
  assert.deepEqual(shown.marks, marksOf(bookOf(books[game], lang)), `${game} in ${lang}`);
  assert.equal(shown.untranslated, 0, `${game} is in ${lang}`);
  assert.match(shown.contents, new RegExp(contents));
  const word = { ra, amun_re }[game];
  await page.locator("input[name=find]").fill(word);
  await page.locator("[data-found]").waitFor();
  const found = await page.locator(".rulebook section mark").count();
  assert.ok(found >= 2 && found < 200, `${found} found`);
  await page.locator("input[name=find]").fill([...word][0]);
  await page.locator("[data-found]").waitFor({ state: lang === "ja" ? "visible" : "detached" });      /* one letter is not searched for, one ideograph is */
}

test("every passage is on the page, can be searched for and linked to", async () => {
  const page = await visitor(server);
  for (const game of Object.keys(books)) {
    await openBook(page, game, "en");
    await page.locator("input[name=find]").fill("xyzzy");
    await page.locator('[data-found="0"]').waitFor();
    if (game === "amun_re") {
      await page.locator("input[name=find]").fill("-3 card");
      await page.locator(".rulebook section mark", { hasText: "−3 card" }).first().waitFor();
    }
    await page.locator("input[name=find]").fill("");
    await page.locator("input[name=differences]").check();
    await page.locator("[data-found]").waitFor();
    assert.ok(Number(await page.locator("[data-found]").getAttribute("data-found")) >= 3, "where editions or options differ");
    const mark = game === "ra" ? "ra-dis-03" : "ar-stone-02";
    await goto(page, `#/rules/${game}/${mark}`);
    await page.waitForFunction((id) => document.activeElement?.id === id, mark);
  }
  blameless(page);
});

longTest("every passage is on the page in each other language too, and can be searched for", async () => {
  const page = await visitor(server);
  await goto(page);
  for (const lang of Object.keys(searched).filter((code) => code !== "en")) {
    await page.evaluate((code) => localStorage.setItem("khepri.settings", JSON.stringify({ ...JSON.parse(localStorage.getItem("khepri.settings")), lang: code })), lang);
    await page.reload();
    for (const game of Object.keys(books))
      await openBook(page, game, lang);
  }
  blameless(page);
});

longTest("the rules on a phone, by day and by night", async () => {
  for (const theme of ["light", "dark"]) {
    const page = await visitor(server, { width: 390, height: 844, settings: { theme, lang: "de" } });
    for (const game of Object.keys(books)) {
      await goto(page, `#/rules/${game}/${game === "ra" ? "ra-score-06" : "ar-inc-03"}`);
      await page.locator(".passage.here").waitFor();
      for (const fold of await page.locator(".rule-fold summary").all())
        await fold.click();
      await accessible(page, `the rules of ${game}, ${theme}`);
      await noSidewaysScroll(page, `the rules of ${game}`);
      await fingers(page, `the rules of ${game}`);
      await shot(page, `rules-${game}-${theme}-390`);
    }
    blameless(page);
  }
});

/* Nothing is explained by a title alone: it stands on what can be pressed and has the focus, or in it. */
async function noTitleAlone(page, where) {
  const alone = await page.evaluate(() => [...document.querySelectorAll("body [title]")].filter((e) => !e.closest("a[href], button, input, select, summary")).map((e) => e.outerHTML.slice(0, 120)));

  assert.deepEqual(alone, [], where);
}

/* A table of Anna and two bots, or of three people. */
async function seated(game, others = { kind: "bot", bot: "easy" }) {
  const made = await server.api("/tables", { game, players: 3, seats: [{ kind: "person", name: "Anna" }, others, others], public: false, start: true });
  assert.ok(made.ok, made.error);
  return { id: made.table.id, tokens: made.tokens };
}

/* The end of a record, which has the score sheets. */
async function openRecord(page, path) {
  await goto(page);
  await page.locator('input[name="record"]').setInputFiles({ name: "game.json", mimeType: "application/json", buffer: Buffer.from(readFileSync(path, "utf8").split("\n")[0]) });
  await page.waitForURL(/#\/record/);
  await page.locator(".sheet-buttons button").first().waitFor();
}

/* Runs in the page: focuses what leads to the rule of this word, and says whether keys reach it and where it can be pressed. */
function toRule([inside, word]) {
  const one = [...document.querySelectorAll(`${inside} [data-ruled="${word}"]`)].find((e) => e.checkVisibility({ visibilityProperty: true }) && e.getClientRects().length);
  const inOrder = one.tabIndex >= 0 || [...one.closest(".board, .bag, .scroll").querySelectorAll("[data-rove]")].some((other) => other.tabIndex === 0);
  one.focus();
  const { x, y, width, height } = one.getClientRects()[0];
  const at = [x + width / 2, y + height / 2];
  window.ruled = one;
  return { inOrder, focused: one === document.activeElement, at, hit: one.contains(document.elementFromPoint(...at)) };
}

/* What the rules say that are or will be open. */
async function ruleShown(page) {
  const shown = await page.waitForFunction(() => {
    const passages = document.querySelector("dialog[open] [data-passages]");
    return passages && { marks: passages.dataset.passages, texts: [...passages.querySelectorAll(".rule-text")].map((e) => e.textContent) };
  });

  return shown.jsonValue();
}

/* Whether the focus is back once the rules are gone. Not only closed: they give it back when they go. */
async function ruledAfter(page) {
  const focused = await page.waitForFunction(() => !document.querySelector("[data-passages]") && { back: document.activeElement === window.ruled });

  return (await focused.jsonValue()).back;
}

/* Runs in the page: presses what leads to the rule of each word, and closes it. Says of each what `ruleShown` and `ruledAfter` say. */
async function openAll([inside, words]) {
  const until = async (ask) => {
    for (;;) {
      const met = ask();
      if (met)
        return met;
      await new Promise((next) => requestAnimationFrame(next));
    }
  };
  const all = [];
  for (const word of words) {
    const one = [...document.querySelectorAll(`${inside} [data-ruled="${word}"]`)].find((e) => e.checkVisibility({ visibilityProperty: true }) && e.getClientRects().length);
    one.focus();
    one.click();
    const passages = await until(() => document.querySelector("dialog[open] [data-passages]"));
    const shown = { marks: passages.dataset.passages, texts: [...passages.querySelectorAll(".rule-text")].map((e) => e.textContent) };
    passages.closest("dialog").querySelector(".dialog-foot .button").click();
    await until(() => !document.querySelector("[data-passages]"));
    all.push({ ...shown, back: document.activeElement === one });
  }
  return all;
}

/* Each kind of thing that leads to a rule does so by Enter, or by a press, and the focus comes back. There are a hundred of them, so
 * the first two of each place are pressed as somebody would. Of the others it is asked whether that can be done, and they are pressed
 * in the page, up to `most`. */
async function rulesOpen(page, inside, least, most) {
  const words = await page.evaluate((box) => [...new Set([...document.querySelectorAll(`${box} [data-ruled]`)].filter((e) => e.getClientRects().length).map((e) => e.dataset.ruled))], inside);

  assert.ok(words.length >= least, `${inside}: ${words}`);
  for (const [i, word] of words.entries()) {
    const { inOrder, focused, at, hit } = await page.evaluate(toRule, [inside, word]);
    assert.ok(inOrder, `${word} can be reached by keys`);
    assert.ok(focused, `${word} takes the focus`);
    assert.ok(hit, `nothing lies over ${word}`);
    if (i > 1)
      continue;
    if (i % 2)
      await page.mouse.click(...at);
    else
      await page.keyboard.press("Enter");
    wellRuled(word, await ruleShown(page));
    await page.keyboard.press("Escape");
    assert.ok(await ruledAfter(page), `the focus is back on ${word}`);
  }
  const others = await page.evaluate(openAll, [inside, words.slice(2, most)]);
  for (const [i, { back, ...shown }] of others.entries()) {
    wellRuled(words[i + 2], shown);
    assert.ok(back, `the focus is back on ${words[i + 2]}`);
  }
}

function wellRuled(word, { marks, texts }) {
  assert.match(marks, /^(RA|AR)-/, word);
  assert.ok(texts.length && texts.every((text) => text), word);
}

/* A table of Ra at which somebody has tiles of several kinds. */
async function sitWithTiles(page) {
  const { id, tokens } = await seated("ra", { kind: "person", name: "Ben" });
  await playUnseen(server, id, tokens, ({ actions, seq }) => (actions.includes("draw") && seq % 3 ? "draw" : actions.at(-1)), ({ state }) => state.seats.reduce((sum, { tiles }) => sum + Object.keys(tiles).length, 0) > 3);
  await sit(page, id, { 0: tokens[0] });
  await page.locator("[data-held]").nth(3).waitFor();
}

async function linksOfRa(most) {
  const page = await visitor(server);
  await sitWithTiles(page);
  const line = page.locator(".entry .rule-button").last();
  await line.focus();
  await page.keyboard.press("Enter");
  wellRuled("a line of the log", await ruleShown(page));
  assert.ok((await page.locator("dialog[open] .rule-text").first().textContent()).length > 20);
  await shot(page, "rule-of-a-line");
  await page.keyboard.press("Escape");
  await page.locator("dialog[open]").waitFor({ state: "detached" });
  await page.waitForFunction(() => document.activeElement?.matches(".entry .rule-button"));
  await noTitleAlone(page, "a table of Ra");
  await rulesOpen(page, ".board", 5, most);
  await rulesOpen(page, ".bag", 20, most);
  await page.locator("[data-held]").first().click();
  await page.locator(".note [data-rule]").click();
  await page.locator('dialog[open] [data-sign^="k-"]').waitFor();
  await accessible(page, "a sign and its rule", [], "dialog");
  await page.keyboard.press("Escape");
  await page.locator("[data-passages]").waitFor({ state: "detached" });
  await page.keyboard.press("h");
  await page.locator("dialog[open] .sign").first().waitFor();
  await noTitleAlone(page, "the help of Ra");
  await rulesOpen(page, "dialog[open] .help-tiles", 12, most);
  await page.keyboard.press("Escape");
  await page.locator("dialog[open]").waitFor({ state: "detached" });
  await openRecord(page, gameFile);
  await page.locator(".sheet-buttons button").first().click();
  await checkSheet(page);
  await page.locator('dialog[open] [data-rule="civilisation"]').click();
  await page.locator('[data-passages="RA-SCORE-06"]').waitFor();
  assert.match(await page.locator('[data-passages="RA-SCORE-06"]').textContent(), /none at all costs 5 points/);
  await page.keyboard.press("Escape");
  await page.locator("[data-passages]").waitFor({ state: "detached" });
  await rulesOpen(page, "dialog[open] .sheet", 5, most);
  blameless(page);
}

async function linksOfAmun(most) {
  const page = await visitor(server);
  const { id, tokens } = await seated("amun_re");
  await playUnseen(server, id, tokens, frugal, ({ seq }) => seq > 25);
  await sit(page, id, tokens);
  await page.locator(".board").waitFor();
  await noTitleAlone(page, "a table of Amun-Re");
  await rulesOpen(page, ".piles", 2, most);
  await page.locator('.player-do').first().click();
  await rulesOpen(page, "[data-player-card]", 4, most);
  await page.keyboard.press("Escape");
  await page.locator("dialog[open]").waitFor({ state: "detached" });
  await page.locator(".prov[data-owner]:not([data-owner=''])").first().click();
  await rulesOpen(page, "[data-card]", 3, most);
  await noTitleAlone(page, "a province's card");
  await page.keyboard.press("Escape");
  await page.locator("dialog[open]").waitFor({ state: "detached" });
  await page.keyboard.press("h");
  await page.locator("dialog[open] [data-legend] .sign").first().waitFor();
  await rulesOpen(page, "dialog[open] [data-legend]", 10, most);
  await page.keyboard.press("Escape");
  await page.locator("dialog[open]").waitFor({ state: "detached" });
  await openRecord(page, join(root, "tests", "golden", "hard-amun_re-3p.jsonl"));
  await page.locator(".final .sheet-buttons button").last().click();
  await rulesOpen(page, "dialog[open] .scoring-sheet", 6, most);
  await page.keyboard.press("Escape");
  await page.locator("dialog[open]").waitFor({ state: "detached" });
  await page.locator(".final .sheet-buttons button").first().click();
  await rulesOpen(page, "dialog[open] .income-sheet", 2, most);
  blameless(page);
}

for (const [tested, most, how] of [[test, 3, "three of each place are pressed"], [longTest, Infinity, "each is pressed"]]) {
  tested(`cells, chips and signs of Ra lead to their rules, and so do lines of the log and of the sheet; ${how}`, () => linksOfRa(most));
  tested(`cells, chips and signs of Amun-Re lead to their rules; ${how}`, () => linksOfAmun(most));
}

test("the rules open without a network", async () => {
  const own = await Server.start();
  const page = await visitor(own, { serviceWorkers: "allow" });
  await goto(page);
  await page.locator('[data-thinks="true"]').waitFor({ state: "attached" });
  await own.stop();
  await goto(page, "#/rules/amun_re");
  await page.locator(".rulebook [data-mark]").first().waitFor({ state: "attached" });
});
