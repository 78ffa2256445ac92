/* SPDX-License-Identifier: MIT
 * fonts.test.mjs -- the page's own typefaces. They are really used, for every letter of the languages written in Latin ones. Numerals
 * line up. It works without a network, and the licences are there.
 */
import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { after, before } from "node:test";
import { blameless, closeBrowser, goto, hasty, languages, longTest, playUnseen, root, Server, sit, test, visitor } from "./lib.mjs";

let server;
before(async () => (server = await Server.start()));
after(async () => {
  await closeBrowser();
  await server.stop();
});

/* The fonts in which the text of one element is drawn, and how many letters each draws; ours have their family's name. */
async function fontsOf(page, selector) {
  const session = await page.context().newCDPSession(page);
  await session.send("DOM.enable");
  await session.send("CSS.enable");
  const { root: top } = await session.send("DOM.getDocument");
  const { nodeId } = await session.send("DOM.querySelector", { nodeId: top.nodeId, selector });
  const { fonts } = await session.send("CSS.getPlatformFontsForNode", { nodeId });
  await session.detach();
  return fonts.map(({ familyName, isCustomFont, glyphCount }) => ({ own: isCustomFont, name: familyName, count: glyphCount }));
}

const loaded = (page) => page.evaluate(async () => {
  await document.fonts.ready;
  return [...document.fonts].filter(({ status }) => status === "loaded").map(({ family }) => family.replaceAll('"', ""));
});

/* The letters and numerals of all sentences in a language. */
function lettersOf(code) {
  const names = readdirSync(join(root, "lang")).filter((name) => name === `${code}.json` || name.endsWith(`.${code}.json`));
  const all = names.flatMap((name) => Object.values(JSON.parse(readFileSync(join(root, "lang", name), "utf8")))).join("");

  return [...new Set(all)].filter((sign) => /[\p{L}\p{N}]/u.test(sign)).join("");
}

/* Polish has a rule of its own; English stands for the others in ./check. */
const latin = languages().filter((code) => code !== "ja");
const first = ["en", "pl"];

for (const [tested, spoken] of [[test, first], [longTest, latin.filter((code) => !first.includes(code))]])
  tested(`every letter is drawn in the page's own typefaces, and numerals line up: ${spoken.join(", ")}`, async () => {
    const page = await visitor(server);
    await goto(page);
    const widths = await page.evaluate(async () => {
      document.querySelector("main").insertAdjacentHTML("beforeend", '<p><span class="num" id="ones">1111</span> <span class="num" id="eights">8888</span></p>');
      await document.fonts.ready;
      return ["ones", "eights"].map((id) => document.getElementById(id).getBoundingClientRect().width);
    });
    assert.equal(widths[0], widths[1]);
    for (const lang of spoken) {
      await page.evaluate((code) => localStorage.setItem("khepri.settings", JSON.stringify({ ...JSON.parse(localStorage.getItem("khepri.settings")), lang: code })), lang);
      await page.reload();
      await page.locator(`html[lang="${lang}"] main h2`).first().waitFor();
      const letters = lettersOf(lang);
      assert.ok(letters.length > 50);
      await page.evaluate((text) => {
        for (const kind of ["h2", "p"]) {
          const probe = document.createElement(kind);
          probe.className = `probe-${kind}`;
          probe.textContent = text;
          document.querySelector("main").append(probe);
        }
      }, letters);
      await loaded(page);
      for (const kind of ["h2", "p"]) {
        const fonts = await fontsOf(page, `.probe-${kind}`);
        assert.deepEqual(fonts.filter(({ own }) => !own), [], `${lang}: ${kind}`);
        assert.equal(fonts.reduce((sum, { count }) => sum + count, 0), letters.length, `${lang}: ${kind}`);
      }
      const [title] = await fontsOf(page, ".probe-h2");
      const [text] = await fontsOf(page, ".probe-p");
      assert.equal(title.name === text.name, lang === "pl", "titles have a typeface of their own; in Polish they are in that of the text");
    }
    blameless(page);
  });

/* Elements with letters of the system's typefaces in them. To look for those takes the layout of a page long. */
async function foreignOn(page) {
  const session = await page.context().newCDPSession(page);
  await session.send("DOM.enable");
  await session.send("CSS.enable");
  const { root: top } = await session.send("DOM.getDocument");
  const { nodeIds } = await session.send("DOM.querySelectorAll", { nodeId: top.nodeId, selector: "main *" });
  const foreign = [];
  for (const nodeId of nodeIds) {
    const { fonts } = await session.send("CSS.getPlatformFontsForNode", { nodeId });
    const names = fonts.filter(({ isCustomFont }) => !isCustomFont).map(({ familyName }) => familyName);
    if (names.length)
      foreign.push(`${names}: ${(await session.send("DOM.getOuterHTML", { nodeId })).outerHTML.slice(0, 100)}`);
  }
  await session.detach();
  return { foreign, seen: nodeIds.length };
}

for (const [game, phase] of [["ra", "turn"], ["amun_re", "offer"]])
  (game === "ra" ? test : longTest)(`all signs on a table of ${game} are in the page's own typefaces, or drawn`, async () => {
    const page = await visitor(server, { settings: { keys: true } });
    const seats = [{ kind: "person", name: "Anna" }, ...Array.from({ length: 2 }, () => ({ kind: "bot", bot: "rule" }))];
    const { table, tokens } = await server.api("/tables", { game, players: 3, seats, public: false, start: true });
    await playUnseen(server, table.id, tokens, hasty, ({ legal, state }) => legal["0"]?.length && (game === "ra" || state.phase === phase));
    await sit(page, table.id, tokens);
    await page.locator('[data-prompt="mine"]').first().waitFor();
    if (phase === "offer")
      await page.locator(".offer-seats .done").nth(1).waitFor();      /* nothing changes after that */
    await loaded(page);
    const { foreign, seen } = await foreignOn(page);
    assert.deepEqual(foreign, [], `${game}: ${phase}`);
    assert.ok(seen > 100);
    blameless(page);
  });

test("the typefaces are there without a network, and their licences with them", async () => {
  const own = await Server.start();
  const page = await visitor(own, { serviceWorkers: "allow" });
  await goto(page);
  for (const name of ["titles", "text"])
    assert.match(await (await fetch(`${own.url}/OFL-${name}.txt`)).text(), /SIL Open Font License/);
  await page.locator('[data-offline="ready"]').waitFor();
  await own.stop();
  await page.reload();
  await page.locator("#hero-title").waitFor();
  assert.deepEqual((await loaded(page)).sort(), ["Khepri Text", "Khepri Titles"]);
  const [title] = await fontsOf(page, "#hero-title");
  assert.ok(title.own, title.name);
});
