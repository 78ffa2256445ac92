/* SPDX-License-Identifier: MIT
 * lobby.test.mjs -- what the first page says of one's games, what it remembers, who sits down by a link, and pages that are none.
 */
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { accessible, asked, blameless, closeBrowser, frugal, goto, hasty, noSidewaysScroll, playUnseen, Server, shot, sit, tableId, visitor } from "./lib.mjs";

let server;
before(async () => (server = await Server.start()));
after(async () => {
  await closeBrowser();
  await server.stop();
});

const person = (name) => ({ kind: "person", name });
const bot = { kind: "bot", bot: "rule" };

async function make(seats, more = {}) {
  const made = await server.api("/tables", { game: "ra", players: seats.length, seats, public: false, start: true, ...more });
  assert.ok(made.ok, made.error);
  return { id: made.table.id, tokens: made.tokens };
}

async function act(table, seat, action) {
  const { view } = await server.api(`/tables/${table.id}`);
  const done = await server.api(`/tables/${table.id}/act`, { seat, seq: view.seq, action, key: `${seat} ${view.seq}` }, table.tokens[seat]);
  assert.ok(done.ok, done.error);
}

test("my games: those that wait for me come first, with whose turn it is, the opponents and the result", async () => {
  const over = await make([person("Anna"), person("Cleo")]);
  const page = await visitor(server, { settings: { name: "Anna" } });
  await playUnseen(server, over.id, over.tokens, hasty);

  /* Two tables with Ben: at one it is Anna's turn, at the other Ben's. */
  const tables = [];
  for (const turn of [0, 1]) {
    const table = await make([person("Anna"), person("Ben")]);
    for (;;) {
      const { view } = await server.api(`/tables/${table.id}`);
      if (view.state.to_act[0] === turn)
        break;
      const { legal } = (await server.api(`/tables/${table.id}`, undefined, table.tokens[1 - turn])).view;
      await act(table, 1 - turn, legal[String(1 - turn)][0]);
    }
    tables.push(table);
  }
  const held = Object.fromEntries([over, ...tables].map(({ id, tokens }, i) => [id, { tokens: { 0: tokens[0] }, since: i + 1 }]));
  await page.addInitScript((all) => localStorage.setItem("khepri.tables", JSON.stringify(all)), held);
  await goto(page);
  await page.locator('[data-mine][data-turn="true"]').waitFor();
  await page.locator("[data-mine]").nth(2).waitFor();
  const lines = await page.locator("[data-mine]").evaluateAll((all) => all.map((e) => [e.dataset.mine, e.querySelector("strong").textContent, e.querySelector(".tables-standing").textContent]));
  /* Since when somebody is waited for, by the server's clock. */
  const since = await page.locator("[data-mine]").evaluateAll((all) => all.map((e) => e.querySelector("[data-since]")?.dataset.since ?? ""));
  const moved = await Promise.all(tables.map(async ({ id }) => (await server.api(`/tables/${id}`)).table.moved));
  assert.ok(moved.every((when) => Math.abs(Date.now() - Date.parse(when)) < 86400000), moved.join());
  assert.deepEqual(since, [...moved, ""]);
  assert.match(await page.locator("[data-mine] [data-since]").first().textContent(), /^since .*\b\d{4}\b/);
  const { view, table } = await server.api(`/tables/${over.id}`);
  const { scores, winners } = view.state.result;
  assert.deepEqual(lines, [
    [tables[0].id, "Ra with Ben", "It is your turn."],
    [tables[1].id, "Ra with Ben", "Waiting for Ben."],
    [over.id, `Ra with ${table.seats[1].name}`, `${winners.map((w) => table.seats[w].name).join(", ")} won: Anna ${scores[0]}, ${table.seats[1].name} ${scores[1]}.`],
  ]);
  await shot(page, "my-games-1280");
  const above = () => page.evaluate(() => document.querySelector(".mine").compareDocumentPosition(document.querySelector(".new-table")) === Node.DOCUMENT_POSITION_FOLLOWING);
  assert.equal(await above(), false, "beside the form, after it");
  await page.setViewportSize({ width: 390, height: 844 });
  await page.waitForFunction(() => document.querySelector(".lobby > .mine"));
  assert.equal(await above(), true, "on a phone before it");
  await accessible(page, "my games on a phone", [], ".mine");
  blameless(page);
});

test("my games: one that goes on is listed behind any number of newer ones", async () => {
  const tables = [];
  for (let i = 0; i < 13; i++)
    tables.push(await make([person("Anna"), person("Ben")]));
  const page = await visitor(server);
  await sit(page, tables[0].id, { 0: tables[0].tokens[0] });
  await page.evaluate((all) => localStorage.setItem("khepri.tables", all), JSON.stringify(Object.fromEntries(tables.map(({ id, tokens }, i) => [id, { tokens: { 0: tokens[0] }, since: i + 1 }]))));
  await goto(page);
  await page.reload();
  await page.locator(`[data-mine="${tables[0].id}"]`).waitFor();
  await page.locator("[data-mine]").nth(12).waitFor();
  blameless(page);
});

test("my games: a seat in a game that goes on is not lost by one press", async () => {
  const table = await make([person("Anna"), person("Ben")]);
  const page = await visitor(server);
  await sit(page, table.id, { 0: table.tokens[0] });
  await goto(page);
  const mine = page.locator(`[data-mine="${table.id}"]`);
  const held = () => page.evaluate((id) => JSON.parse(localStorage.getItem("khepri.tables"))[id]?.tokens ?? null, table.id);
  await mine.locator("[data-forget]").click();
  await mine.locator(".tables-ask", { hasText: "forgets your seat" }).waitFor();
  await shot(page, "my-games-leave");
  await mine.locator(".tables-ask .primary").click();
  await mine.locator("[data-forget]").click();
  assert.deepEqual(await held(), { 0: table.tokens[0] });
  await mine.locator("[data-delete]").click();
  await mine.waitFor({ state: "detached" });
  assert.equal(await held(), null);
  blameless(page);
});

test("the set-up of a table remembers the last choice", async () => {
  const page = await visitor(server);
  await goto(page);
  await page.locator('input[name="game"][value="amun_re"]').check();
  await page.locator("[data-note]", { hasText: "confirmed" }).waitFor();
  await page.locator('select[name="players"]').selectOption("4");
  await page.locator('select[name="seat2"]').selectOption("bot:easy");
  await page.locator('input[name="public"]').uncheck();
  await page.locator("[data-create]").click();
  await page.waitForURL(/#\/t\//);
  await goto(page);
  await page.reload();
  await page.waitForFunction(() => document.querySelector('select[name="seat2"] option[value="bot:hard"]'));
  assert.equal(await page.locator('input[name="game"][value="amun_re"]').isChecked(), true);
  assert.equal(await page.locator('select[name="players"]').inputValue(), "4");
  assert.equal(await page.locator('select[name="seat2"]').inputValue(), "bot:easy");
  assert.equal(await page.locator('input[name="public"]').isChecked(), false);
  /* What is stored may be anything. */
  await page.evaluate(() => localStorage.setItem("khepri.wish", '{"game":7,"players":"x","kinds":{},"options":[]}'));
  await page.reload();
  await page.locator("[data-create]").waitFor();
  assert.equal(await page.locator('input[name="game"][value="ra"]').isChecked(), true);
  blameless(page);
});

test("guests without a name are told apart, and learn what is not known of a board before the start", async () => {
  const made = await server.api("/tables", { game: "amun_re", players: 4, seats: [person("Player"), { kind: "open" }, { kind: "open" }, bot], public: false, start: false });
  for (const seat of [1, 2]) {
    const page = await visitor(server);
    await goto(page, `#/t/${made.table.id}`);
    await page.locator("[data-note]").waitFor();
    await page.locator(`[data-sit="${seat}"]`).click();
    await page.locator(".waiting-seat", { hasText: "at this screen" }).waitFor();
    blameless(page);
    await page.context().close();
  }
  const { table } = await server.api(`/tables/${made.table.id}`);
  assert.deepEqual(table.seats.slice(0, 3).map((seat) => seat.name), ["Player", "Player 2", "Player 3"]);
});

test("before the start a player stands up again, and a bot gives its seat back", async () => {
  const made = await server.api("/tables", { game: "ra", players: 3, seats: [person("Anna"), { kind: "open" }, { kind: "open" }], public: false, start: false });
  const { id } = made.table;
  const kinds = async () => (await server.api(`/tables/${id}`)).table.seats.map((seat) => seat.kind);
  const page = await visitor(server, { settings: { name: "Ben" } });
  await goto(page, `#/t/${id}`);
  await page.locator('[data-sit="1"]').click();
  await page.locator('[data-stand="1"]').waitFor();
  assert.equal(await page.locator('[data-stand="0"]').count(), 0, "not another person's seat");
  await page.locator('[data-fill="2"]').press("Enter");
  const clear = page.locator('[data-clear="2"]');
  await clear.waitFor();
  assert.ok(await clear.evaluate((e) => e === document.activeElement), "the keyboard stays where it was");
  await shot(page, "waiting-clear-1280");
  await accessible(page, "seats to be given back", [], "main");
  await clear.click();
  await page.locator('[data-fill="2"]').waitFor();
  assert.deepEqual(await kinds(), ["person", "person", "open"]);

  await page.locator('[data-stand="1"]').click();
  await page.locator("p", { hasText: "You are watching. Sit down to play." }).waitFor();
  assert.deepEqual(await kinds(), ["person", "open", "open"]);
  assert.equal(await page.evaluate(() => localStorage.getItem("khepri.tables")), "{}");
  await page.locator('[data-sit="2"]').click();
  await page.locator('[data-stand="2"]').waitFor();
  assert.deepEqual(await kinds(), ["person", "open", "person"]);
  blameless(page);
});

test("a seat that is pressed twice, over a slow network, is taken once and without a complaint", async () => {
  const made = await server.api("/tables", { game: "ra", players: 3, seats: [person("Anna"), { kind: "open" }, { kind: "open" }], public: false, start: false });
  const page = await visitor(server, { settings: { name: "Ben" } });
  let pressed = () => undefined;
  const twice = new Promise((resolve) => (pressed = resolve));
  const asked = [];
  await page.route("**/join", async (route) => {
    asked.push(route.request().postData());
    await twice;
    await route.continue();
  });
  await goto(page, `#/t/${made.table.id}`);
  await page.locator('[data-sit="1"]').dblclick();
  pressed();
  await page.locator('[data-stand="1"]').waitFor();
  assert.equal(asked.length, 1);
  assert.equal(await page.locator(".trouble").count(), 0);
  blameless(page);
});

test("a player who has left a game watches it, and is offered no rematch at its end", async () => {
  const table = await make([person("Anna"), person("Ben"), person("Cleo")], { stand_ins: "stay" });
  const { 0: left, ...tokens } = table.tokens;
  assert.ok((await server.api(`/tables/${table.id}/replace`, { seat: 0, bot: "random" }, left)).ok);
  await playUnseen(server, table.id, tokens, hasty);
  const page = await visitor(server);
  await sit(page, table.id, { 0: left });
  await page.locator(".final").waitFor();
  await page.locator("h1", { hasText: "You are watching." }).waitFor();
  assert.equal(await page.locator("[data-rematch]").count(), 0);
  await sit(page, table.id, tokens);
  await page.locator("[data-rematch]").waitFor();
  blameless(page);
});

test("at the end of a game the stand-in who won has one name, and it is said for whom it plays", async () => {
  const table = await make([person("Anna"), person("Ben")]);
  assert.ok((await server.api(`/tables/${table.id}/replace`, { seat: 1, bot: "rule" }, table.tokens[1])).ok);
  await playUnseen(server, table.id, { 0: table.tokens[0] }, ({ actions }) => ["pass", "draw"].find((a) => actions.includes(a)) ?? actions[0]);
  const { name } = (await server.api(`/tables/${table.id}`)).table.seats[1];
  const page = await visitor(server, { width: 360, height: 740 });
  await sit(page, table.id, { 0: table.tokens[0] });
  await page.locator(".final").waitFor();
  assert.equal(await page.locator(".ranking-win").textContent(), `${name} wins`);
  assert.match(await page.locator(".news-line").textContent(), new RegExp(`${name} wins`));
  await page.locator(".ranking tr", { hasText: `${name} plays for Ben.` }).waitFor();
  await shot(page, "stand-in-won-360");
  /* What the points are the sum of stands below the name only where there is no room beside it. */
  const below = () => page.locator(".parts-below").first().isVisible();
  assert.equal(await below(), true);
  await page.setViewportSize({ width: 1280, height: 800 });
  assert.equal(await below(), false);
  await page.setViewportSize({ width: 360, height: 740 });
  await page.locator("[data-news]").click();
  await page.locator("dialog .entry", { hasText: "Ben" }).first().waitFor();
  assert.match(await page.locator("dialog .entry").last().textContent(), new RegExp(`${name} wins`));
  blameless(page);
});

test("a table that is deleted while it is on show says so, as does a link to none that was opened while the server was away", async () => {
  const own = await Server.start();
  try {
    const page = await visitor(own);
    await goto(page);
    await page.locator('[data-play="ra"]').click();
    await asked(page);
    await own.admin("end", tableId(page));
    await page.locator(".trouble", { hasText: "no such table" }).waitFor();
    assert.equal((await page.locator("h1").textContent()).trim(), "No table");
    assert.equal(await page.locator("[data-line], [data-seq]").count(), 0);

    await own.kill();
    await page.evaluate(() => (location.hash = "#/t/aaaaaaaaaaaa"));
    await page.locator("[data-away]").waitFor();
    await own.up();
    await page.locator(".trouble", { hasText: "no such table" }).waitFor();
    blameless(page);
  } finally {
    await own.stop();
  }
});

test("the longest names and the link fit a phone before the start", async () => {
  const names = ["W".repeat(24), "<b>\u0645\u0631\u062d\u0628\u0627</b>"];
  const made = await server.api("/tables", { game: "ra", players: 4, seats: [...names.map(person), { kind: "open" }, bot], public: false, start: false });
  const page = await visitor(server, { width: 320, height: 568 });
  await goto(page, `#/t/${made.table.id}`);
  await page.locator("[data-sit]").waitFor();
  await noSidewaysScroll(page, "a table to sit down at");
  await sit(page, made.table.id, made.tokens);
  await page.locator("[data-fill]").waitFor();
  await noSidewaysScroll(page, "a table that waits for others");
  assert.ok(await page.locator('.waiting-seat[data-kind="open"] .waiting-name').evaluate((e) => e.getBoundingClientRect().width >= 60), "a free seat says so in one line");
  await shot(page, "waiting-names-320");
  blameless(page);
});

test("the longest names fit a phone in a game and at its end", async () => {
  for (const game of ["ra", "amun_re"]) {
    const table = await make(["W", "M", "\u0645"].map((sign) => person(sign.repeat(24))), { game });
    const page = await visitor(server, { width: 320, height: 568 });
    await sit(page, table.id, { 0: table.tokens[0] });
    await page.locator("[data-seq]").waitFor();
    await noSidewaysScroll(page, game);
    await playUnseen(server, table.id, table.tokens, game === "ra" ? hasty : frugal);
    await goto(page);
    await goto(page, `#/t/${table.id}`);
    await page.locator(".final").waitFor();
    await noSidewaysScroll(page, `the end of ${game}`);
    await shot(page, `long-names-${game}-320`);
    blameless(page);
    await page.context().close();
  }
});

test("a name from right to left turns no number and no sign around it", async () => {
  const name = "\u05d3\u05e0\u05d9 2";
  const table = await make([person(name), person("Anna")]);
  const page = await visitor(server);
  await sit(page, table.id, table.tokens);
  await page.locator("[data-seq]").waitFor();
  assert.match(await page.title(), new RegExp(`\u2068${name}\u2069, Anna`));
  await playUnseen(server, table.id, table.tokens, hasty);
  const { scores } = (await server.api(`/tables/${table.id}`)).view.state.result;
  await goto(page);
  await page.locator("[data-mine] .tables-standing", { hasText: `\u2068${name}\u2069 ${scores[0]}, Anna ${scores[1]}` }).waitFor();
  /* Where it stands on the screen: the points come after the name. */
  const [named, points] = await page.locator("[data-mine] .tables-standing").evaluate((line, [who, n]) => {
    const { firstChild: text } = line;
    const at = text.data.lastIndexOf(who);
    return [[at, who.length], [at + who.length + 2, String(n).length]].map(([from, length]) => {
      const range = document.createRange();
      range.setStart(text, from);
      range.setEnd(text, from + length);
      return range.getBoundingClientRect().left;
    });
  }, [name, scores[0]]);
  assert.ok(named < points, `${named} < ${points}`);
  blameless(page);
});

test("two guests of one name are told apart, though it is of signs that take two places each", async () => {
  const camels = "\u{1f42b}".repeat(12);
  const made = await server.api("/tables", { game: "ra", players: 3, seats: [person(camels), { kind: "open" }, bot], public: false, start: false });
  const page = await visitor(server, { settings: { name: camels } });
  await goto(page, `#/t/${made.table.id}`);
  await page.locator('[data-sit="1"]').click();
  await page.locator(".waiting-seat", { hasText: "at this screen" }).waitFor();
  const { table } = await server.api(`/tables/${made.table.id}`);
  assert.equal(table.seats[1].name, `${camels} 2`);
  blameless(page);
});

test("a link is found in what a friend wrote, and a table by its name", async () => {
  const { id } = await make([person("Anna"), { kind: "open" }], { start: false });
  const link = `${server.url}/#/t/${id}`;
  const page = await visitor(server);

  for (const said of [link, id, `t/${id}`, `${id.toUpperCase()} `, `${link}/at/3`, `${link}.`, `Join me: <${link}>!`, `${link}/at/0 See you, Anna Maria`, `https://club.example/tournaments2/#/t/${id}`]) {
    await goto(page);
    await page.locator('input[name="link"]').fill(said);
    await page.locator(".join button").click();
    await page.waitForURL((url) => url.hash.toLowerCase() === `#/t/${id}`);
    await page.locator(".waiting").waitFor();
  }
  await goto(page);
  for (const said of ["", "no table", "abcdefghijklm", `${link}2`]) {
    await page.locator('input[name="link"]').fill(said);
    await page.locator(".join button").click();
    await page.locator(".join .trouble").waitFor();
    assert.equal(new URL(page.url()).hash, "#/");
  }
  blameless(page);
});

test("who sits down in one tab sits there in another, and what one tab sets is not undone by another", async () => {
  const table = await make([person("Anna"), { kind: "open" }], { start: false });
  const page = await visitor(server, { settings: { name: "Ben" } });
  await goto(page, `#/t/${table.id}`);
  const other = await page.context().newPage();
  await other.goto(`${server.url}/#/t/${table.id}`);
  await other.locator("[data-sit]").waitFor();
  await page.locator('[data-sit="1"]').click();
  await other.locator(".waiting-seat", { hasText: "at this screen" }).waitFor();
  await other.locator("[data-start]").click();
  for (const tab of [page, other])
    await tab.locator("[data-seq]").waitFor();
  const { view } = await server.api(`/tables/${table.id}`);
  if (view.state.to_act[0] === 0)
    await act(table, 0, "invoke");
  for (const tab of [page, other])
    await tab.locator('[data-prompt="mine"]').waitFor();

  await page.locator("[data-text-switch]").click();
  await other.locator('[data-pace="brisk"]').click();
  const { text, pace } = await page.evaluate(() => JSON.parse(localStorage.getItem("khepri.settings")));
  assert.deepEqual([text, pace], [true, "brisk"]);
  blameless(page);
});

test("a table that is none says so and nothing else; an address that is none leads to the first page", async () => {
  const page = await visitor(server);
  await goto(page, "#/t/aaaaaaaaaaaa");
  await page.locator(".trouble", { hasText: "no such table" }).waitFor();
  assert.equal(await page.locator("[data-line]").count(), 0, "nothing is being caught up with");
  assert.equal((await page.locator("h1").textContent()).trim(), "No table");
  await accessible(page, "no such table", [], "main");

  const answer = await fetch(`${server.url}/nonsense`);
  assert.equal(answer.status, 404);
  assert.match(answer.headers.get("content-type"), /text\/html/);
  await page.goto(`${server.url}/nonsense`);
  await page.locator(".trouble", { hasText: "find that page" }).waitFor();
  page.faults = page.faults.filter((fault) => !/404 \(Not Found\)/.test(fault));      /* they were asked for */
  blameless(page);
});

const isOn = async (table, seat) => (await server.api(`/tables/${table.id}`)).view.state.to_act[0] === seat;

/* The first legal action of a seat. */
async function step(table, seat) {
  const { view } = await server.api(`/tables/${table.id}`, undefined, table.tokens[seat]);

  await act(table, seat, view.legal[String(seat)][0]);
}

test("a touch on a notification of the service worker shows its page, or opens it again", async () => {
  const page = await visitor(server, { serviceWorkers: "allow" });
  await page.addInitScript(() => {
    window.Notification = class {
      static permission = "granted";
      static requestPermission = async () => "granted";
      constructor() {
        throw new TypeError("Illegal constructor");     /* as on phones */
      }
    };
    ServiceWorkerRegistration.prototype.showNotification = async function (title, { data }) {
      window.told = data;
    };
    Object.defineProperty(document, "hidden", { get: () => window.away === true });
  });
  const table = await make([person("Anna"), person("Ben")]);
  await sit(page, table.id, { 0: table.tokens[0] });
  await page.locator("[data-seq]").waitFor();
  await page.evaluate(() => {
    localStorage.setItem("khepri.settings", JSON.stringify({ ...JSON.parse(localStorage.getItem("khepri.settings")), calls: true }));
    return navigator.serviceWorker.ready;
  });
  await page.reload();
  await page.locator("[data-seq]").waitFor();
  await page.evaluate(() => (window.away = true));
  while (await isOn(table, 0))
    await step(table, 0);
  while (!(await isOn(table, 0)))
    await step(table, 1);
  await page.waitForFunction(() => window.told);
  const told = await page.evaluate(() => window.told);
  assert.equal(told, page.url());

  const touched = (address) => page.context().serviceWorkers()[0].evaluate(async (data) => {
    const done = [];
    clients.openWindow = async (opened) => void done.push(opened);
    WindowClient.prototype.focus = async function () {
      done.push(`shown ${this.url}`);
    };
    const event = Object.assign(new Event("notificationclick"), { notification: { data, close: () => done.push("closed") }, waitUntil: (what) => (event.end = what) });
    self.dispatchEvent(event);
    await event.end;
    return done;
  }, address);
  assert.deepEqual(await touched(told), ["closed", `shown ${told}`]);
  assert.deepEqual(await touched(`${server.url}/#/t/another`), ["closed", `${server.url}/#/t/another`]);
  blameless(page);
});

test("a badge tells somebody on another page that it is their turn; so does a notification, if they asked for it", async () => {
  const page = await visitor(server);
  await page.addInitScript(() => {
    window.notes = [];
    window.Notification = class {
      static permission = "default";
      static async requestPermission() {
        return (this.permission = "granted");
      }
      constructor(title, { body }) {
        window.notes.push([title, body]);
      }
    };
    Object.defineProperty(document, "hidden", { get: () => window.away === true });
    window.badge = 0;
    navigator.setAppBadge = async (n) => void (window.badge = n);
    navigator.clearAppBadge = async () => void (window.badge = 0);
  });
  const table = await make([person("Anna"), person("Ben")]);
  await sit(page, table.id, { 0: table.tokens[0] });
  await page.locator("[data-seq]").waitFor();
  const come = async () => {
    while (await isOn(table, 0))
      await step(table, 0);
    while (!(await isOn(table, 0)))
      await step(table, 1);
    await page.waitForFunction(async (id) => {
      const { view } = await (await fetch(`/api/1/tables/${id}`)).json();
      return Number(document.querySelector("[data-seq]").dataset.seq) === view.seq && document.title.startsWith("●");
    }, table.id);
  };
  await come();
  assert.equal(await page.evaluate(() => window.badge), 0, "no badge while the page is looked at");
  assert.match(await page.title(), /^● Anna, Ben · Ra/);
  await step(table, 0);
  while (await isOn(table, 0))
    await step(table, 0);
  await page.waitForFunction(() => !document.title.startsWith("●"));
  await page.evaluate(() => (window.away = true));
  await come();
  await page.waitForFunction(() => window.badge === 1);
  assert.deepEqual(await page.evaluate(() => window.notes), [], "nobody asked for it");
  await page.evaluate(() => {
    window.away = false;
    document.dispatchEvent(new Event("visibilitychange"));
  });
  await page.waitForFunction(() => window.badge === 0);
  await page.locator("[data-settings]").click();
  await page.locator('input[name="calls"]').check();
  await page.keyboard.press("Escape");
  await page.waitForFunction(() => JSON.parse(localStorage.getItem("khepri.settings")).calls === true);
  await page.evaluate(() => (window.away = true));
  await come();
  await page.waitForFunction(() => window.notes.length > 0);      /* the page calls after it has drawn */
  assert.deepEqual((await page.evaluate(() => window.notes)).at(-1), ["Ra", "Anna, it is your turn."]);
  blameless(page);
});

test("an action that was sent while the server was down is done when it is back", async () => {
  const own = await Server.start();
  try {
    const page = await visitor(own);
    await goto(page);
    await page.locator('[data-play="ra"]').click();
    const now = await asked(page);
    const id = tableId(page);
    await own.kill();
    await page.locator('[data-line="offline"]').waitFor();
    await page.locator(`[data-action="${now.actions[0]}"]`).click();
    await page.locator(".prompt", { hasText: "Sending" }).waitFor();
    await own.up();
    await page.waitForFunction((s) => Number(document.querySelector("[data-seq]").dataset.newest) > s, now.seq);
    const { steps } = await own.api(`/tables/${id}/log`);
    assert.equal(steps[now.seq].action, now.actions[0]);
    assert.equal(await page.locator(".actions .trouble").count(), 0);
    blameless(page);
  } finally {
    await own.stop();
  }
});
