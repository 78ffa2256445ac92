/* SPDX-License-Identifier: MIT
 * amun.test.mjs -- Amun-Re on the page: two browsers with a bot, several at one screen behind a
 * curtain, a spectator. Then phones, text mode, records, and a server killed while offers are sealed.
 */
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { after, before } from "node:test";
import { accessible, amunPlay, amunStep, amunTable, amunUntil, blameless, closeBrowser, fingers, frugal, goto, longTest, noSidewaysScroll, openRecord, playUnseen, program, Server, shot, simulated, sit, tableId, tabTo, test, visitor } from "./lib.mjs";

const bot = { kind: "bot", bot: "rule" };
let server;
before(async () => (server = await Server.start()));
after(async () => {
  await closeBrowser();
  await server.stop();
});

const person = (name) => ({ kind: "person", name });

test("two browsers and a bot play to the end; a spectator sees no secrets", async () => {
  const host = await visitor(server, { settings: { name: "Anna" } });
  await goto(host);
  await host.locator('input[name="game"][value="amun_re"]').check();
  await host.locator('select[name="players"]').selectOption("3");
  await host.locator('select[name="seat1"]').selectOption("open");
  await host.locator("[data-create]").click();
  await host.locator(".waiting").waitFor();
  const id = tableId(host);
  const guest = await visitor(server, { settings: { name: "Ben" } });
  await goto(guest);
  await guest.locator(`[data-open="${id}"]`, { hasText: "Amun-Re" }).locator("a").click();
  await guest.locator('[data-sit="1"]').click();
  await host.locator('.waiting-seat:nth-child(2)[data-kind="person"]').waitFor();
  await host.locator("[data-start]").click();
  const onlooker = await visitor(server);

  const hands = new Set();
  const look = (page, seat) => async () => {
    const own = await page.locator("[data-hand]").evaluateAll((all) => all.map((e) => Number(e.dataset.hand)));
    assert.ok(own.every((one) => one === seat), `seat ${seat} sees hands ${own}`);
    own.forEach((one) => hands.add(one));
  };
  const pages = [host, guest, onlooker];
  /* The rounds before the last one are played while nobody is at the table; then they come. */
  const held = await Promise.all([host, guest].map((page) => page.evaluate((t) => JSON.parse(localStorage.getItem("khepri.tables"))[t].tokens, id)));
  await Promise.all([host, guest].map((page) => page.locator("[data-phase]").waitFor()));
  await Promise.all([host, guest].map((page) => goto(page)));
  await playUnseen(server, id, Object.assign({}, ...held), frugal, (seen) => seen.state.round === 6);
  await Promise.all(pages.map((page) => goto(page, `#/t/${id}`)));
  const [anna, ben, other] = await Promise.all(pages.map((page, i) => amunPlay(page, { look: look(page, [0, 1, -1][i]) })));
  assert.equal(other.phases.size, 0, "a spectator is asked nothing");
  for (const phase of ["bid", "actions", "offer"]) {
    assert.ok(anna.phases.has(phase), `Anna met ${phase}`);
    assert.ok(ben.phases.has(phase), `Ben met ${phase}`);
  }
  assert.deepEqual([...hands].sort(), [0, 1]);
  for (const { dialogs } of [anna, ben, other])
    assert.equal(dialogs.length, 1, `the score sheet of the second kingdom: ${dialogs}`);
  const { view } = await server.api(`/tables/${id}`);
  const [rows, others] = await Promise.all([host, guest].map((p) => p.locator(".final .ranking tbody tr").allTextContents()));
  assert.deepEqual(rows, others);
  for (const score of view.state.result.scores)
    assert.ok(rows.some((row) => row.includes(String(score))), `${score} stands in ${rows}`);

  assert.equal(await onlooker.locator("[data-hand], [data-action], [data-power]").count(), 0);
  assert.doesNotMatch(await onlooker.locator(".log").textContent(), /draws: /, "cards drawn stay a secret");
  await shot(host, "amun-final-light-1280");
  await host.locator("[data-rematch]").click();
  await host.locator(".waiting").waitFor();
  [host, guest, onlooker].forEach(blameless);
});

test("a table on a board of one's own, from a file", async () => {
  const board = { ...JSON.parse(execFileSync(program, ["board", "--json", "amun_re"])), name: "home" };
  board.bid_numbers = [0, 2, 5, 9];
  const file = (text) => ({ name: "board.json", mimeType: "application/json", buffer: Buffer.from(text) });
  const page = await visitor(server);
  await goto(page);
  assert.equal(await page.locator('input[name="board"]').count(), 0, "Ra has none");
  await page.locator('input[name="game"][value="amun_re"]').check();
  await page.locator(".own-board summary").click();
  await page.locator('input[name="board"]').setInputFiles(file("{oh"));
  await page.locator(".own-board .trouble", { hasText: "This file is no board" }).waitFor();
  await page.locator('input[name="board"]').setInputFiles(file('{"name": "x"}'));
  await page.locator(".own-board .trouble").waitFor({ state: "detached" });
  await page.locator('input[name="here"]').waitFor({ state: "detached" });
  await page.locator("[data-create]").click();
  await page.locator("main > .trouble", { hasText: "board" }).waitFor();
  await accessible(page, "a board refused", [], ".own-board, main > .trouble");
  page.faults.length = 0;                               /* the console tells of the refused request */
  await page.locator('input[name="board"]').setInputFiles(file(JSON.stringify(board)));
  await page.locator("[data-create]").click();
  await page.waitForURL(/#\/t\//);
  await amunUntil(page, "bid");
  assert.deepEqual(await page.locator(".ladder").first().locator(".rung").allTextContents().then((all) => all.map(parseFloat)), [0, 2, 5, 9]);
  blameless(page);
});

test("three persons at one screen: a curtain hides every hand but one", async () => {
  const page = await visitor(server);
  const { id, tokens } = await amunTable(page, [person("Anna"), person("Ben"), person("Cleo")]);
  /* On to the last of them who may build. */
  let builders = 0;
  await playUnseen(server, id, tokens, frugal, (seen) => seen.state.phase === "actions" && ++builders === 3);
  await sit(page, id, tokens);
  const names = ["Anna", "Ben", "Cleo"];
  const lifted = new Set();
  let front = null;
  let offers = 0;

  const check = async (met) => {
    const seen = await page.evaluate(() => ({
      words: document.body.textContent,
      hands: [...document.querySelectorAll("[data-hand]")].map((e) => Number(e.dataset.hand)),
      powers: document.querySelectorAll("[data-power]").length,
      away: document.querySelectorAll(".badge.away").length,
      curtain: document.querySelector("[data-curtain]")?.dataset.curtain,
    }));
    assert.equal(seen.away, 0, "who shares this screen is not away");
    if (seen.curtain !== undefined) {
      front = Number(seen.curtain);
      lifted.add(front);
      assert.equal(seen.powers + seen.hands.length, 0, "nothing lies open behind the curtain");
      assert.doesNotMatch(seen.words, /draws: |your offer is sealed/);
      if (lifted.size === 1)
        await shot(page, "amun-curtain");
    } else {
      assert.ok(seen.hands.every((seat) => seat === front), `before ${front}: the hands of ${seen.hands}`);
      for (const other of names.filter((_, seat) => seat !== front))
        assert.doesNotMatch(seen.words, new RegExp(`${other} (draws: |takes the power card)|${other}, your offer is sealed`), `${names[front]} reads what only ${other} may`);
    }
    offers += met.phase === "offer" ? 1 : 0;
  };
  /* On to the bids of the next round: then all that this one brought each of them is in the log. */
  await amunPlay(page, { look: check, enough: ({ phase }) => offers >= 3 && phase === "bid" });
  assert.equal(offers, 3);
  assert.deepEqual([...lifted].sort(), [0, 1, 2]);

  /* Text mode obeys the curtain too. */
  await page.locator("[data-text-switch]").click();
  const asked = await page.waitForFunction(() => document.querySelector("[data-curtain]")?.dataset.curtain ?? document.querySelector(".text-state[data-prompt='mine']")?.dataset.prompt);
  if ((await asked.jsonValue()) !== "mine") {
    assert.equal(await page.locator(".textmode").count(), 0);
    await page.locator("[data-lift]").click();
    await page.locator(".textmode").waitFor();
  }
  const seat = Number((await server.api(`/tables/${id}`)).view.state.to_act[0]);
  const others = [0, 1, 2].filter((other) => other !== seat);
  const words = await page.locator(".text-state").textContent();
  for (const other of others)
    assert.match(words, new RegExp(`${names[other]}: \\d+ points?.*?Power cards: \\d+\\.`), `only the number of ${names[other]}'s cards`);
  blameless(page);
});

longTest("axe finds nothing while bids, building, offers, rewards and scorings are on show, by day and by night", async () => {
  const page = await visitor(server);
  const { id, tokens } = await amunTable(page, [person("Anna"), ...Array(4).fill(bot)]);
  const both = async (where, shown) => {
    for (const theme of ["light", "dark"]) {
      await page.evaluate((to) => (document.documentElement.dataset.theme = to), theme);
      await accessible(page, `${where}, ${theme}`);
      if (shown)
        await shot(page, `amun-${shown}-${theme}-1280`);
    }
  };
  await sit(page, id, tokens);
  await amunUntil(page, "bid");
  await both("bidding", "bid");
  await page.locator(".top-button:nth-child(2)").click();
  await page.locator("dialog[open]", { hasText: "Three stones" }).waitFor();
  await both("the help of Amun-Re");
  await page.keyboard.press("Escape");
  await page.locator("dialog[open]").waitFor({ state: "detached" });
  await atOneGlance(page, "bidding", 5);
  await page.locator('[data-seat="1"] .player-do').click();
  await page.locator('[data-player-card="1"]').waitFor();
  await both("a player's card");
  await page.keyboard.press("Escape");
  await page.locator("dialog[open]").waitFor({ state: "detached" });
  await page.locator('[data-province="mendes"]').click();
  await page.locator('[data-card="mendes"]').waitFor();
  await both("a province card", "province");
  await page.keyboard.press("Escape");
  for (const phase of ["actions", "offer", "reward"]) {
    await amunUntil(page, phase);
    await both(phase, phase);
    await atOneGlance(page, phase, 5);
  }
  await page.setViewportSize({ width: 390, height: 844 });
  await both("rewards on a narrow page");
  await page.emulateMedia({ forcedColors: "active" });
  await accessible(page, "rewards in forced colours", ["color-contrast"]);    /* it computes with the colours of the style sheet */
  await shot(page, "amun-forced-390");
  await page.emulateMedia({ forcedColors: "none" });
  await page.setViewportSize({ width: 1920, height: 1080 });
  await shot(page, "amun-reward-1920");
  await noSidewaysScroll(page, "a wide table");
  await openRecord(page, simulated("amun_re", 4, 7));
  await page.locator(".sheet-buttons button").last().click();
  await page.locator("dialog[open] .sheet").waitFor();
  await both("a scoring", "scoring");
  blameless(page);
});

/* Everybody's gold and what is asked are on the page without scrolling, the map beside the dialogue. */
async function atOneGlance(page, where, players) {
  const boxes = await page.evaluate(() => {
    const of = (e) => (({ left, right, top, bottom }) => ({ left, right, top, bottom }))(e.getBoundingClientRect());
    return { players: [...document.querySelectorAll("[data-seat] .player-gold")].map(of), prompt: of(document.querySelector(".prompt")), map: of(document.querySelector(".river-map")), high: innerHeight };
  });
  assert.equal(boxes.players.length, players);
  for (const box of [...boxes.players, boxes.prompt])
    assert.ok(box.top >= 0 && box.bottom <= boxes.high, `${where}: ${JSON.stringify(boxes)}`);
  assert.ok(boxes.prompt.left >= boxes.map.right, `${where}: what is asked stands beside the map`);
  assert.ok(boxes.map.top < boxes.high, `${where}: the map begins on the first page`);
}

test("a record is stepped through, by keys and by its sheets", async () => {
  const record = simulated("amun_re", 5, 11);
  const page = await visitor(server);
  await openRecord(page, record);
  const { result, actions } = JSON.parse(record);
  const newest = Number(await page.locator("[data-seq]").getAttribute("data-seq"));
  assert.equal(newest, actions.length);
  const rows = await page.locator(".final .ranking tbody tr").evaluateAll((all) => all.map((r) => Number([...r.cells].at(-1).textContent)));
  assert.deepEqual(rows, [...result.scores].sort((a, b) => b - a));
  assert.equal(await page.locator(".sheet-buttons button").count(), 8, "six rounds, two scorings");
  await page.evaluate(() => (location.hash = "#/record/at/60"));
  await page.locator('[data-seq="60"]').waitFor();
  const { view } = await server.api("/replay", { record: JSON.parse(record), at: 60 });
  for (const [name, province] of Object.entries(view.state.provinces)) {
    assert.equal(await page.locator(`.prov[data-province="${name}"]`).getAttribute("data-owner"), province.owner === null ? "" : String(province.owner));
    const farmers = await page.locator(`.prov[data-province="${name}"] use[href="#a-farmer"]`).count();
    assert.ok(farmers >= province.farmers, `the farmers of ${name} are drawn`);
  }
  await page.keyboard.press("]");
  await page.locator('[data-seq="61"]').waitFor();
  blameless(page);
});

longTest("Amun-Re on a phone of 320 pixels", async () => {
  const page = await visitor(server, { width: 320, height: 640, hasTouch: true, isMobile: true, settings: { theme: "dark" } });
  const { id, tokens } = await amunTable(page, [person("Anna"), bot, bot, bot, bot]);
  await sit(page, id, tokens);
  await amunUntil(page, "bid");
  await noSidewaysScroll(page, "bidding");
  await fingers(page, "bidding");
  await shot(page, "amun-bid-320");
  await page.locator('[data-province="kharga"]').tap();
  await page.locator("[data-card]").waitFor();
  await noSidewaysScroll(page, "a province card");
  await page.keyboard.press("Escape");
  await page.locator("dialog[open]").waitFor({ state: "detached" });
  await page.locator('.prov[data-biddable="true"]').first().tap();
  await page.locator("dialog[open] .rung-do").first().waitFor();
  await accessible(page, "a bid", [], "dialog");
  await page.keyboard.press("Escape");
  await page.locator("dialog[open]").waitFor({ state: "detached" });
  await amunUntil(page, "actions");
  await page.locator('[data-grip][aria-expanded="false"]').tap();
  await page.locator(".build-rows").waitFor();
  await accessible(page, "an open sheet", [], ".decisions");
  await amunUntil(page, "offer");
  await noSidewaysScroll(page, "an offer");
  await shot(page, "amun-offer-320");
  await page.locator("[data-text-switch]").tap();
  await page.locator("#command").waitFor();
  await noSidewaysScroll(page, "text mode");
  blameless(page);
});

test("on a phone the map comes first: bids are made on it, it comes near, and what is asked keeps its place", async () => {
  const page = await visitor(server, { width: 390, height: 844, hasTouch: true, isMobile: true });
  const { id, tokens } = await amunTable(page, [person("Anna"), bot, bot, bot, bot]);
  await sit(page, id, tokens);
  await amunUntil(page, "bid");
  const box = (selector) => page.locator(selector).evaluateAll((all) => all.map((e) => e.getBoundingClientRect()).map(({ left, top, right, bottom }) => ({ left, top, right, bottom })));
  const foot = () => page.evaluate(() => {
    const r = [...document.querySelectorAll(".actions, .decisions.folded")].find((e) => e.getClientRects().length).getBoundingClientRect();
    return [r.left, r.top, r.width, r.height].map(Math.round);
  });
  const twoScreens = async (where) => assert.ok(await page.evaluate(() => document.documentElement.scrollHeight) <= 2 * 844, `${where} is not taller than two screens`);

  /* Everything at once: the news, everybody, the temple, all fifteen provinces, and the bar below them. */
  const bar = await foot();
  assert.deepEqual(bar, [0, 722, 390, 122]);
  for (const [what, count] of [[".news", 1], [".players [data-seat]", 5], ["[data-space]", 4], ["[data-province]", 15]]) {
    const boxes = await box(what);
    assert.equal(boxes.length, count);
    for (const r of boxes)
      assert.ok(r.top >= 0 && r.bottom <= bar[1] && r.left >= 0 && r.right <= 390, `${what}: ${JSON.stringify(r)}`);
  }
  await twoScreens("bidding");
  await noSidewaysScroll(page, "bidding");
  await fingers(page, "bidding");
  await accessible(page, "a small map");
  await shot(page, "phone-amun-bid");

  /* Nearer, to be moved by a finger; and away again. */
  const room = () => page.locator(".map-view").evaluate((e) => [e.scrollWidth > e.clientWidth, e.scrollHeight > e.clientHeight]);
  assert.deepEqual(await room(), [false, false]);
  await page.locator("[data-zoom-in]").tap();
  await page.locator('[data-zoom="1.8"]').waitFor();
  assert.deepEqual(await room(), [true, true]);
  await page.locator('.prov[data-province="berenike"]').scrollIntoViewIfNeeded();
  await shot(page, "phone-amun-near");
  await page.locator("[data-zoom-out]").tap();
  await page.locator('[data-zoom="1"]').waitFor();

  /* Two fingers bring it near, as far as it goes, and away again; what was in the middle stays there. */
  const zoom = () => page.locator(".map-land").getAttribute("data-zoom").then(Number);
  await pinch(page, ".map-view", 80, 160);
  assert.ok(Math.abs(await zoom() - 2) < 0.01, `twice as far apart, twice as near: ${await zoom()}`);
  assert.deepEqual(await room(), [true, true]);
  const middle = await page.locator(".map-view").evaluate((e) => [(e.scrollLeft + e.clientWidth / 2) / e.scrollWidth, (e.scrollTop + e.clientHeight / 2) / e.scrollHeight]);
  for (const place of middle)
    assert.ok(Math.abs(place - 0.5) < 0.02, `the middle stays in the middle: ${middle}`);
  await pinch(page, ".map-view", 60, 180);
  assert.equal(await zoom(), 2.6, "no nearer than this");
  await pinch(page, ".map-view", 200, 40);
  assert.equal(await zoom(), 1, "and no farther");
  assert.deepEqual(await room(), [false, false]);
  assert.equal(await page.locator("dialog[open]").count(), 0, "two fingers open nothing");
  await noSidewaysScroll(page, "after two fingers");

  /* The card of a province: what of its numbers is guessed is marked. */
  await page.locator('.prov[data-province="mendes"]').tap();
  await page.locator('[data-card="mendes"]').waitFor();
  assert.equal(await page.locator('[data-card="mendes"] [data-cell="farms"].guess').count(), 1, "a guessed number is marked");
  assert.equal(await page.locator('[data-card="mendes"] [data-cell="limit"].guess').count(), 0);
  await noSidewaysScroll(page, "a province card");
  await page.keyboard.press("Escape");
  await page.locator("dialog[open]").waitFor({ state: "detached" });

  /* A province on offer opens its card, which takes the bid. */
  await page.locator('.prov[data-biddable="true"]').first().tap();
  await page.locator("dialog[open] .rung-do").first().waitFor();
  await fingers(page, "a bid");
  await shot(page, "phone-amun-card");
  const { seq } = (await server.api(`/tables/${id}`)).view;
  await page.locator("dialog[open] .rung-do").first().tap();
  await page.waitForFunction((s) => Number(document.querySelector("[data-seq]").dataset.newest) > s, seq);
  await page.locator("dialog[open]").waitFor({ state: "detached" });

  /* The plan is a sheet at the same place, folded until it is wanted; the map takes farmers and stones. */
  await amunUntil(page, "actions");
  await page.locator('.map-view [data-zoom="2.1"]').waitFor();
  assert.deepEqual(await foot(), bar, "what is asked keeps its place");
  await page.waitForFunction(() => {
    const [own, view] = [".prov.building", ".map-view"].map((e) => document.querySelector(e).getBoundingClientRect());
    return own.left >= view.left - 1 && own.right <= view.right + 1 && own.top >= view.top - 1 && own.bottom <= view.bottom + 1;
  });
  assert.deepEqual(await page.evaluate(covered), [], "the buttons that build are not covered");
  await twoScreens("building");
  await shot(page, "phone-amun-build");
  await page.locator('[data-grip][aria-expanded="false"]').tap();
  await page.locator(".build-rows").waitFor();
  await fingers(page, "an open sheet");
  await shot(page, "phone-amun-sheet");
  const [sheet] = await box(".decisions:not(.revealed)");
  assert.equal(Math.round(sheet.bottom), 844);
  for (const phase of ["offer", "reward"]) {
    await amunUntil(page, phase);
    await page.locator('[data-grip][aria-expanded="true"]').tap();
    assert.deepEqual(await foot(), bar, "a folded sheet has the place of the bar");
    await twoScreens(phase);
    await noSidewaysScroll(page, phase);
  }
  await page.locator("[data-text-switch]").tap();
  await page.locator("#command").waitFor();
  await noSidewaysScroll(page, "text mode");
  blameless(page);
});

/* In the page: where the buttons that build would lie below those of the map. Each province is brought into view as the own
 * one is. */
function covered() {
  const [plan, view] = [".map-plan", ".map-view"].map((e) => document.querySelector(e));
  const rects = (within, all) => [...within.querySelectorAll(all)].map((e) => e.getBoundingClientRect());
  const zooms = rects(document, ".map-zoom button");
  const met = (a, b) => a.left < b.right && a.right > b.left && a.top < b.bottom && a.bottom > b.top;
  const { gridArea } = plan.style;
  const { scrollLeft, scrollTop } = view;
  const provinces = [...view.querySelectorAll(".prov")].filter((own) => {
    plan.style.gridArea = own.dataset.province;
    view.scrollTo(own.offsetLeft + own.offsetWidth / 2 - view.clientWidth / 2, own.offsetTop + own.offsetHeight / 2 - view.clientHeight / 2);
    return rects(plan, "button").some((a) => zooms.some((b) => met(a, b)));
  });

  plan.style.gridArea = gridArea;
  view.scrollTo(scrollLeft, scrollTop);
  return provinces.map((own) => own.dataset.province);
}

/* Two fingers, side by side about the middle, go from one distance to another. */
async function pinch(page, selector, from, to) {
  const touch = await page.context().newCDPSession(page);
  const [x, y] = await page.locator(selector).evaluate((e) => (({ left, top, width, height }) => [left + width / 2, top + height / 2])(e.getBoundingClientRect()));
  const fingers = (apart) => [-1, 1].map((side, id) => ({ id, x: x + side * apart / 2, y }));
  const send = (type, touchPoints) => touch.send("Input.dispatchTouchEvent", { type, touchPoints });

  await send("touchStart", fingers(from));
  for (let i = 1; i <= 4; i++) {
    await send("touchMove", fingers(from + (to - from) * i / 4));
    await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));
  }
  await send("touchEnd", []);
  await touch.detach();
}

/* In the page: words that are broken without a hyphen, and prompts that are cut. */
function broken() {
  const seen = (all) => [...document.querySelectorAll(all)].filter((e) => e.getClientRects().length);
  const words = seen(".decisions, .actions").flatMap((box) => {
    const texts = document.createTreeWalker(box, NodeFilter.SHOW_TEXT);
    const met = [];
    for (let text = texts.nextNode(); text; text = texts.nextNode()) {
      if (text.parentElement.getBoundingClientRect().width <= 1)
        continue;               /* for screen readers alone */
      for (const { index, 0: word } of text.data.matchAll(/[\p{L}]+/gu)) {
        const range = new Range();
        range.setStart(text, index);
        range.setEnd(text, index + word.length);
        if (new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size > 1)
          met.push(word);
      }
    }
    return met;
  });

  return [...words.filter((word) => word.length < 12), ...seen(".prompt").filter((e) => e.scrollHeight > e.clientHeight + 1).map((e) => e.textContent)];
}

longTest("Amun-Re held sideways: no page is taller than two screens, nothing jumps, no word breaks", async () => {
  const [width, height] = [844, 390];
  const page = await visitor(server, { width, height, hasTouch: true, isMobile: true, settings: { lang: "de" } });
  const columns = new Set();
  const { id, tokens } = await amunTable(page, [person("Anna"), bot, bot, bot, bot]);
  await sit(page, id, tokens);
  for (const phase of ["bid", "actions", "offer", "reward"]) {
    await amunUntil(page, phase);
    await noSidewaysScroll(page, phase);
    await fingers(page, phase);
    await shot(page, `amun-${phase}-${width}x${height}`);
    assert.deepEqual(await page.evaluate(broken), [], phase);
    columns.add(await page.evaluate(() => [...document.querySelectorAll(".actions, .decisions:not(.revealed)")].find((e) => e.getClientRects().length).getBoundingClientRect().left));
    if (phase === "actions")
      assert.deepEqual(await page.evaluate(covered), [], "the buttons that build are not covered");
    const high = await page.evaluate(() => document.documentElement.scrollHeight);
    assert.ok(high <= 2 * height, `${phase}: ${high} of ${2 * height}`);
  }
  assert.equal(columns.size, 1, `what is asked keeps its place: ${[...columns]}`);
  blameless(page);
});

test("by keyboard: arrows over the map, Enter explains, keys bid and end", async () => {
  const page = await visitor(server);
  const { id, tokens } = await amunTable(page, [person("Anna"), bot, bot]);
  await sit(page, id, tokens);
  await amunUntil(page, "bid");
  assert.equal(await page.locator('.board [data-rove][tabindex="0"]').count(), 1, "one tab stop for the board");
  await page.locator('.prov[data-province="memphis"]').focus();
  for (const [key, province] of [["ArrowRight", "amarna"], ["ArrowDown", "thebes"], ["ArrowRight", "sawu"], ["ArrowLeft", "thebes"], ["ArrowLeft", "abydos"]]) {
    await page.keyboard.press(key);
    assert.equal(await page.evaluate(() => document.activeElement.dataset.province), province, key);
  }
  await page.keyboard.press("Enter");
  await page.locator('[data-card="abydos"]').waitFor();
  await page.keyboard.press("Escape");
  await page.locator("dialog[open]").waitFor({ state: "detached" });
  assert.equal(await page.evaluate(() => document.activeElement.dataset.province), "abydos", "the focus comes back");
  await page.keyboard.press("s");
  await page.waitForFunction(() => /Round 1 of 6/.test(document.querySelector('[data-live="polite"]').textContent));
  const key = await page.locator("[data-action][aria-keyshortcuts]").first().getAttribute("aria-keyshortcuts");
  const { seq } = (await server.api(`/tables/${id}`)).view;
  await page.keyboard.press(key);
  await page.waitForFunction((s) => Number(document.querySelector("[data-seq]").dataset.newest) > s, seq);
  await page.locator(".top-button:nth-child(2)").click();
  await page.locator("dialog[open]", { hasText: "Three stones" }).waitFor();
  blameless(page);
});

test("a bid is chosen with the arrow keys: in the card of a province at 200 %, and from the map on a large page", async () => {
  const page = await visitor(server, { width: 683, height: 384 });
  const { id, tokens } = await amunTable(page, [person("Anna"), bot, bot]);
  const bid = () => page.evaluate(() => document.activeElement.dataset.action ?? "");
  await sit(page, id, tokens);
  await amunUntil(page, "bid");

  await tabTo(page, "[data-bid-on]");
  await page.keyboard.press("Enter");
  await page.locator("dialog[open] .rung-do").first().waitFor();
  await page.keyboard.press("Tab");
  const first = await bid();
  await page.keyboard.press("ArrowRight");
  const second = await bid();
  assert.match(`${first} ${second}`, /^bid:\S+ bid:\S+$/);
  assert.notEqual(first, second);
  await page.keyboard.press("Escape");
  await page.locator("dialog[open]").waitFor({ state: "detached" });

  await page.setViewportSize({ width: 1366, height: 768 });
  await page.locator(".ladders .rung-do").first().waitFor();
  await tabTo(page, ".board [data-rove]");
  await page.locator('.prov[data-province="avaris"]').focus();
  for (let i = 0; i < 3 && !(await bid()); i++)
    await page.keyboard.press("ArrowRight");
  const action = await bid();
  assert.match(action, /^bid:/);
  const { seq } = (await server.api(`/tables/${id}`)).view;
  await page.keyboard.press("Enter");
  await page.waitForFunction((s) => Number(document.querySelector("[data-seq]").dataset.newest) > s, seq);
  assert.equal((await server.api(`/tables/${id}/log`)).steps[seq].action, action);
  blameless(page);
});

test("text mode: a round is played by typed commands, in German too", async () => {
  const page = await visitor(server, { settings: { text: true, lang: "de" } });
  const { id, tokens } = await amunTable(page, [person("Änne"), bot, bot]);
  await sit(page, id, tokens);
  const type = async (words) => {
    await page.locator("#command").fill(words);
    await page.keyboard.press("Enter");
  };
  const raw = /\b(amun|event|table|action|prompt|lobby|sheet|text|step|final|offer|build|reward|curtain)\.[a-z_]+\b/;
  let last = -1;
  const verbs = new Set();
  while (!verbs.has("offer")) {
    const now = await page.waitForFunction((past) => {
      const seq = Number(document.querySelector("[data-seq]")?.dataset.seq ?? -1);
      const actions = [...document.querySelectorAll(".text-choices [data-action]:not(:disabled)")].map((e) => e.dataset.action);
      return actions.length && seq > past ? { seq, actions } : null;
    }, last).catch(async (e) => assert.fail(`${e.message} after ${last}: ${[...verbs]}; the page: ${(await page.locator("main").innerText()).slice(-1800)}`));
    const { seq, actions } = await now.jsonValue();
    assert.doesNotMatch(await page.locator("body").innerText(), raw, "a message without its sentence");
    const action = actions.find((a) => a === "end") ?? actions[0];
    verbs.add(action.split(":")[0]);
    last = seq;
    await type(action.replaceAll(":", " "));
  }
  for (const phrase of ["bid", "end", "offer"])
    assert.ok(verbs.has(phrase), phrase);
  await type("abu");
  await page.waitForFunction(() => /Östlich|Felder: 2/.test(document.querySelector(".answer")?.textContent));
  await accessible(page, "Amun-Re in text mode", [], ".textmode");
  blameless(page);
});

test("the server is killed while offers are sealed: nothing is lost, nothing is told", async () => {
  const own = await Server.start();
  try {
    const anna = await visitor(own);
    const ben = await visitor(own);
    const { id, tokens } = await amunTable(anna, [person("Anna"), person("Ben"), bot]);
    await playUnseen(own, id, tokens, frugal, (seen) => seen.state.phase === "offer");
    await Promise.all([sit(anna, id, { 0: tokens[0] }), sit(ben, id, { 1: tokens[1] })]);
    await Promise.all([anna, ben].map((page) => amunUntil(page, "offer")));
    const { seq } = (await own.api(`/tables/${id}`)).view;
    await amunStep(anna);
    await anna.locator('[data-own-offer="0"]').waitFor();
    const told = await anna.locator('[data-own-offer="0"]').textContent();
    await ben.locator('[data-offered="0"][data-done="true"]').waitFor();
    await own.kill();
    await anna.locator('[data-line="offline"]').waitFor();
    await own.up();
    await Promise.all([anna, ben].map((p) => p.locator('[data-line="live"]').waitFor()));
    await anna.reload();
    await anna.locator('[data-own-offer="0"]').waitFor();
    assert.equal(await anna.locator('[data-own-offer="0"]').textContent(), told);
    assert.equal((await own.api(`/tables/${id}`)).view.seq, seq, "the public moment stands still");
    assert.equal(await ben.locator('[data-own-offer="0"]').count(), 0, "Ben does not know what Anna offers");
    await amunStep(ben);
    await Promise.all([anna, ben].map((p) => p.waitForFunction((s) => Number(document.querySelector("[data-seq]").dataset.seq) > s, seq)));
    [anna, ben].forEach(blameless);
  } finally {
    await own.stop();
  }
});
