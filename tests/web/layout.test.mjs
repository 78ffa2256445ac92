/* SPDX-License-Identifier: MIT
 * layout.test.mjs -- what is in view without scrolling, on desktops, on tablets and on a phone held sideways. That is the map or
 * the tracks, everybody, and what is to be pressed. No page of a game is taller than two screens.
 */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { after, before } from "node:test";
import { accessible, amunTable, amunUntil, asked, blameless, closeBrowser, fingers, frugal, gameFile, goto, hasty, inReach, longTest, noSidewaysScroll, openRecord, playUnseen, Server, shot, sit, test, visitor } from "./lib.mjs";

let server;
before(async () => (server = await Server.start()));
after(async () => {
  await closeBrowser();
  await server.stop();
});

const bot = { kind: "bot", bot: "easy" };
const person = (name) => ({ kind: "person", name });

async function resize(page, [width, height]) {
  await page.setViewportSize({ width, height });
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
  await page.evaluate(() => window.scrollTo(0, 0));
}

/* Of each selector all that is there, and at least as many as said, is seen whole and can be pressed. Nothing lies over
 * its middle. */
async function inView(page, where, wanted) {
  const hidden = await page.evaluate((all) => all.flatMap(([selector, least]) => {
    const found = [...document.querySelectorAll(selector)].filter((e) => e.getClientRects().length);
    const bad = found.filter((e) => {
      const r = e.getBoundingClientRect();
      const over = document.elementFromPoint(r.left + r.width / 2, r.top + r.height / 2);
      return r.top < -1 || r.left < -1 || r.bottom > innerHeight + 1 || r.right > innerWidth + 1 || !over || !(e.contains(over) || over.contains(e));
    });
    return found.length < least ? [`${selector}: ${found.length} of ${least}`] : bad.map((e) => `${selector} ${e.textContent.slice(0, 30)}: ${JSON.stringify(e.getBoundingClientRect())}`);
  }), wanted);
  assert.deepEqual(hidden, [], where);
}

async function twoScreens(page, where) {
  const [tall, high] = await page.evaluate(() => [document.documentElement.scrollHeight, innerHeight]);
  assert.ok(tall <= 2 * high, `${where} is not taller than two screens: ${tall} of ${high}`);
}

/* How high the drawings in the provinces are, in pixels. */
function builtSizes(page) {
  return page.locator(".prov .land use").evaluateAll((all) => all.map((e) => e.getBoundingClientRect().height));
}

/* What is pressed in each phase. */
const presses = { bid: ".rung-do, [data-bid-on]", actions: '[data-send="end"]', offer: "[data-seal]", reward: "[data-take]" };

async function atAmun(page, phase, sizes, players) {
  for (const [width, height] of sizes) {
    const where = `${phase} at ${width} x ${height}`;
    const low = height < 500;
    await resize(page, [width, height]);
    await shot(page, `layout-amun-${players}-${phase}-${width}x${height}`);
    await noSidewaysScroll(page, where);
    /* On a phone held sideways the account of the sacrifice comes on top of that. */
    if (!low || phase !== "reward")
      await twoScreens(page, where);
    await inView(page, where, [
      [".prompt", 1], [presses[phase], 1],
      ...(low ? [[".news", 1]] : [[".temple-track [data-space]", 4], [".players [data-seat] .player-gold", players]]),
    ]);
    const wide = await page.locator(".rung").evaluateAll((all) => all.filter((e) => e.offsetWidth > e.parentElement.clientWidth / 3 + 1).map((e) => e.textContent));
    assert.deepEqual(wide, [], `${where}: a bid keeps to its place on the ladder`);
    /* A sheet lies over the lower part of the map of a small tablet held upright; on a phone it comes near while one builds. */
    if (phase === "bid" || height > 1100 || (width > height && !low))
      await inView(page, where, [[".prov[data-province]", 15]]);
    const cut = await page.locator(".player-name").evaluateAll((all) => all.filter((e) => e.textContent.length < 5 && e.scrollWidth > e.clientWidth).map((e) => e.textContent));
    assert.deepEqual(low ? [] : cut, [], `${where}: short names are whole`);
    const slivers = await page.locator(".prov .marks").evaluateAll((all) => all.flatMap((marks) => {
      const { bottom } = marks.getBoundingClientRect();
      return [...marks.querySelectorAll(".mark")].map((e) => [e.title, e.getBoundingClientRect()]).filter(([, r]) => r.top < bottom - 0.5 && r.bottom > bottom + 2).map(([title]) => title);
    }));
    assert.deepEqual(slivers, [], `${where}: what is printed in a province is seen whole or not at all`);
    for (const size of low ? [] : await builtSizes(page))
      assert.ok(size >= 7, `${where}: what is built in a province can be seen: ${size}`);
    const [map, asks] = await page.evaluate(() => [".river-map", ".board-east > .actions, .decisions:not(.revealed)"].map((one) => document.querySelector(one).getBoundingClientRect().top));
    assert.ok(map < height / 2 && (map < asks || width > height), `${where}: the map comes first`);
  }
}

const phases = ["bid", "actions", "offer", "reward"];

/* A moment that `fits`, at which Anna may bid, later than `after`; the table is played there unseen. */
async function sitAtAuction(page, players, after, fits = () => true) {
  let met = null;

  for (let i = 0; i < 200 && !met; i++) {
    const { table, tokens } = await server.api("/tables", { game: "ra", players, seats: [person("Annegreta"), ...Array(players - 1).fill(bot)], public: false, start: true });
    await playUnseen(server, table.id, tokens, hasty, ({ seq, legal, state }) => seq > after && legal["0"]?.some((action) => action.startsWith("bid")) && fits(state));
    const { view } = await server.api(`/tables/${table.id}`);
    met = view.state.result ? null : { id: table.id, tokens };
  }
  assert.ok(met, "Anna may bid");
  await sit(page, met.id, met.tokens);
  await page.locator("[data-action]").first().waitFor();
}

/* So that no row of them is longer than its place. */
const fewTiles = ({ seats: [own] }) => Object.values(own.tiles).filter(Boolean).length < 3;

async function begin(players, lang, look) {
  const page = await visitor(server, { settings: { lang }, ...look });
  const { id, tokens } = await amunTable(page, [person("Anna"), ...Array(players - 1).fill(bot)]);
  await sit(page, id, tokens);
  return page;
}

const named = (sizes) => sizes.map((size) => size.join(" x ")).join(", ");

/* More players need more room, and so does German. ./check has one of the two on each kind of screen, the smallest of it. */
for (const [tested, players, lang, sizes] of [
  [test, 4, "de", [[1280, 800], [1366, 768]]],
  [longTest, 4, "de", [[1920, 1080]]],
  [longTest, 5, "en", [[1280, 800], [1920, 1080]]],
])
  tested(`Amun-Re of ${players} on desktops of ${named(sizes)}: the map, everybody and what is asked, without scrolling`, async () => {
    const page = await begin(players, lang, {});
    for (const phase of phases) {
      await amunUntil(page, phase);
      await atAmun(page, phase, sizes, players);
    }
    blameless(page);
  });

for (const [tested, players, lang, sizes] of [
  [test, 5, "en", [[768, 1024], [844, 390]]],
  [longTest, 5, "en", [[820, 1180], [1024, 768]]],
  [longTest, 4, "de", [[768, 1024], [820, 1180], [1024, 768], [844, 390]]],
])
  tested(`Amun-Re of ${players} on tablets and on a phone held sideways, ${named(sizes)}: the map first, what is asked always in view`, async () => {
    const page = await begin(players, lang, { width: 768, height: 1024, hasTouch: true, isMobile: true });
    for (const phase of phases) {
      await amunUntil(page, phase);
      await atAmun(page, phase, sizes, players);
      for (const size of phase === "offer" ? sizes : []) {
        await resize(page, size);
        await fingers(page, `${phase} at ${size}`);
      }
    }
    blameless(page);
  });

longTest("axe finds nothing on an offer on a small tablet and on a phone held sideways", async () => {
  const page = await begin(5, "en", { width: 768, height: 1024, hasTouch: true, isMobile: true });
  await amunUntil(page, "offer");
  for (const size of [[768, 1024], [844, 390]]) {
    await resize(page, size);
    await accessible(page, `an offer at ${size}`, [], ".decisions");
  }
  blameless(page);
});

test("Ra on tablets and on a phone held sideways: the tracks, everybody and what may be done", async () => {
  const page = await visitor(server, { width: 768, height: 1024, hasTouch: true, isMobile: true });

  await sitAtAuction(page, 3, 20);
  for (const size of [[768, 1024], [1024, 768], [844, 390]]) {
    const where = `an auction at ${size.join(" x ")}`;
    await resize(page, size);
    await shot(page, `layout-ra-${size.join("x")}`);
    await noSidewaysScroll(page, where);
    await twoScreens(page, where);
    await inView(page, where, [[".prompt", 1], ["[data-slot]", 8], ["[data-bidder]", 3], [".actions [data-action]", 1]]);
    const left = await page.locator(".seats .ghost").evaluateAll((all) => all.filter((e) => e.getClientRects().length && e.getBoundingClientRect().left < e.parentElement.getBoundingClientRect().left - 0.5).length);
    assert.equal(left, 0, `${where}: what is missing begins where its row does`);
  }
  blameless(page);
});

/* Four bids and a pass are the widest choice there is. */
for (const [players, lang, after, fits] of [
  [3, "en", 20, fewTiles],
  [4, "de", 20, fewTiles],
  [3, "fr", 3, (state) => fewTiles(state) && state.seats[0].ready.length === 4],
])
  (lang === "en" ? longTest : test)(`Ra of ${players} on low desktops, in ${lang}: the tracks, what may be done, and one's own tiles to the last row`, async () => {
    const page = await visitor(server, { settings: { lang } });

    await sitAtAuction(page, players, after, fits);
    for (const size of [[1366, 768], [1280, 720]]) {
      await resize(page, size);
      await shot(page, `layout-ra-${players}-${lang}-${size.join("x")}`);
      await inView(page, size.join(" x "), [["[data-slot]", 8], ["[data-bidder]", players], [".actions [data-action]", 1], [".seat.own .row-monuments", 1]]);
    }
    blameless(page);
  });

for (const [players, lang] of [[2, "pl"], [4, "en"], [5, "de"]])
  (players === 5 ? test : longTest)(`Ra of ${players} on a phone held sideways: what just happened, both tracks, everybody, one's own tiles and what may be done`, async () => {
    const page = await visitor(server, { width: 844, height: 390, hasTouch: true, isMobile: true, settings: { lang } });

    await sitAtAuction(page, players, 10);
    await shot(page, `layout-ra-sideways-${players}`);
    await inView(page, `an auction of ${players}`, [
      [".news", 1], [".ratrack", 1], [".centre", 1], ["[data-slot]", 8], ["[data-bidder]", players], [".seats .seat-score", 1], [".seats [data-held]", 0],
      [".prompt", 1], [".actions [data-action]", 2],
    ]);
    await fingers(page, `an auction of ${players}`);
    blameless(page);
  });

/* What stands out of its frame, by more than a pixel's rounding. */
function outside(page, frame, parts) {
  return page.locator(frame).evaluateAll((all, inner) => all.flatMap((one) => {
    const { left, top, right, bottom } = one.getBoundingClientRect();
    return [...one.querySelectorAll(inner)].map((e) => [e, e.getBoundingClientRect()])
      .filter(([, r]) => r.width && (r.left < left - 1 || r.top < top - 1 || r.right > right + 1 || r.bottom > bottom + 1)).map(([e]) => `${e.getAttribute("class")} ${e.textContent}`);
  }), parts);
}

test("Ra on small phones held sideways: the line of a bidder with four suns has room for what they do and what the lot is worth", async () => {
  const page = await visitor(server, { width: 667, height: 375, hasTouch: true, isMobile: true, settings: { lang: "de" } });

  await sitAtAuction(page, 3, 3, ({ seats }) => seats.every(({ ready }) => ready.length === 4));
  for (const size of [[667, 375], [740, 360], [844, 390]]) {
    const where = `an auction at ${size.join(" x ")}`;
    await resize(page, size);
    await shot(page, `layout-ra-bidders-${size[0]}`);
    assert.deepEqual(await outside(page, ".bidder", ".bidder-name, .bidder-suns .sun, .bidder-how, .bidder-lot .num"), [], where);
    await inView(page, where, [["[data-bidder]", 3]]);
    assert.ok(await page.locator(".prompt").evaluate((e) => e.scrollHeight <= e.clientHeight + 1), `${where}: all of what is asked is seen`);
    assert.deepEqual(await outside(page, ".bag li", ".art"), [], `${where}: the tiles of the bag lie in their rows`);
    const sizes = await page.locator("[data-mat], .steps input").evaluateAll((all) => all.map((e) => e.getBoundingClientRect()).flatMap((r) => [r.width, r.height]));
    assert.ok(Math.min(...sizes) > 43.5, `${where}: fingers need more than ${sizes}`);
  }
  blameless(page);
});

test("to leave a game among people can be reached and takes no room from the board", async () => {
  const page = await visitor(server, { width: 390, height: 844, hasTouch: true, isMobile: true });
  const { table, tokens } = await server.api("/tables", { game: "ra", players: 3, seats: ["Anna", "Ben", "Cleo"].map(person), public: false, start: true });
  await sit(page, table.id, { 0: tokens[0] });
  for (const size of [[390, 844], [844, 390], [1280, 720]]) {
    const where = `a game among people at ${size.join(" x ")}`;
    await resize(page, size);
    await shot(page, `layout-leave-${size[0]}`);
    const gap = await page.evaluate(() => {
      const tops = [".board", ".news", ".table-title"].map((one) => document.querySelector(one)?.getBoundingClientRect()).filter((r) => r?.width > 1);
      const [head, title] = [document.querySelector(".top").getBoundingClientRect().bottom, tops.at(-1)];
      return innerWidth > 1000 ? tops[0].top - title.bottom : Math.min(...tops.map((r) => r.top).filter((top) => top >= head)) - head;
    });
    assert.ok(gap < 12, `${where}: ${gap} above the board`);
    await inReach(page, '[data-leave="ask"]');
  }
  await page.locator('[data-leave="ask"]').click();
  await inReach(page, '[data-leave="sure"]');
  blameless(page);
});

test("Ra with five on a desktop, in German: what each bidder does stands beside the suns, and what is said of a lot makes the page no longer than two screens", async () => {
  const civilisations = ["art", "agriculture", "religion", "astronomy", "writing"];
  const bidding = ({ legal, state }) => legal["0"]?.some((action) => action.startsWith("bid")) && state.track.some((kind) => civilisations.includes(kind))
    && state.seats.every(({ tiles }) => civilisations.every((kind) => !tiles[kind]));
  let met = null;

  for (let i = 0; i < 200 && !met; i++) {
    const { table, tokens } = await server.api("/tables", { game: "ra", players: 5, seats: ["Annegreta", "Balthasar", "Cornelius", "Dorothea", "Emil"].map(person), public: false, start: true });
    const early = ({ seq }) => seq > 60;
    await playUnseen(server, table.id, tokens, ({ actions, seq }) => (actions.includes("draw") && seq % 3 ? "draw" : actions.at(-1)), (view) => early(view) || bidding(view));
    const { view } = await server.api(`/tables/${table.id}`, undefined, Object.values(tokens).join(","));
    met = bidding(view) ? { id: table.id, tokens } : null;
  }
  assert.ok(met, "a lot with the first civilisation is bid for");
  const page = await visitor(server, { width: 1280, height: 800, settings: { lang: "de" } });
  await sit(page, met.id, met.tokens);
  await page.locator(".lots table").waitFor();
  await twoScreens(page, "an auction of five");
  await accessible(page, "an auction of five", [], ".lots");
  for (const size of [[1280, 800], [1100, 800]]) {
    await resize(page, size);
    const { beside, over } = await page.evaluate(() => {
      const all = [...document.querySelectorAll(".bidder")].flatMap((bidder) => {
        const [suns, how] = [".bidder-suns", ".bidder-how"].map((part) => bidder.querySelector(part)?.getBoundingClientRect());
        return suns && how ? [{ text: bidder.textContent, over: suns.right > how.left + 0.5 }] : [];
      });
      return { beside: all.length, over: all.filter((one) => one.over).map(({ text }) => text) };
    });
    assert.ok(beside > 0, "something is said of a bidder");
    assert.deepEqual(over, [], `at ${size.join(" x ")}`);
  }
  await resize(page, [768, 1024]);
  await shot(page, "layout-ra-5-768x1024");
  await noSidewaysScroll(page, "five on a small tablet");
  await twoScreens(page, "five on a small tablet");
  const tops = await page.locator(".seats > .seat").evaluateAll((all) => all.map((e) => e.getBoundingClientRect().top));
  assert.deepEqual([tops.length, new Set(tops).size], [5, 2], "five in two rows");
  blameless(page);
});

test("what closes a dialogue is in view, on a desktop and on a phone", async () => {
  const page = await visitor(server, { width: 390, height: 844, hasTouch: true, isMobile: true, settings: { lang: "de" } });

  await goto(page);
  for (const opener of ["[data-settings]", ".top-button:nth-child(2)"]) {
    await page.locator(opener).click();
    await page.locator("dialog[open] .dialog-foot .button").waitFor();
    for (const size of [[1366, 768], [844, 390], [390, 844]]) {
      await resize(page, size);
      await inView(page, `${opener} at ${size.join(" x ")}`, [["dialog[open] .dialog-foot .button", 1]]);
    }
    await page.keyboard.press("Escape");
    await page.locator("dialog[open]").waitFor({ state: "detached" });
  }
  blameless(page);
});

test("Ra: where many tiles may be chosen each is in view, on a phone upright and held sideways", async () => {
  const seats = ["Annegreta", "Balthasar", "Cornelius"].map(person);
  const draws = ({ actions, seq }) => (actions.includes("draw") && seq % 9 ? "draw" : actions[seq % actions.length]);
  const choose = ({ legal }) => Object.values(legal)[0]?.filter((action) => action.startsWith("discard")).length > 4;
  let met = null;

  for (let i = 0; i < 200 && !met; i++) {
    const { table, tokens } = await server.api("/tables", { game: "ra", players: 3, seats, public: false, start: true });
    await playUnseen(server, table.id, tokens, draws, choose);
    const { view } = await server.api(`/tables/${table.id}`, undefined, Object.values(tokens).join(","));
    met = view.state.result ? null : { id: table.id, tokens };
  }
  assert.ok(met, "somebody has to discard one of five monuments or more");
  const page = await visitor(server, { width: 390, height: 844, hasTouch: true, isMobile: true, settings: { lang: "de" } });
  await sit(page, met.id, met.tokens);
  await page.locator('[data-action^="discard"]').first().waitFor();
  for (const [width, height] of [[390, 844], [844, 390]]) {
    await resize(page, [width, height]);
    await shot(page, `layout-ra-discard-${width}`);
    await inView(page, `discards at ${width} x ${height}`, [[".prompt", 1], [".actions [data-action]", 5]]);
    await fingers(page, "discards");
    await twoScreens(page, "discards");
  }
  /* On a low desktop what everybody has of it is in view, too. */
  await resize(page, [1366, 768]);
  await shot(page, "layout-ra-discard-1366");
  await inView(page, "discards on a desktop", [[".prompt", 1], [".actions [data-action]", 5], [".seats .row-monuments", 3]]);
  blameless(page);
});

test("a review of Amun-Re on a desktop and a tablet held sideways: everybody in one row, each with all that is told of them", async () => {
  for (const [players, sizes] of [[4, [[1440, 900], [1280, 800]]], [5, [[1280, 800], [1024, 768]]]]) {
    const page = await visitor(server, { settings: { lang: "de" } });
    const seats = Array(players).fill().map((_, i) => person(`Anna ${i + 1}`));
    const { id, tokens } = await amunTable(page, seats);
    await playUnseen(server, id, tokens, frugal);
    await sit(page, id, tokens);
    await page.locator("[data-go-analysis]").click();
    await page.locator(".reviewing .players").waitFor();
    for (const size of sizes) {
      const where = `a review of ${players} at ${size.join(" x ")}`;
      await resize(page, size);
      await shot(page, `layout-amun-review-${players}-${size[0]}`);
      const tops = await page.locator(".reviewing .player").evaluateAll((all) => all.map((e) => e.getBoundingClientRect().top));
      assert.deepEqual([tops.length, new Set(tops).size], [players, 1], where);
      assert.deepEqual(await outside(page, ".reviewing .player-do", ".player-gold, .player-cards, .player-pyramids, .player-score strong"), [], where);
    }
    blameless(page);
  }
});

test("a score sheet of Ra: numbers stand beside what they count, and a low desktop has room for all of them", async () => {
  const page = await visitor(server, { width: 1366, height: 768, settings: { lang: "de" } });

  await openRecord(page, readFileSync(gameFile, "utf8"));
  await page.locator(".sheet-buttons button").last().click();
  await page.locator("dialog[open] .sheet").waitFor();
  await shot(page, "layout-sheet");
  const far = await page.locator(".sheet tbody tr").evaluateAll((all) => all.map((row) => {
    const [line, cell] = [".sheet-line", "td .cell"].map((one) => row.querySelector(one).getBoundingClientRect());
    return Math.abs(line.top + line.bottom - cell.top - cell.bottom) / 2;
  }));
  assert.ok(Math.max(...far) < 4, far.join());
  assert.match(await page.locator(".sheet").textContent(), /10 Plättchen, Fluten: 1/, "one flood is not called floods");
  await inView(page, "a score sheet", [[".sheet tfoot [data-after]", 3]]);
  blameless(page);
});

test("no dune of the map of Amun-Re runs through what is printed in a province", async () => {
  const page = await begin(3, "en", {});

  await asked(page);
  for (const size of [[1366, 768], [1920, 1080]]) {
    await resize(page, size);
    const crossed = await page.evaluate(() => {
      const dunes = [...document.querySelectorAll(".dunes")].at(-1);
      const matrix = dunes.getScreenCTM();
      const points = Array.from({ length: Math.floor(dunes.getTotalLength() / 4) }, (_, i) => dunes.getPointAtLength(4 * i).matrixTransform(matrix));
      return [...document.querySelectorAll(".prov .mark, .prov-name > span:not(.unseen), .prov .land use")].filter((e) => {
        const r = e.getBoundingClientRect();
        return points.some(({ x, y }) => x > r.left && x < r.right && y > r.top && y < r.bottom);
      }).map((e) => `${e.closest("[data-province]").dataset.province} ${e.textContent}`);
    });
    assert.deepEqual(crossed, [], size.join(" x "));
  }
  blameless(page);
});
