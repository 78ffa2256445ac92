/* SPDX-License-Identifier: MIT
 * languages.test.mjs -- each language on the smallest phone: no text leaves its box or the page, none is cut.
 */
import assert from "node:assert/strict";
import { after, before } from "node:test";
import { amunTable, amunUntil, asked, blameless, closeBrowser, gameFile, goto, languages, longTest, playNow, playOn, Server, shot, shots, sit, staticFolder, test, visitor } from "./lib.mjs";

let server;
before(async () => (server = await Server.start()));
after(async () => {
  await closeBrowser();
  await server.stop();
});

/* Runs in the page. What is too wide: text beyond its box or the page, and text that a box cuts. An ellipsis is meant, save in the
 * name of a phase, and what scrolls by itself may be wider than the page. Also the words of this part. */
function look(part) {
  const found = new Set();
  const root = document.querySelector("dialog[open]") ?? document.documentElement;
  const name = (e) => `${e.tagName.toLowerCase()}.${[...e.classList].join(".")}`;
  const inner = (e) => e && e !== document.body && e !== document.documentElement;
  /* Each element is asked once, though many texts are in it. */
  const once = (ask, known = new Map()) => (e) => (known.has(e) || known.set(e, ask(e)), known.get(e));
  const scrolls = once((e) => inner(e) && (/auto|scroll/.test(getComputedStyle(e).overflowX) || scrolls(e.parentElement)));
  const unseen = once((e) => inner(e) && (/inset\(50%\)/.test(getComputedStyle(e).clipPath) || unseen(e.parentElement)));
  const boxOf = (e) => (/^(inline|contents)$/.test(getComputedStyle(e).display) && e.parentElement ? boxOf(e.parentElement) : e);

  if (document.documentElement.scrollWidth > innerWidth)
    found.add(`the page: ${document.documentElement.scrollWidth} of ${innerWidth}`);
  const texts = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  while (texts.nextNode()) {
    const text = texts.currentNode;
    const box = boxOf(text.parentElement);
    const style = getComputedStyle(box);
    const rect = box.getBoundingClientRect();

    if (!text.textContent.trim() || text.parentElement.closest("svg, option, .skip, .sprite, [inert]") || !box.checkVisibility({ visibilityProperty: true }) || unseen(box) || parseFloat(getComputedStyle(text.parentElement).fontSize) === 0)
      continue;
    const said = `${name(box.parentElement)} > ${name(box)} “${text.textContent.trim().slice(0, 40)}”`;
    const meant = style.textOverflow === "ellipsis" && !box.matches(".phase");
    const range = document.createRange();
    range.selectNodeContents(text);
    for (const line of range.getClientRects()) {
      if (!meant && (line.right > rect.right + 2 || line.left < rect.left - 2))
        found.add(`${said} is ${Math.round(Math.max(line.right - rect.right, rect.left - line.left))} px wider than its box`);
      if (!meant && (line.right > innerWidth + 1 || line.left < -1) && !scrolls(box))
        found.add(`${said} leaves the page: ${Math.round(line.left)} to ${Math.round(line.right)}`);
    }
    if (/hidden|clip/.test(style.overflowX) && !meant && box.scrollWidth > box.clientWidth + 1)
      found.add(`${said} is cut: ${box.scrollWidth} in ${box.clientWidth}`);
    if (/hidden|clip/.test(style.overflowY) && box.scrollHeight > box.clientHeight + 2)
      found.add(`${said} is cut below: ${box.scrollHeight} in ${box.clientHeight}`);
  }
  return { wide: [...found], words: document.querySelector(part).innerText };
}

const phone = { width: 320, height: 640, hasTouch: true, isMobile: true };

/* Chooses a language in the settings, and then opens a dialog, if one is named. The mouse is not the subject here: each look at the
 * page does the next thing that can be done, until all is. */
async function speak(page, lang, open) {
  await page.evaluate(() => document.querySelector("[data-settings]").click());
  await page.waitForFunction((code) => {
    const select = document.querySelector('dialog[open] select[name="lang"]');
    if (select && select.value !== code) {
      select.value = code;
      select.dispatchEvent(new Event("change", { bubbles: true }));
    }
    if (!select || document.documentElement.lang !== code)
      return false;
    document.querySelector("dialog[open] .dialog-foot .button").click();
    return true;
  }, lang);
  await page.waitForFunction(([code, what]) => {
    const behind = [...document.querySelectorAll("main h1[lang]")].some((title) => title.lang !== code);    /* a rulebook comes later */
    if (document.querySelector("dialog") || behind)
      return false;
    if (what)
      [...document.querySelectorAll(what)].at(-1).click();
    return true;
  }, [lang, open]);
  if (open)
    await page.locator("dialog[open]").waitFor();
}

const faults = [];
const untold = /\b(event|kind|table|action|prompt|lobby|sheet|odds|text|auction|step|final|wait|conn|error|set|help|log|amun|ra|rules|lesson|puzzles)\.[a-z_]{3,}/;

/* The page as it is now in these languages; what `open` names opens a dialog to be looked at, which Escape closes. */
const inEachOf = (spoken) => async (page, where, open = null) => {
  for (const lang of spoken) {
    await speak(page, lang, open);
    const { wide, words } = await page.evaluate(look, open ? "dialog[open]" : "main");
    faults.push(...wide.map((one) => `${lang}, ${where}: ${one}`));
    const bare = untold.exec(words);
    if (bare)
      faults.push(`${lang}, ${where}: ${bare[0]} has no sentence`);
    if (shots)
      await shot(page, `languages-${where.replaceAll(/\W+/g, "-")}-${lang}`);
    if (open) {
      await page.keyboard.press("Escape");
      await page.locator("dialog").waitFor({ state: "detached" });       /* not only closed: what opens the same one before it is gone would open none */
    }
  }
};

/* The longest sentences are the French ones: ./check looks at that language alone, the long suite at the others. */
function inLanguages(name, body) {
  test(`${name}, in French`, () => body(inEachOf(["fr"])));
  longTest(`${name}, in each other language`, () => body(inEachOf(languages().filter((lang) => lang !== "fr"))));
}

const nothingIsTooWide = () => assert.equal(faults.splice(0).join("\n"), "");

inLanguages("the first page, settings, help and the rules in short", async (inEach) => {
  const page = await visitor(server, phone);
  await goto(page);
  await inEach(page, "first page");
  await inEach(page, "settings", "[data-settings]");
  await inEach(page, "help", ".top-tools button:nth-of-type(2)");
  for (const game of ["ra", "amun_re"])
    await inEach(page, `the rules of ${game} in short`, `[data-rules="${game}"]`);
  nothingIsTooWide();
  blameless(page);
});

inLanguages("Ra: a turn, an auction, the end, the sheet", async (inEach) => {
  const page = await visitor(server, phone);
  await goto(page);
  await playNow(page);
  await asked(page);
  await inEach(page, "a turn");
  await playOn(page, (p, action) => p.locator(`[data-action="${action}"]`).tap(), (now) => now.actions.some((a) => a.startsWith("bid")) && now.lot >= 3);
  await inEach(page, "an auction");
  await goto(page, "#/");
  await page.locator('input[name="record"]').setInputFiles(gameFile);
  await page.waitForURL(/#\/record/);
  await page.locator(".sheet-buttons button").last().waitFor();
  await inEach(page, "the end");
  await inEach(page, "a score sheet", ".sheet-buttons button");
  nothingIsTooWide();
  blameless(page);
});

inLanguages("Amun-Re: bids, building, the sacrifice, rewards", async (inEach) => {
  const page = await visitor(server, phone);
  const { id, tokens } = await amunTable(page, [{ kind: "person", name: "Anna" }, { kind: "bot", bot: "easy" }, { kind: "bot", bot: "easy" }]);
  await sit(page, id, tokens);
  for (const phase of ["bid", "actions", "offer", "reward"]) {
    await amunUntil(page, phase);
    await inEach(page, phase);
  }
  nothingIsTooWide();
  blameless(page);
});

inLanguages("learning: the rules, puzzles, a lesson", async (inEach) => {
  const page = await visitor(server, phone);
  const lesson = staticFolder ? [["lesson", "#/lesson/ra", "[data-lesson-go]"]] : [];    /* it needs the core in the page */

  for (const [where, hash, there] of [["rules", "#/rules/amun_re", ".rulebook"], ["puzzles", "#/puzzles/ra", "[data-puzzle]"], ...lesson]) {
    await goto(page, hash);
    await page.locator(there).first().waitFor();
    await inEach(page, where);
  }
  nothingIsTooWide();
  blameless(page);
});

for (const [tested, locale, lang, word] of [[test, "ja-JP", "ja", "ゲーム"], [longTest, "pl", "pl", "Gra"], [test, "it-IT", "en", "Game"]])
  tested(`a page speaks the first language that the browser asks for: ${locale}`, async () => {
    const page = await visitor(server, { ...phone, locale });
    await goto(page);
    await page.locator(`html[lang="${lang}"]`).waitFor({ state: "attached" });
    assert.ok((await page.locator("main").innerText()).includes(word), `${locale}: ${word}`);
    blameless(page);
  });
