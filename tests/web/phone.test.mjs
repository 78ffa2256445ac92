/* SPDX-License-Identifier: MIT
 * phone.test.mjs -- small screens: nothing scrolls sideways, everything can be hit with a finger.
 */
import assert from "node:assert/strict";
import { after, before } from "node:test";
import { randomUUID } from "node:crypto";
import { accessible, amunPlay, amunTable, asked, blameless, closeBrowser, fingers, frugal, gameFile, goto, hasty, inReach, longTest, noSidewaysScroll, openRecord, playAway, playNow, playOn, playUnseen, Server, settled, shot, simulated, sit, tableId, test, touch, visitor, whim } from "./lib.mjs";

let server;
before(async () => (server = await Server.start()));
after(async () => {
  await closeBrowser();
  await server.stop();
});

const byTap = (page, action) => page.locator(`[data-action="${action}"]`).tap();

for (const width of [320, 390]) {
  (width === 390 ? test : longTest)(`on a phone of ${width} pixels`, async () => {
    const page = await visitor(server, { width, height: width === 320 ? 640 : 844, hasTouch: true, isMobile: true, settings: width === 320 ? { theme: "dark", lang: "de" } : { theme: "light" } });
    await goto(page);
    await noSidewaysScroll(page, "the lobby");
    await fingers(page, "the lobby");
    await shot(page, `lobby-${width}`);
    await playNow(page);
    let auction = false;
    await playOn(page, async (p, action, now) => {
      if (now.actions.some((a) => a.startsWith("bid")) && !auction) {
        auction = true;
        await noSidewaysScroll(p, "an auction");
        await fingers(p, "an auction");
        const above = await p.evaluate(() => document.querySelector(".news").getBoundingClientRect().top - document.querySelector(".top").getBoundingClientRect().bottom);
        assert.ok(above < 8, `what just happened is the first line of the page, ${above} below the header`);
        await shot(p, `auction-${width}`);
      }
      await byTap(p, action);
    }, () => auction, width === 390 ? hasty : undefined);
    /* All that lies on the table later: a long log, tiles before everybody, a lot. */
    await playAway(page, whim, (view) => view.seq > 70 && view.state.track.filter(Boolean).length >= 4 && Object.keys(view.legal).length);
    await asked(page);
    await noSidewaysScroll(page, "the table");
    await fingers(page, "the table");
    await accessible(page, `a table of ${width} pixels`);
    await shot(page, `table-${width}`);
    await page.locator("[data-text-switch]").tap();
    await page.locator("#command").waitFor();
    await noSidewaysScroll(page, "text mode");
    await shot(page, `text-${width}`);
    await page.locator("[data-text-switch]").tap();

    await goto(page, "#/");
    await page.locator('input[name="record"]').setInputFiles(gameFile);
    await page.waitForURL(/#\/record/);
    await page.locator(".sheet-buttons button").last().tap();
    await page.locator("dialog[open] .sheet").waitFor();
    await noSidewaysScroll(page, "a score sheet");
    await shot(page, `sheet-${width}`);
    blameless(page);
  });
}

/* Where the bar of actions was, after every change of the page. */
async function followBar(page) {
  await page.evaluate(() => {
    window.bars = new Set();
    const look = () => {
      const bar = document.querySelector(".actions")?.getBoundingClientRect();
      if (bar)
        window.bars.add([bar.left, bar.top, bar.width, bar.height].map(Math.round).join());
    };
    look();
    new MutationObserver(look).observe(document.querySelector("main"), { childList: true, subtree: true, characterData: true });
  });
}

/* What an auction needs, as far as it is not whole between the top of the page and the bar. */
const hidden = (page) => page.evaluate(() => {
  const bar = document.querySelector(".actions").getBoundingClientRect();
  const wanted = [".news", ".ratrack", ".centre", ".track", "[data-slot]", "[data-bidder]", "[data-bidder] .bidder-suns .sun", ".seats [data-held]", ".seats .seat-score"];
  return wanted.flatMap((one) => {
    const all = [...document.querySelectorAll(one)].map((e) => e.getBoundingClientRect());
    return (all.length || one.includes("held")) && all.every((r) => r.width > 0 && r.top >= 0 && r.bottom <= bar.top && r.left >= 0 && r.right <= innerWidth) ? [] : [`${one}: ${all.map((r) => `${r.top}-${r.bottom}`)} above ${bar.top}`];
  });
});

for (const [players, lang] of [[3, "de"], [5, "en"]]) {
  (players === 3 ? test : longTest)(`on a phone everything that an auction of ${players} needs is in view, and the bar of actions never moves`, async () => {
    const page = await visitor(server, { width: 390, height: 844, hasTouch: true, isMobile: true, settings: { motion: "auto", pace: "brisk", lang } });
    await goto(page);
    await page.locator('select[name="players"]').selectOption(String(players));
    for (let i = 1; i < players; i++)
      await page.locator(`select[name="seat${i}"]`).selectOption("bot:easy");
    await page.locator("[data-create]").tap();
    await asked(page);
    await followBar(page);
    let auctions = 0;
    await playOn(page, async (p, action, now) => {
      if (now.actions.some((a) => a.startsWith("bid"))) {
        auctions++;
        assert.equal(await p.evaluate(() => scrollY), 0);
        assert.deepEqual(await hidden(p), [], `auction ${auctions}`);
        const { view } = await server.api(`/tables/${tableId(p)}`);
        assert.deepEqual((await p.locator(".seats [data-held]").evaluateAll((all) => all.map((e) => e.dataset.held))).sort(), Object.keys(view.state.seats[now.seat].tiles).filter((kind) => view.state.seats[now.seat].tiles[kind]).sort(), "all my tiles");
        for (const [seat, { ready }] of view.state.seats.entries())
          assert.deepEqual(await p.locator(`[data-bidder="${seat}"] .bidder-suns .sun text`).allTextContents(), ready.map(String), `the ready suns of seat ${seat}`);
        await shot(p, `phone-auction-${players}-${auctions}`);
      }
      assert.ok(await p.evaluate(() => document.documentElement.scrollHeight) <= 2 * 844, "the page is not taller than two screens");
      await byTap(p, action);
    }, (now) => auctions >= (players === 3 ? 2 : 4) && now.seq > (players === 3 ? 20 : 30));
    assert.deepEqual([...await page.evaluate(() => [...window.bars])], ["0,722,390,122"], "one place, one size");

    /* The mat of another opens by a tap, and the log as a sheet. */
    await page.locator('[data-mat="1"]').tap();
    await page.locator('dialog[open] [data-mat-of="1"]').waitFor();
    await accessible(page, "the mat of another player", [], "dialog");
    await fingers(page, "the mat of another player");
    await shot(page, `phone-mat-${players}`);
    await page.keyboard.press("Escape");
    await page.locator("dialog[open]").waitFor({ state: "detached" });
    const { steps } = await server.api(`/tables/${tableId(page)}/log`);
    await page.locator("[data-news]").tap();
    await page.locator("dialog[open] .entry").first().waitFor();
    assert.ok(await page.locator("dialog[open] .entry").count() > steps.length / 3, "the whole log");
    await shot(page, `phone-log-${players}`);
    blameless(page);
  });
}

/* No page is taller than two screens or wider than one. */
async function fits(page, where) {
  await noSidewaysScroll(page, where);
  const high = await page.evaluate(() => document.documentElement.scrollHeight);
  assert.ok(high <= 2 * 844, `${where}: ${high} of ${2 * 844}`);
}

/* The end: who won is in view, and the score sheet opens and closes by touch. */
async function ended(page, id) {
  await fits(page, "the end");
  await page.evaluate(() => scrollTo({ top: 0, behavior: "instant" }));
  const { top, bottom } = await page.locator(".final .ranking").boundingBox().then(({ y, height }) => ({ top: y, bottom: y + height }));
  assert.ok(top >= 0 && bottom <= 844, `the ranking is in view: ${top} to ${bottom}`);
  await touch(page, ".final .sheet-buttons button:last-of-type");
  await page.locator("dialog[open] table.sheet").waitFor();
  await noSidewaysScroll(page, "the score sheet");
  await touch(page, "dialog[open] .dialog-foot .button");
  await page.locator("dialog[open]").waitFor({ state: "detached" });
  const { table } = await server.api(`/tables/${id}`);
  assert.equal(table.status, "over");
  blameless(page);
}

const handheld = { width: 390, height: 844, hasTouch: true, isMobile: true };

longTest("a whole game of Ra by touch: at each kind of moment all that is asked can be touched", async () => {
  const page = await visitor(server, handheld);
  const kinds = new Set();
  await goto(page);
  const id = await playNow(page);
  await playOn(page, async (p, action, now) => {
    const kind = [...new Set(now.actions.map((one) => one.split(":")[0]))].sort().join(" ");
    await fits(p, kind);
    if (!kinds.has(kind))
      await shot(p, `phone-whole-ra-${kind.replaceAll(" ", "-")}`);
    for (const one of kinds.has(kind) ? [] : now.actions)
      await inReach(p, `[data-action="${one}"]`);
    kinds.add(kind);
    await touch(p, `[data-action="${action}"]`);
  }, () => false, whim);
  for (const kind of ["draw invoke", "bid pass", "draw invoke take"])
    assert.ok(kinds.has(kind), `${kind} is met, of ${[...kinds].join(", ")}`);
  await ended(page, id);
});

longTest("a whole game of Amun-Re by touch: what is asked can be touched, whatever the phase", async () => {
  const page = await visitor(server, handheld);
  const { id, tokens } = await amunTable(page, [{ kind: "person", name: "Anna" }, ...[1, 2, 3, 4].map(() => ({ kind: "bot", bot: "rule" }))]);
  const seen = new Set();
  await sit(page, id, tokens);
  const { phases, dialogs } = await amunPlay(page, { press: async (p, selector, phase) => {
    await fits(p, `${phase}, ${selector}`);
    if (!seen.has(selector))
      await shot(p, `phone-whole-amun-${seen.size}-${phase}`);
    seen.add(selector);
    const seq = Number(await p.locator("[data-seq]").getAttribute("data-seq"));
    await touch(p, selector);
    if (!/data-(more|bid-on)/.test(selector))
      await settled(p, seq);      /* what was asked stands there until it is answered */
  } });
  for (const phase of ["bid", "actions", "offer", "reward"])
    assert.ok(phases.has(phase), `${phase} is met, of ${[...phases].join(", ")}`);
  assert.equal(dialogs.length, 2, "a score sheet for each kingdom");
  await ended(page, id);
});

test("on a phone what is explained leaves a hint in view", async () => {
  const page = await visitor(server, handheld);
  await goto(page);
  await playNow(page);
  await asked(page);
  await touch(page, ".centre");
  await page.locator(".actions > .note").waitFor();
  await touch(page, "[data-ask-hint]");
  await page.locator('[data-hint="shown"]').waitFor();
  await page.waitForFunction(() => document.querySelector(".actions > .note").getBoundingClientRect().bottom <= document.querySelector(".teach").getBoundingClientRect().top);
  await shot(page, "phone-note-and-hint");
  blameless(page);
});

test("on a phone what is explained can be put away, and the focus goes back", async () => {
  const page = await visitor(server, handheld);
  await goto(page);
  await playNow(page);
  await asked(page);
  await touch(page, ".centre");
  await touch(page, "[data-put-note]");
  await page.locator(".note").waitFor({ state: "detached" });
  assert.ok(await page.evaluate(() => document.activeElement.matches(".centre")), "the focus is on what was touched");
  blameless(page);
});

test("on a phone the amount of an offer has one line", async () => {
  const page = await visitor(server, { ...handheld, settings: { lang: "fr" } });
  const { id, tokens } = await amunTable(page, [{ kind: "person", name: "Anna" }, ...[1, 2].map(() => ({ kind: "bot", bot: "rule" }))]);
  await sit(page, id, tokens);
  await amunPlay(page, { stop: "offer" });
  const middles = await page.locator(".offer-amount > *").evaluateAll((all) => all.map((e) => e.getBoundingClientRect()).map((r) => (r.top + r.bottom) / 2));
  assert.ok(Math.max(...middles) - Math.min(...middles) < 10, middles.join());
  await shot(page, "phone-offer-fr");
  blameless(page);
});

longTest("a phone held sideways, and a tablet", async () => {
  for (const [width, height] of [[844, 390], [820, 1180]]) {
    const page = await visitor(server, { width, height, hasTouch: true, isMobile: true });
    await goto(page);
    await playNow(page);
    let auctions = 0;
    await asked(page);
    if (height < 500)
      await followBar(page);
    await playOn(page, async (p, action, now) => {
      if (now.actions.some((a) => a.startsWith("bid")) && !auctions++) {
        await noSidewaysScroll(p, "an auction");
        await fingers(p, "an auction");
        await shot(p, `auction-${width}x${height}`);
        const away = await p.evaluate(() => [".stage", ".track", "[data-bidder]", "[data-action]"].filter((one) => [...document.querySelectorAll(one)].some((e) => {
          const r = e.getBoundingClientRect();
          return r.top < 0 || r.bottom > innerHeight + 8 || r.right > innerWidth;
        })));
        assert.deepEqual(away, [], `all of the auction is in view at ${width} x ${height}`);
        await accessible(p, `an auction at ${width} x ${height}`);
      }
      await byTap(p, action);
    }, (now) => auctions && now.seq > 40);
    if (height < 500)
      assert.equal((await page.evaluate(() => [...window.bars])).length, 1, "the column of actions stays where it is");
    blameless(page);
  }
});

/* ---- nothing is cut, and nothing lies over something else ---- */

async function resize(page, width, height) {
  await page.setViewportSize({ width, height });
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
}

/* Which of these reach out of what they belong to, by more than a pixel; `sides` says where it matters. */
const outside = (page, inner, outer, sides = ["left", "right", "top", "bottom"]) => page.evaluate(([inside, around, where]) => [...document.querySelectorAll(inside)].flatMap((e) => {
  const [a, b] = [e, e.closest(around) ?? document.querySelector(`[data-province="${e.dataset.mapPlan}"]`)].map((one) => one.getBoundingClientRect());
  const out = { left: b.left - a.left, right: a.right - b.right, top: b.top - a.top, bottom: a.bottom - b.bottom };
  return where.filter((side) => out[side] > 1).map((side) => `${e.textContent}: ${side} by ${out[side]}`);
}), [inner, outer, sides]);

/* Which of these lie over which of the others, by more than a pixel. */
const overlaps = (page, some, others) => page.evaluate(([ones, twos]) => {
  const all = (one) => [...document.querySelectorAll(one)].filter((e) => e.getClientRects().length).map((e) => [e.outerHTML.slice(0, 70), e.getBoundingClientRect()]);
  return all(ones).flatMap(([what, a]) => all(twos)
    .filter(([, b]) => Math.min(a.right, b.right) - Math.max(a.left, b.left) > 1 && Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 1)
    .map(([over]) => `${what} and ${over}`));
}, [some, others]);

/* What is written there needs more room than it has. */
const cut = (page, what) => page.locator(what).evaluateAll((all) => all.filter((e) => e.scrollHeight > e.clientHeight || e.scrollWidth > e.clientWidth)
  .map((e) => `${e.textContent}: ${e.scrollWidth} x ${e.scrollHeight} in ${e.clientWidth} x ${e.clientHeight}`));

const phones = [[390, 844], [360, 640], [844, 390], [683, 384]];

test("four bids on one province stay in it on each phone, and no sign of the map lies over another", async () => {
  const page = await visitor(server, { ...handheld, settings: { lang: "de" } });
  const { id, tokens } = await amunTable(page, ["Anna", "Ben", "Cleo", "Dora", "Emil"].map((name) => ({ kind: "person", name })));
  let last = null;

  for (const number of [0, 3, 6, 10]) {
    const { view } = await server.api(`/tables/${id}`, undefined, Object.values(tokens).join(","));
    [last] = Object.keys(view.legal);
    const said = await server.api(`/tables/${id}/act`, { seat: Number(last), seq: view.seq, action: `bid:${view.state.offered[0]}:${number}`, key: randomUUID() }, tokens[last]);
    assert.ok(said.ok, said.error);
  }
  /* The last who bid waits for the fifth. */
  await sit(page, id, { [last]: tokens[last] });
  await page.locator(".prov-bid").nth(3).waitFor();
  for (const [width, height] of phones) {
    const where = `${width} x ${height}`;
    await resize(page, width, height);
    await shot(page, `bids-${width}`);
    assert.deepEqual(await outside(page, ".prov-bid", ".prov"), [], where);
    assert.deepEqual(await overlaps(page, ".prov-head", ".prov .land"), [], where);
    assert.deepEqual(await overlaps(page, "[data-zoom-in]", ".prov, .egypt"), [], where);
    assert.deepEqual(await overlaps(page, ".egypt", ".boatlet"), [], where);
    assert.deepEqual(await overlaps(page, ".standing h2", ".piles"), [], where);
    assert.deepEqual(await cut(page, ".phase"), [], where);
    assert.deepEqual(await cut(page, ".prompt"), [], where);
  }
  blameless(page);
});

test("what builds on the map is within its province on each phone", async () => {
  const page = await visitor(server, handheld);
  const { id, tokens } = await amunTable(page, [{ kind: "person", name: "Anna" }, ...[1, 2].map(() => ({ kind: "bot", bot: "easy" }))]);

  await playUnseen(server, id, tokens, frugal, ({ legal, state }) => state.phase === "actions" && legal["0"]?.some((action) => action.startsWith("stone")));
  await sit(page, id, tokens);
  for (const [width, height] of [[320, 640], ...phones]) {
    await resize(page, width, height);
    const less = page.locator("[data-map-less]");
    if (!(await less.count()))
      await page.locator('[data-map-more]:not([aria-disabled="true"])').first().click();
    await less.first().waitFor();
    await shot(page, `builds-${width}`);
    assert.deepEqual(await outside(page, ".map-plan", ".none"), [], `${width} x ${height}`);
  }
  blameless(page);
});

test("a long name is shortened: the score beside it is whole", async () => {
  const page = await visitor(server, { ...handheld, settings: { lang: "de" } });
  const { table, tokens } = await server.api("/tables", { game: "ra", players: 3, seats: ["Bartholomäus-Maximilian", "Ben", "Cleo"].map((name) => ({ kind: "person", name })), public: false, start: true });

  await sit(page, table.id, { 0: tokens[0] });
  await page.locator(".seats .seat-score").waitFor();
  for (const [width, height] of [[320, 640], [390, 844]]) {
    await resize(page, width, height);
    await shot(page, `long-name-${width}`);
    assert.deepEqual(await outside(page, ".seats .seat-score, .seats .badges", ".seat"), [], `${width} wide`);
    assert.deepEqual(await overlaps(page, ".seats .badges", ".seats .seat-score, .seats .seat-name"), [], `${width} wide`);
  }
  blameless(page);
});

test("on a phone the columns of a score sheet are straight, and its button is in view", async () => {
  const page = await visitor(server, handheld);

  await openRecord(page, simulated("amun_re", 3, 5));
  await page.locator(".sheet-buttons button").last().tap();
  await page.locator("dialog[open] .scoring-sheet").waitFor();
  await shot(page, "scoring-390");
  const { ends, tops, asks } = await page.locator(".scoring-sheet").evaluate((table) => {
    const text = (e) => {
      const range = document.createRange();
      range.selectNodeContents(e);
      return range.getClientRects()[0];
    };
    const rows = [...table.querySelectorAll("tbody tr, tfoot tr")].map((row) => [row.textContent, text(row.querySelector("th span span") ?? row.querySelector("th")), [...row.querySelectorAll("td")].map((cell) => text(cell.querySelector(".num") ?? cell)), row.querySelector(".rule-button")?.getBoundingClientRect()]);
    return {
      ends: rows[0][2].map((_, i) => new Set(rows.map(([, , cells]) => Math.round(cells[i].right)))).filter((all) => all.size > 1).map((all) => [...all]),
      tops: rows.filter(([, { bottom }, cells]) => cells.some((cell) => Math.abs(cell.bottom - bottom) > 7)).map(([what]) => what),
      asks: rows.filter(([, { top }, , rule]) => rule && rule.top > top + 4).map(([what]) => what),
    };
  });
  assert.deepEqual(ends, [], "the numbers of a column end at one line");
  assert.deepEqual(tops, [], "the numbers of a row stand beside its name");
  assert.deepEqual(asks, [], "so does what leads to its rule");
  await page.keyboard.press("Escape");
  blameless(page);
});

test("five persons at a table of 320 pixels", async () => {
  const page = await visitor(server, { width: 320, height: 640, hasTouch: true, isMobile: true });
  await goto(page);
  await page.locator('select[name="players"]').selectOption("5");
  await page.locator("[data-create]").tap();
  await asked(page);
  await playOn(page, byTap, (now) => now.lot >= 5);
  await noSidewaysScroll(page, "five players");
  await shot(page, "five-320");
  blameless(page);
});

test("Back closes a dialog first; one that was closed in another way costs no step", async () => {
  const page = await visitor(server, { width: 390, height: 844, hasTouch: true, isMobile: true });
  const dialog = page.locator("dialog[open]");
  const ask = async (button) => {
    await page.locator(button).first().tap();
    await dialog.first().waitFor();
  };
  await goto(page);
  await playNow(page);
  const table = page.url();
  await ask("[data-settings]");
  await page.goBack();
  await dialog.waitFor({ state: "detached" });
  assert.equal(page.url(), table);
  for (let i = 0; i < 2; i++) {
    await ask("[data-settings]");
    await page.keyboard.press("Escape");
    await dialog.waitFor({ state: "detached" });
  }
  await page.goBack();
  await page.waitForURL((url) => url.hash === "#/");
  await page.locator("[data-play]").first().waitFor();

  /* A dialog over a dialog, and a reload with one open. */
  await page.goForward();
  await page.waitForURL(table);
  await page.locator("[data-seq]").waitFor();
  await ask(".top-button:not([data-settings], [data-text-switch])");
  await page.locator("dialog [data-ruled]").first().tap();
  await page.locator("dialog[open]").nth(1).waitFor();
  await page.goBack();
  await page.waitForFunction(() => document.querySelectorAll("dialog[open]").length === 1);
  await page.reload();
  await page.locator("[data-seq]").waitFor();
  await page.goBack();
  await page.waitForURL((url) => url.hash === "#/");
  blameless(page);
});

test("the scores of four players in Amun-Re fit the width of a phone", async () => {
  const page = await visitor(server, { width: 360, height: 740, hasTouch: true, isMobile: true });
  await openRecord(page, simulated("amun_re", 4, 1));
  await page.locator(".sheet-buttons button", { hasText: "Scoring of the new kingdom" }).tap();
  await page.locator("dialog[open] .sheet").waitFor();
  await shot(page, "scoring-of-four-360");
  const [inside, wide] = await page.locator("dialog[open] .scroll").first().evaluate((e) => [e.scrollWidth, e.clientWidth]);
  assert.ok(inside <= wide, `${inside} in ${wide}`);
  blameless(page);
});

test("on a phone the tiles of Ra stand in line, and at the end nothing is said of a lot", async () => {
  const tiled = ({ state, legal }) => legal["0"] && !state.seats[0].tiles.god && Object.values(state.seats[0].tiles).filter(Boolean).length > 1;
  let met = null;

  for (let i = 0; i < 200 && !met; i++) {
    const { table, tokens } = await server.api("/tables", { game: "ra", players: 2, seats: [{ kind: "person", name: "Anna" }, { kind: "bot", bot: "random" }], public: false, start: true });
    await playUnseen(server, table.id, tokens, whim, tiled);
    const { view } = await server.api(`/tables/${table.id}`, undefined, tokens[0]);
    met = view.state.result ? null : { id: table.id, tokens };
  }
  assert.ok(met, "somebody has tiles and no god");
  const page = await visitor(server, { width: 360, height: 740, hasTouch: true, isMobile: true });
  await sit(page, met.id, met.tokens);
  await page.locator(".lots").waitFor();
  assert.ok(await page.locator(".seat.own [data-held]").count() > 1);
  assert.deepEqual(await page.locator(".seat.own .row ul").evaluateAll((all) => all.filter((e) => e.getClientRects().length && !e.offsetWidth).map((e) => e.outerHTML)), [], "no row without a tile takes room");
  await playAway(page, hasty, ({ state }) => state.result);
  await page.locator(".final").waitFor();
  await shot(page, "end-of-ra-360");
  assert.equal(await page.locator(".lots").count(), 0);
  blameless(page);
});
