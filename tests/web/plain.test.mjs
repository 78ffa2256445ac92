/* SPDX-License-Identifier: MIT
 * plain.test.mjs -- a game of which the page knows nothing is played at the plain table, on a server and in the page.
 *
 * The unknown game is Ra, or Amun-Re, under another name: between the page and what hosts the game the name is changed.
 */
import assert from "node:assert/strict";
import { after, before } from "node:test";
import { accessible, blameless, closeBrowser, fingers, goto, longTest, noSidewaysScroll, playAway, Server, shot, sit, staticFolder, test, visitor } from "./lib.mjs";
import { asked, byClick, play } from "./plain.mjs";

const alias = "toy_game";
let server;
before(async () => (server = await Server.start()));
after(async () => {
  await closeBrowser();
  await server.stop();
});

/* In JSON, and in JSON within a JSON string. */
function renamed(text, from, to) {
  return text.replace(new RegExp(`(\\\\?")(game|name)\\1:\\1${from}\\1`, "g"), `$1$2$1:$1${to}$1`);
}

/* The server's `game` is called `alias` in this page. */
async function disguise(page, game) {
  await page.route("**/api/1/**", async (route) => {
    const body = route.request().postData();
    const answer = await route.fetch(body ? { postData: renamed(body, alias, game) } : {});
    await route.fulfill({ response: answer, body: renamed(await answer.text(), game, alias) });
  });
  await page.routeWebSocket("**/ws", (socket) => {
    const host = socket.connectToServer();
    socket.onMessage((message) => host.send(renamed(message, alias, game)));
    host.onMessage((message) => socket.send(renamed(message, game, alias)));
  });
}

/* The same for the worker that hosts games in the page. */
async function disguiseWorker(page, game) {
  await page.route("**/hall-*.js", async (route) => {
    const answer = await route.fetch();
    const prelude = `{
      const swap = (value, from, to) => (value === undefined ? value : JSON.parse((${renamed})(JSON.stringify(value), from, to)));
      const { get } = Object.getOwnPropertyDescriptor(MessageEvent.prototype, "data");
      const post = self.postMessage.bind(self);
      Object.defineProperty(MessageEvent.prototype, "data", { get() { return swap(get.call(this), "${alias}", "${game}"); } });
      self.postMessage = (value) => post(swap(value, "${game}", "${alias}"));
    }\n`;
    await route.fulfill({ response: answer, body: prelude + await answer.text() });
  });
}

const short = ({ actions }) => actions.filter((a) => a.startsWith("bid")).at(-1) ?? actions.find((a) => a === "invoke") ?? actions[0];

/* By its number where it has one, else with Tab and Enter. */
const byKey = (page) => async (action) => {
  const button = page.locator(`.plain [data-action="${action}"]`);
  const key = await button.getAttribute("aria-keyshortcuts");
  if (key)
    return page.keyboard.press(key);
  await page.locator(".plain .prompt").focus();
  for (let i = 0; i < 60 && !(await button.evaluate((e) => e === document.activeElement)); i++)
    await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
};

test("a game without a folder, from the lobby to its end, by keyboard", async () => {
  const page = await visitor(server);
  await disguise(page, "ra");
  await goto(page);
  const hero = page.locator(`[data-hero="${alias}"]`);
  assert.match(await hero.textContent(), /toy game/);
  assert.match(await hero.textContent(), /for 2 to 5 players/);
  assert.equal(await page.locator('[data-hero="ra"]').count(), 0, "a game that the server does not play is not offered");
  assert.match(await page.locator(".new-table .fields").textContent(), /edition.*2005.*god disaster/);
  await accessible(page, "the lobby with a game without words", [], ".new-table");
  await page.locator(`[data-rules="${alias}"]`).click();
  await page.getByText("no board of its own").waitFor();
  await page.keyboard.press("Escape");

  await page.locator(`[data-play="${alias}"]`).click();
  await page.locator("[data-seq]").waitFor();
  const turns = await play(page, byKey(page), short, async ({ seq, actions }) => {
    if (seq > 10 && actions.length > 1 && !page.looked) {
      page.looked = true;
      await accessible(page, "the plain table");
      assert.match(await page.locator(".facts").textContent(), /Seats|seats/);
      assert.match(await page.locator(".log").textContent(), /: draw\..*tile drawn, detail/);
      await shot(page, "plain-1280");
      await page.setViewportSize({ width: 390, height: 844 });
      await noSidewaysScroll(page, "the plain table");
      await fingers(page, "the plain table");
      await shot(page, "plain-390");
      await page.setViewportSize({ width: 1280, height: 800 });
      await page.keyboard.press("s");
      await page.waitForFunction(() => /phase: /.test(document.querySelector('[data-live="polite"]').textContent));
    }
  }, (done) => done >= 3 && page.looked);
  assert.ok(turns >= 3);

  /* What is between shows nothing new; the end is played by keyboard again. */
  await playAway(page, short, ({ state, legal }) => state.epoch === 3 && state.seats[0].ready.length === 1 && legal[0]);
  assert.ok(await play(page, byKey(page), short) > 0);
  assert.match(await page.locator(".final").textContent(), /wins/);
  blameless(page);
});

test("the plain table in German, in text mode", async () => {
  const page = await visitor(server, { settings: { lang: "de", text: true } });
  await disguise(page, "ra");
  await goto(page);
  await page.locator(`[data-play="${alias}"]`).click();
  await page.locator("#command").waitFor();
  assert.match(await page.locator("#command-hint").textContent(), /^Gib eine Aktion ein/);
  await page.waitForFunction(() => /wähle eine Aktion/i.test(document.querySelector(".text-state").textContent));
  assert.match(await page.locator("#command-asked").textContent(), /wähle eine Aktion/i, "what is asked stands at the line for the answer");
  const [action] = await page.locator(".text-choices [data-action]").evaluateAll((all) => all.map((e) => e.dataset.action));
  const seq = await page.locator("[data-seq]").getAttribute("data-seq");
  await page.locator("#command").fill(action.replace(":", " ").slice(0, -1));
  await page.keyboard.press("Enter");
  await page.waitForFunction((n) => document.querySelector("[data-seq]").dataset.seq !== n, seq);
  assert.doesNotMatch(await page.locator("body").innerText(), /\b(plain|lobby|text|prompt|table)\.[a-z]/, "a message without its sentence");
  await accessible(page, "the plain table in text mode");
  blameless(page);
});

longTest("two at one screen at the plain table see no hand of the other, and seal what they do", async () => {
  const seats = [{ kind: "person", name: "Anna" }, { kind: "person", name: "Ben" }, { kind: "bot", bot: "rule" }];
  const made = await server.api("/tables", { game: "amun_re", players: 3, seats, public: false, start: true });
  const page = await visitor(server);
  await disguise(page, "amun_re");
  await sit(page, made.table.id, made.tokens);
  let sealed = 0;
  const cheap = ({ actions }) => actions.find((a) => a === "end") ?? actions.find((a) => /^offer:1$/.test(a)) ?? actions[0];
  await play(page, byClick(page), cheap, async ({ seat, actions }) => {
    const hands = await page.locator(".facts").evaluate((facts) => {
      const named = (inside, name) => [...inside.querySelectorAll("dt")].filter((e) => e.textContent === name).map((e) => e.nextElementSibling);
      return named(named(facts, "seats")[0], "cards").map((e) => e.textContent);
    });
    assert.equal(hands.length, 3);
    assert.ok(hands.filter((hand) => !/^count\d+$/.test(hand)).length <= 1, `only the hand of seat ${seat} is on the page: ${hands}`);
    sealed += actions.includes("offer:1");
    if (actions.length > 12 && !page.looked) {
      page.looked = true;
      await page.locator(".find-action input").fill(actions.at(-1));
      await page.waitForFunction((last) => document.querySelectorAll(".plain [data-action]").length === 1 && document.querySelector(".plain [data-action]").dataset.action === last, actions.at(-1));
      await page.locator(".find-action input").fill("");
      await accessible(page, "the plain table with many actions");
    }
  }, () => page.looked && sealed >= 7);
  assert.ok(page.looked && sealed >= 7, `both have sealed ${sealed} offers`);
  blameless(page);
});

test("two at one screen at the plain table of a game without secrets have no curtain between them", async () => {
  const seats = [{ kind: "person", name: "Anna" }, { kind: "person", name: "Ben" }];
  const made = await server.api("/tables", { game: "ra", players: 2, seats, public: false, start: true });
  const page = await visitor(server);
  await disguise(page, "ra");
  await sit(page, made.table.id, made.tokens);
  const acted = new Set();
  for (let past = ""; acted.size < 2;) {
    const now = await asked(page, past);
    assert.equal(now.curtain, undefined);
    acted.add(now.seat);
    await byClick(page)(short(now));
    past = `${now.seq}/${now.seat}`;
  }
  blameless(page);
});

test("the plain table in the page, without a server's help", { skip: staticFolder ? false : "the client was built without the core" }, async () => {
  const page = await visitor(server);
  await disguise(page, "ra");
  await disguiseWorker(page, "ra");
  await goto(page);
  await page.locator(`input[name="game"][value="${alias}"]`).check();
  await page.locator('select[name="players"]').selectOption("2");
  const offered = await page.locator('select[name="seat1"] option').evaluateAll((options) => options.map((option) => option.value));
  await page.locator('select[name="seat1"]').selectOption(offered.includes("bot:rule") ? "bot:rule" : "bot:easy");
  await page.locator('input[name="here"]').check();
  await page.locator("[data-create]").click();
  await page.waitForURL(/#\/t\/0/);
  const turns = await play(page, byClick(page), short, undefined, (done) => done >= 4);
  assert.ok(turns >= 4, "its two seats played on");
  assert.equal(await page.locator(".trouble").count(), 0);
  blameless(page);
});
