/* SPDX-License-Identifier: MIT
 * words.test.mjs -- text mode with typed commands, German, and that no message is missing.
 */
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { accessible, asked, blameless, closeBrowser, frugal, goto, hasty, playAway, playNow, playOn, playUnseen, Server, shot, sit, visitor, whim } from "./lib.mjs";

let server;
before(async () => (server = await Server.start()));
after(async () => {
  await closeBrowser();
  await server.stop();
});

/* The short form of an action, as in the terminal. */
function typed(action) {
  const [verb, arg] = action.split(":");
  return { draw: "d", invoke: "i", pass: "p", end: "e", bid: arg, take: `t ${arg}`, discard: `x ${arg}` }[verb];
}

/* The page has one sun left, in the last epoch. */
const lastSun = ({ state, legal }) => state.epoch === 3 && state.seats[0].ready.length === 1 && legal[0];

const byCommand = async (page, action) => {
  await page.locator("#command").fill(typed(action));
  await page.keyboard.press("Enter");
};

test("a game in text mode, typed, to its end", async () => {
  const page = await visitor(server, { settings: { text: true } });
  await goto(page);
  await playNow(page);
  assert.equal(await page.locator(".board").count(), 0);
  await playOn(page, byCommand, (now) => now.seq > 8);

  await page.locator("#command").fill("bid 99");
  await page.keyboard.press("Enter");
  await page.locator(".answer").waitFor();
  assert.match(await page.locator(".answer").textContent(), /“bid 99” is not possible now/);
  for (const [word, pattern] of [["table", /Ra track/], ["score", /Total/], ["lot", /This lot for/], ["odds", /next tile is Ra/], ["log 2", /\./]]) {
    await page.locator("#command").fill(word);
    await page.keyboard.press("Enter");
    await page.waitForFunction(([p]) => new RegExp(p).test(document.querySelector(".answer")?.textContent), [pattern.source]);
  }
  await accessible(page, "a table in text mode");
  await shot(page, "text-light-1280");
  await playAway(page, hasty, lastSun);
  await playOn(page, byCommand, () => false, hasty);
  assert.ok(await page.locator(".final").count());
  blameless(page);
});

test("everything in German, and every message is there", async () => {
  const page = await visitor(server, { settings: { name: "Änne" } });
  await goto(page);
  await page.locator("[data-settings]").click();
  await page.locator('select[name="lang"]').selectOption("de");
  await page.keyboard.press("Escape");
  await page.locator('html[lang="de"]').waitFor();
  assert.match(await page.locator('[data-play="ra"]').textContent(), /Ra sofort spielen/);
  await shot(page, "lobby-german");
  await playNow(page);
  const raw = /\b(event|kind|table|action|prompt|lobby|sheet|odds|text|auction|step|final|wait|conn|error)\.[a-z_]+/;
  await playOn(page, async (p, action) => {
    assert.doesNotMatch(await p.locator("body").innerText(), raw, "a message without its sentence");
    await p.locator(`[data-action="${action}"]`).click();
  }, (now) => now.seq > 8);
  await playAway(page, whim, (view) => view.seq > 60);
  await asked(page);
  assert.doesNotMatch(await page.locator("body").innerText(), raw, "a message without its sentence, later on");
  const words = await page.locator("body").innerText();
  assert.match(words, /zieht: /);
  assert.match(words, /Das nächste Plättchen ist Ra/);
  assert.doesNotMatch(words, /\b(draws|passes|bids|Auction|wins)\b/);
  await shot(page, "table-german");

  await page.locator("[data-settings]").click();
  await page.locator('select[name="lang"]').selectOption("en");
  await page.keyboard.press("Escape");
  await page.locator('html[lang="en"]').waitFor();
  const english = await page.locator("body").innerText();
  assert.match(english, /The next tile is Ra/, "the game's sentences change with the frame's");
  assert.doesNotMatch(english, raw);
  assert.match(await page.locator(".log").innerText(), /draws: /);
  blameless(page);
});

/* Draws as long as it is possible and buys nothing it need not. */
const drawing = ({ actions }) => ["draw", "pass", "end", "discard", "bid"].map((verb) => actions.find((a) => a.startsWith(verb))).find(Boolean) ?? actions[0];

test("a turn of Ra is told by what may be done on it", async () => {
  const page = await visitor(server);
  const seats = [1, 2].map((n) => ({ kind: "person", name: `Anna ${n}` }));
  const { table, tokens } = await server.api("/tables", { game: "ra", players: 2, seats, options: { empty_invoke: false }, public: false, start: true });
  const turns = [
    ["the first turn", ({ legal }) => Object.values(legal).flat().includes("draw"), /: your turn\. Draw a tile\.$/],
    ["tiles on the track", ({ legal }) => Object.values(legal).flat().includes("invoke"), /: your turn\. Draw, or invoke Ra\.$/],
    ["a full track", ({ state, legal }) => state.phase === "turn" && !Object.values(legal).flat().includes("draw"), /: the auction track is full\. Invoke Ra/],
  ];

  await sit(page, table.id, tokens);
  for (const [what, reached, told] of turns) {
    await playUnseen(server, table.id, tokens, drawing, reached);
    const { seq } = (await server.api(`/tables/${table.id}`, undefined, Object.values(tokens).join(","))).view;
    await page.locator(`[data-seq="${seq}"]`).waitFor();
    const { actions } = await asked(page, seq - 1);
    const line = await page.locator(".prompt").textContent();
    assert.match(line, told, what);
    assert.equal(/a god/.test(line), actions.some((a) => a.startsWith("take")), `${what}: a god is named where one can be spent`);
  }
  blameless(page);
});

test("what a space of the temple track brings is said with one point as with several", async () => {
  const page = await visitor(server);
  const seats = [1, 2, 3].map((n) => ({ kind: "person", name: `Anna ${n}` }));
  const { table, tokens } = await server.api("/tables", { game: "amun_re", players: 3, seats, public: false, start: true });
  await sit(page, table.id, { 0: tokens[0] });
  for (const n of [1, 2]) {
    await page.locator(`[data-space="${n}"] button`).click();
    await page.locator(".note", { hasText: `Space ${n} of` }).waitFor();
    assert.doesNotMatch(await page.locator(".note").textContent(), /\b1 points/);
    assert.match(await page.locator(".note").textContent(), new RegExp(`province temple: ${n}\\.`));
  }
  blameless(page);
});

test("in French each colon on the table has its space, whatever the words around it", async () => {
  const page = await visitor(server, { settings: { lang: "fr" } });
  const seats = [1, 2, 3].map((n) => ({ kind: "person", name: `Anna ${n}` }));
  const bare = (selector) => page.locator(selector).evaluateAll((all) => all.flatMap((e) => e.textContent.match(/[^\s]+: [^ ]*/g) ?? []));
  const ra = await server.api("/tables", { game: "ra", players: 3, seats, public: false, start: true });
  await playUnseen(server, ra.table.id, ra.tokens, ({ actions }) => actions.find((a) => a === "invoke") ?? actions[0], ({ state }) => state.auction);
  await sit(page, ra.table.id, ra.tokens);
  await page.locator(".bidding .round-title").waitFor();
  assert.deepEqual(await bare(".bidding .round-title"), []);

  const amun = await server.api("/tables", { game: "amun_re", players: 3, seats, public: false, start: true });
  await sit(page, amun.table.id, { 0: amun.tokens[0] });
  await page.locator(".temple-track > small").waitFor();
  assert.deepEqual(await bare(".temple-track > small"), []);
  await page.locator("[data-text-switch]").click();
  for (const word of ["abydos", "score", "income", "hand"]) {
    await page.locator("#command").fill(word);
    await page.keyboard.press("Enter");
    await page.waitForFunction(() => document.querySelector("#command")?.value === "");
    assert.deepEqual(await bare(".text-state p, .answer p"), [], word);
  }
  blameless(page);
});

test("in the 2016 edition unrest is called war, in 2005 it is not", async () => {
  const page = await visitor(server);
  for (const [edition, name] of [["2016", "War"], ["2005", "Unrest"]]) {
    await goto(page);
    await page.locator('select[name="edition"]').selectOption(edition);
    await page.locator("[data-create]").click();
    await asked(page);
    assert.match(await page.locator(".bag").textContent(), new RegExp(`${name}: \\d of 4 left`));
  }
  blameless(page);
});

test("in Japanese lists and sentences have the signs of the language", async () => {
  const page = await visitor(server, { settings: { lang: "ja", text: true } });
  const seats = ["アンナ", "ベン", "ルイス"].map((name) => ({ kind: "person", name }));

  for (const [game, words] of [["ra", ["score"]], ["amun_re", ["score", "thebes", "cards"]]]) {
    const { table, tokens } = await server.api("/tables", { game, players: 3, seats, public: false, start: true });
    await playUnseen(server, table.id, tokens, game === "ra" ? whim : frugal, ({ seq }) => seq > 40);
    await sit(page, table.id, { 0: tokens[0] });
    await page.locator("#command").waitFor();
    const said = [await page.locator("main").innerText()];
    for (const word of words) {
      await page.locator("#command").fill(word);
      await page.keyboard.press("Enter");
      await page.waitForFunction((before) => ![undefined, before].includes(document.querySelector(".answer")?.innerText), said.at(-1));
      said.push(await page.locator(".answer").innerText());
    }
    assert.match(said.join("\n"), /、.*。/, game);
    assert.deepEqual(said.join("\n").match(/.*([,:] |\.( |$)).*/gm) ?? [], [], game);
  }
  blameless(page);
});
