/* SPDX-License-Identifier: MIT
 * coach.test.mjs -- what is asked before an action is done. The coach asks where it costs much; others ask where somebody
 * wants to confirm. By mouse, touch and keys, with a server and without.
 */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { after, before } from "node:test";
import { accessible, amunStep, asked, blameless, closeBrowser, fingers, goto, longTest, noSidewaysScroll, playUnseen, root, Server, settled, shot, sit, staticFolder, tableId, test, visitor } from "./lib.mjs";

const skip = staticFolder ? false : "the client was built without the core";
let server;
before(async () => (server = await Server.start()));
after(async () => {
  await closeBrowser();
  await server.stop();
});

const bots = [{ kind: "bot", bot: "easy" }, { kind: "bot", bot: "easy" }];

async function make(seats, more = {}) {
  const made = await server.api("/tables", { game: "ra", players: seats.length, seats, public: false, start: true, ...more });
  assert.ok(made.ok, made.error);
  return { id: made.table.id, tokens: made.tokens };
}

/* The hints that the page asks for, by moment. */
function listen(page) {
  page.hints = new Map();
  page.on("response", async (answer) => {
    if (!answer.url().endsWith("/hint") || !answer.ok())
      return;
    const { seq, hint } = await answer.json();
    page.hints.set(seq, hint);
    page.heard?.();
  });
}

/* The hint of a moment, once the page has made it its own: only then is every action judged at once. */
async function hintAt(page, seq) {
  while (!page.hints.has(seq))
    await new Promise((resolve) => (page.heard = resolve));
  await page.locator(`[data-judged="${seq}"]`).waitFor();
  return page.hints.get(seq);
}

const question = (page) => page.locator("dialog.sure[open]");
const focused = (page) => page.evaluate(() => document.activeElement.dataset.sure ?? document.activeElement.dataset.action);
const seqOf = async (id) => (await server.api(`/tables/${id}`)).view.seq;

/* What the coach says follows from actions, and what the hint has for it to say where the two are told beside each other. */
const told = (page) => question(page).locator("[data-reasons-of]").evaluateAll((all) => all.map((e) => [e.dataset.reasonsOf, e.querySelector("dd").textContent]));
const apart = (one, other) => one.facts.some((fact) => !other.facts.some((f) => JSON.stringify(f) === JSON.stringify(fact)));

/* Before it is asked for the better action, it gives reasons for the chosen one alone, in whole sentences. */
async function explained(page, action) {
  await question(page).locator("[data-reasons-of]").first().waitFor();
  const reasons = await told(page);
  assert.deepEqual(reasons.map(([of]) => of), [action]);
  assert.match(reasons[0][1], /[.。]$/);
  assert.doesNotMatch(reasons[0][1], /[{}]|fact\.|undefined/);
}

/* Plays the best actions until there is one that costs at least so much; returns it with its moment and the hint. */
async function untilCostly(page, least = 0.05) {
  for (let last = -1; ;) {
    const now = await asked(page, last);
    assert.equal(now.trouble ?? now.over, undefined, "a costly action comes before the end");
    if (now.dialog) {
      await page.keyboard.press("Escape");
      await page.locator("dialog[open]").waitFor({ state: "detached" });
      continue;
    }
    if (now.actions.length > 1) {
      const hint = await hintAt(page, now.seq);
      const costly = hint.actions.filter(({ action, loss, facts }) => loss >= least && facts?.length && now.actions.includes(action)).at(-1);
      if (costly)
        return { ...now, hint, costly };
      await page.locator(`[data-action="${hint.best}"]`).first().click();
    } else {
      await page.locator(`[data-action="${now.actions[0]}"]`).first().click();
    }
    last = now.seq;
  }
}

/* On a busy machine the event that tells of a closed dialog comes when the next one may be open. */
const closedLate = () => window.addEventListener("close", (event) => {
  if (event.isTrusted && event.target instanceof HTMLDialogElement) {
    event.stopImmediatePropagation();
    setTimeout((dialog) => dialog.dispatchEvent(new Event("close")), 400, event.target);
  }
}, true);

test("before a costly action the coach asks and says why; nothing is done until it is answered", async () => {
  const page = await visitor(server, { settings: { coach: "large" } });
  await page.addInitScript(closedLate);
  listen(page);
  const { id, tokens } = await make([{ kind: "person", name: "Anna" }, ...bots]);
  await sit(page, id, tokens);
  await page.locator('[data-coach="true"]').waitFor();
  const { seq, costly, hint } = await untilCostly(page);
  const press = page.locator(`[data-action="${costly.action}"]`);
  await press.click();
  await question(page).waitFor();
  assert.equal(await question(page).getAttribute("role"), "alertdialog");
  assert.equal(await focused(page), "back", "Enter does nothing costly");
  const cost = `${(costly.loss * 100).toFixed(1)}%`;
  assert.ok((await question(page).textContent()).includes(cost), `it says ${cost}`);
  await explained(page, costly.action);
  await accessible(page, "the coach asks", [], "dialog.sure");
  await shot(page, "coach-ra-1280");
  await page.locator("[data-show-better]").click();
  await page.locator("[data-shown]").waitFor();
  const label = await page.locator(`.choice[data-action="${hint.best}"] > span`).first().textContent();
  assert.ok((await page.locator("[data-shown]").textContent()).includes(label), `it would ${label}`);
  const best = hint.actions.find(({ action }) => action === hint.best);
  const both = [[costly, best], [best, costly]].filter(([one, other]) => apart(one, other)).map(([{ action }]) => action);
  assert.deepEqual((await told(page)).map(([of]) => of), both, "then the two are compared");
  await accessible(page, "the coach shows what it would do", [], "dialog.sure");
  await shot(page, "coach-ra-shown-1280");
  assert.equal(await seqOf(id), seq, "nothing was done");

  /* Escape and "think again" both lead back to where one was. */
  await page.keyboard.press("Escape");
  await question(page).waitFor({ state: "detached" });
  assert.equal(await focused(page), costly.action);
  await page.keyboard.press("Enter");
  await question(page).waitFor();
  await page.keyboard.press("Enter");
  await question(page).waitFor({ state: "detached" });
  assert.equal(await focused(page), costly.action);
  assert.equal(await seqOf(id), seq, "nothing was done by two presses");
  await press.click();
  await page.locator('[data-sure="go"]').click();
  await settled(page, seq);
  const { steps } = await server.api(`/tables/${id}/log`);
  assert.equal(steps[seq].action, costly.action);

  /* What costs nothing is not asked about: the way to the next costly one was without a question. */
  const next = await untilCostly(page);
  await page.locator(`[data-action="${next.costly.action}"]`).click();
  await page.locator("[data-coach-off]").click();
  await question(page).waitFor({ state: "detached" });
  await page.locator("[data-coach]").waitFor({ state: "detached" });
  assert.equal(await seqOf(id), next.seq);
  const { length } = [...page.hints];
  await page.locator(`[data-action="${next.costly.action}"]`).click();
  await settled(page, next.seq);
  await asked(page, next.seq);
  assert.equal([...page.hints].length, length, "switched off it asks for nothing");
  blameless(page);
});

test("the coach keeps nobody waiting; where it cannot judge, it says so and lets everything pass", async () => {
  const page = await visitor(server, { settings: { coach: "all" } });
  let held = 0;
  let lost = false;
  /* Never answered at first, then refused. */
  await page.route("**/hint", (route) => lost ? route.fulfill({ status: 409, contentType: "application/json", body: '{"ok":false,"code":"conflict","error":"nobody gives hints"}' }) : void held++);
  const { id, tokens } = await make([{ kind: "person", name: "Anna" }, ...bots]);
  await sit(page, id, tokens);
  let last = -1;
  for (let i = 0; i < 2; i++) {
    const now = await asked(page, last);
    await page.locator(`[data-action="${now.actions[0]}"]`).click();
    await settled(page, now.seq);
    last = now.seq;
  }
  assert.ok(held > 0, "it was asked");
  assert.equal(await page.locator("dialog[open], [data-coach-lost]").count(), 0);

  lost = true;
  await page.reload();
  let now = await asked(page);
  while (now.actions.length < 2) {
    await page.locator(`[data-action="${now.actions[0]}"]`).click();
    now = await asked(page, now.seq);
  }
  await page.locator("[data-coach-lost]").waitFor();
  await page.locator(`[data-action="${now.actions[0]}"]`).click();
  await settled(page, now.seq);
  page.faults = page.faults.filter((fault) => !/refused, conflict: nobody gives hints/.test(fault));      /* it was asked for */
  blameless(page);
});

test("without hints, and among people, there is no coach, and it is said", async () => {
  const page = await visitor(server, { settings: { coach: "all" } });
  const fetched = [];
  page.on("request", (r) => r.url().endsWith("/hint") && fetched.push(r.url()));
  await goto(page);
  for (const seat of [1, 2])
    await page.locator(`select[name="seat${seat}"]`).selectOption("bot:easy");
  await page.locator('select[name="coach"]').waitFor();
  await page.locator('input[name="hints"]').uncheck();
  await page.locator('[data-coach="none"]').waitFor();
  assert.equal(await page.locator('select[name="coach"]').count(), 0);
  await page.locator("[data-create]").click();
  await page.waitForURL(/#\/t\//);
  await page.locator('[data-coach="false"]', { hasText: "does not allow" }).waitFor();
  const now = await asked(page);
  await page.locator(`[data-action="${now.actions.at(-1)}"]`).click();
  await settled(page, now.seq);
  const people = await make([{ kind: "person", name: "Anna" }, { kind: "person", name: "Ben" }], { hints: true });
  await sit(page, people.id, people.tokens);
  await page.locator('[data-coach="false"]', { hasText: "one person" }).waitFor();
  const then = await asked(page);
  await page.locator(`[data-action="${then.actions.at(-1)}"]`).click();
  await settled(page, then.seq);
  assert.deepEqual(fetched, []);
  blameless(page);
});

/* The rows of the open hint: actions with what they cost, in per cent. */
const costs = (page) => page.locator("[data-hint-action]").evaluateAll((rows) => rows.map((row) => [row.dataset.hintAction, parseFloat(row.cells[3].textContent.replace(",", ".")) || 0]));

test("in the page itself, in Amun-Re, by keys and in German", { skip }, async () => {
  const page = await visitor(server, { settings: { lang: "de", theme: "dark" } });
  await goto(page);
  await page.locator('input[name="game"][value="amun_re"]').check();
  for (const seat of [1, 2])
    await page.locator(`select[name="seat${seat}"]`).selectOption("bot:easy");
  await page.locator('select[name="coach"]').selectOption("large");
  await page.locator('input[name="here"]').check();
  await page.locator("[data-create]").click();
  await page.waitForURL(/#\/t\/0/);
  await page.locator('[data-coach="true"]').waitFor();

  /* Bids until one of those that the hint lists costs 5 % or more. A hint also lists sales, and bids with a power card. */
  for (let past = ""; ;) {
    const { did, dialog, over } = await amunStep(page, past, "bid");
    assert.ok(!over, "a costly bid comes before the end");
    past = did ?? past;
    if (dialog) {
      await page.keyboard.press("Escape");
      await page.locator("dialog[open]").waitFor({ state: "detached" });
    }
    if (dialog || did)
      continue;
    await page.locator("[data-ask-hint]").click();
    await page.locator('[data-hint="shown"]').waitFor();
    const rungs = await page.locator(".rung-do").evaluateAll((all) => all.map((rung) => rung.dataset.action));
    const rows = (await costs(page)).filter(([action]) => rungs.includes(action));
    const [action] = rows.find(([, cost]) => cost >= 5.1) ?? [];
    const seq = await page.locator("[data-seq]").getAttribute("data-seq");
    await page.locator(`[data-judged="${seq}"]`).waitFor();
    await page.locator(`.rung-do[data-action="${action ?? rows[0][0]}"]`).first().focus();
    await page.keyboard.press("Enter");
    if (action) {
      await question(page).waitFor();
      await explained(page, action);
      break;
    }
    await page.waitForFunction((s) => document.querySelector("[data-seq]").dataset.seq !== s, seq);
  }
  assert.match(await question(page).textContent(), /Gewinnchance dadurch um \d+,\d.%/);
  assert.equal(await focused(page), "back");
  await page.keyboard.press("Shift+Tab");
  assert.equal(await focused(page), "go");
  await accessible(page, "the coach asks in German, in the dark", [], "dialog.sure");
  await shot(page, "coach-amun-de-dark-1280");
  await page.setViewportSize({ width: 390, height: 844 });
  await noSidewaysScroll(page, "the coach on a phone");
  await fingers(page, "the coach on a phone");
  await shot(page, "coach-amun-de-dark-390");
  const seq = await page.locator("[data-seq]").getAttribute("data-seq");
  await page.keyboard.press("Enter");
  await question(page).waitFor({ state: "detached" });
  await page.waitForFunction((s) => document.querySelector("[data-seq]").dataset.seq !== s, seq);
  blameless(page);
});

test("of a plan of several actions the coach names the one that it judges", async () => {
  const page = await visitor(server, { settings: { coach: "all" } });
  /* Stones are said to cost much, and nothing else. */
  await page.route("**/hint", async (route) => {
    const answer = await route.fetch();
    const said = await answer.json();
    for (const one of said.hint?.actions ?? [])
      one.loss = one.action.startsWith("stone:") ? 0.25 : 0;
    await route.fulfill({ response: answer, json: said });
  });
  const { id, tokens } = await make([{ kind: "person", name: "Anna" }, ...bots], { game: "amun_re" });
  await sit(page, id, tokens);
  const stone = page.locator('[data-more^="stone:"]:enabled').first();
  for (let past = ""; ;) {
    const step = await amunStep(page, past, "actions");
    assert.ok(!step.over, "there is gold for a stone before the end");
    past = step.did ?? past;
    if (step.dialog) {
      await page.keyboard.press("Escape");
      await page.locator("dialog[open]").waitFor({ state: "detached" });
    }
    if (!step.there)
      continue;
    await page.locator('.build[data-settled="true"]').waitFor();
    if (await stone.count())
      break;
    /* All gold went into the bid: the next round may leave some. */
    const seq = await page.locator("[data-seq]").getAttribute("data-seq");
    await page.locator('[data-send="end"]').click();
    await page.waitForFunction((s) => document.querySelector("[data-seq]").dataset.seq !== s, seq);
  }
  await stone.click();
  const plan = await page.locator('[data-plan^="stone:"][data-settled="true"]').getAttribute("data-plan");
  await page.locator(`[data-judged="${await page.locator("[data-seq]").getAttribute("data-seq")}"]`).waitFor();
  await page.locator('[data-send="end"]').click();
  await question(page).waitFor();
  const named = await question(page).locator("q").textContent();
  assert.ok((await page.locator(".sure-what").textContent()).startsWith(`${named}; `), named);
  await explained(page, plan);
  await shot(page, "coach-amun-plan-1280");
  blameless(page);
});

for (const [wanted, tested] of [[true, test], [false, longTest]])
  tested(`after the guided game a game against easy bots has the coach, if it is wanted: ${wanted}`, { skip }, async () => {
    const lesson = JSON.parse(readFileSync(join(root, "data", "lessons", "ra.json"), "utf8"));
    const page = await visitor(server);
    await goto(page);
    await page.evaluate((at) => localStorage.setItem("khepri.lessons", JSON.stringify({ ra: { at, done: [] } })), lesson.steps.length - 1);
    await goto(page, "#/lesson/ra");
    await page.locator('input[name="coached"]').setChecked(wanted);
    await page.locator("[data-lesson-whole]").click();
    await page.waitForURL(/#\/t\//);
    await asked(page);
    assert.equal(await page.locator('[data-coach="true"]').count(), wanted ? 1 : 0);
    const { table } = await server.api(`/tables/${tableId(page)}`);
    assert.deepEqual(table.seats.map((seat) => seat.bot), [undefined, "easy", "easy"]);
    blameless(page);
  });

/* ---- confirming ---- */

/* A page at a table with two bots, where Anna may do what begins so. */
async function atTable(page, start) {
  const { id, tokens } = await make([{ kind: "person", name: "Anna" }, ...bots]);
  await playUnseen(server, id, tokens, ({ actions }) => actions[0], ({ legal }) => legal[0]?.some((action) => action.startsWith(start)));
  await sit(page, id, tokens);
  return id;
}

/* Without the mouse, where that is not the subject. */
const press = (page, selector) => page.locator(selector).first().evaluate((button) => button.click());

/* Plays on until an action that begins so may be done. */
async function until(page, start) {
  for (let last = -1; ;) {
    const now = await asked(page, last);
    const found = now.actions.find((action) => action.startsWith(start));
    if (found)
      return { ...now, found };
    await press(page, `[data-action="${now.actions[0]}"]`);
    if (await question(page).count())
      await press(page, '[data-sure="go"]');
    last = now.seq;
  }
}

for (const [theme, tested] of [["light", test], ["dark", longTest]])
  tested(`on a phone what is final is asked about, and the bar of actions stays where it is: ${theme}`, async () => {
    const page = await visitor(server, { width: 390, height: 844, hasTouch: true, isMobile: true, settings: { confirm: "auto", theme } });
    const id = await atTable(page, "draw");
    const draw = await until(page, "draw");
    const bar = () => page.locator(".actions").evaluate((e) => Object.values(e.getBoundingClientRect().toJSON()).join());
    await page.locator(`[data-action="draw"]`).tap();
    await settled(page, draw.seq);
    assert.equal(await question(page).count(), 0, "a draw is not asked about");
    const { found, seq } = await until(page, "bid");
    const before = await bar();
    await page.locator(`[data-action="${found}"]`).first().tap();
    await question(page).waitFor();
    assert.equal(await bar(), before);
    await fingers(page, "a bid is confirmed");
    await noSidewaysScroll(page, "a bid is confirmed");
    await accessible(page, `a bid is confirmed, ${theme}`, [], "dialog.sure");
    await shot(page, `confirm-${theme}-390`);
    await page.locator('[data-sure="back"]').tap();
    await question(page).waitFor({ state: "detached" });
    assert.equal(await seqOf(id), seq);
    await page.locator(`[data-action="${found}"]`).first().tap();
    await page.locator('[data-sure="go"]').tap();
    await settled(page, seq);
    assert.equal((await server.api(`/tables/${id}/log`)).steps[seq].action, found);
    blameless(page);
  });

test("on a large page nothing is asked, unless that is set; by keys and in text mode too", async () => {
  const page = await visitor(server, { settings: { confirm: "auto" } });
  const id = await atTable(page, "bid");
  const bid = await until(page, "bid");
  await page.locator(`[data-action="${bid.found}"]`).first().click();
  await settled(page, bid.seq);
  await page.locator("[data-settings]").click();
  await page.locator('select[name="confirm"]').selectOption("always");
  await page.keyboard.press("Escape");
  const now = await until(page, "draw");
  await page.keyboard.press("d");
  await question(page).waitFor();
  await page.keyboard.press("d");
  assert.equal(await seqOf(id), now.seq, "keys of the game do nothing meanwhile");
  await page.keyboard.press("Tab");
  await page.keyboard.press("Shift+Tab");
  await page.keyboard.press("Enter");
  await question(page).waitFor({ state: "detached" });
  assert.equal(await seqOf(id), now.seq);
  await page.locator("[data-text-switch]").click();
  await page.locator("#command").fill("draw");
  await page.keyboard.press("Enter");
  await page.locator('[data-sure="go"]').click();
  await settled(page, now.seq);
  assert.equal((await server.api(`/tables/${id}/log`)).steps[now.seq].action, "draw");
  blameless(page);
});
