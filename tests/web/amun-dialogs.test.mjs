/* SPDX-License-Identifier: MIT
 * The dialogues and sheets of Amun-Re: first what they compute, under node, then the page.
 */
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before } from "node:test";
import { pathToFileURL } from "node:url";
import { accessible, blameless, closeBrowser, goto, longTest, noSidewaysScroll, program, root, Server, shot, test, visitor } from "./lib.mjs";

const need = createRequire(join(root, "web", "package.json"));
let work;
let server;
let sheets;
let plans;

/* A module of the client as node can read it. */
async function load(name) {
  const out = join(work, `${name}.mjs`);
  await need("esbuild").build({ entryPoints: [join(root, "web", "src", "amun", `${name}.ts`)], outfile: out, bundle: true, format: "esm", logLevel: "error" });
  return import(pathToFileURL(out).href);
}

before(async () => {
  work = mkdtempSync(join(tmpdir(), "khepri-dialogs-"));
  sheets = await load("sheets");
  plans = await load("plan");
  server = await Server.start();
});

after(async () => {
  await server?.stop();
  await closeBrowser();
  rmSync(work, { recursive: true, force: true });
});

const sum = (list) => list.reduce((a, b) => a + b, 0);

/* ---- the sheets ---- */

function games(count, players, policy, seed) {
  const file = join(work, `${players}-${policy}.jsonl`);
  execFileSync(program, ["simulate", "amun_re", "--players", String(players), "--games", String(count), "--seed", String(seed), "--policy", policy, "--records", file], { stdio: "ignore" });
  return readFileSync(file, "utf8").trim().split("\n").map((line) => JSON.parse(line));
}

for (const [tested, count] of [[test, 20], [longTest, 100]])
  tested(`the sheets of ${count} games add up to their incomes and final scores`, async () => {
    const met = { eight: 0, raised: 0, bonuses: 0, corrected: 0, stole: 0 };
    const third = Math.floor(count / 3);
    const records = [...games(count - 2 * third, 3, "random", 1), ...games(third, 4, "rule", 2), ...games(third, 5, "random", 3)];

    assert.equal(records.length, count);
    for (const record of records) {
      const { steps } = await server.api("/replay", { record, steps: true });
      const players = record.players.length;
      const told = sheets.sheetsOf(steps, players);
      assert.equal(told.scorings.length, 2);
      assert.equal(told.incomes.length, 6);
      assert.equal(told.sacrifices.length, 6);
      checkScorings(told.scorings, record.result.scores, met);
      told.incomes.forEach((income, i) => checkIncome(income, i, players, met));
      told.sacrifices.forEach((sacrifice) => checkSacrifice(sacrifice, players, met));
    }
    for (const [what, count] of Object.entries(met))
      assert.ok(count > 0, `${what} was met`);
  });

function checkScorings([old, fresh], scores, met) {
  assert.ok(old.done && fresh.done);
  assert.deepEqual(old.total, old.after);
  assert.deepEqual(scores.map((_, i) => old.total[i] + fresh.total[i]), scores);
  assert.deepEqual(fresh.after, scores);
  for (const sheet of [old, fresh]) {
    const cells = Object.values(sheet.cells);
    scores.forEach((_, i) => assert.equal(sum(cells.map((row) => row[i]?.points ?? 0)), sheet.total[i]));
    sheet.cells.bonuses.forEach((cell) => {
      met.bonuses += cell?.names.length ?? 0;
      assert.ok(cell === null || (cell.names.every(Boolean) && cell.points === 3 * cell.names.length));
    });
  }
}

function checkIncome(income, i, players, met) {
  assert.equal(income.round, i + 1);
  assert.ok(income.done);
  assert.ok(income.temple >= 1 && income.temple <= 4);
  assert.equal(income.seats.length, players);
  for (const seat of income.seats) {
    assert.equal(seat.yields.length, (i % 3) + 1, "a province each round");
    assert.equal(sum(seat.yields.map((y) => y.harvest + y.further + y.eight)), seat.total);
    for (const y of seat.yields) {
      met.eight += Number(y.eight > 0);
      met.raised += Number(y.raised);
      assert.equal(y.harvest % (income.temple + Number(y.raised)), 0, "whole farmers");
    }
  }
}

function checkSacrifice(sacrifice, players, met) {
  assert.ok(sacrifice.done && sacrifice.offers.every((offer) => offer !== null));
  assert.equal(sum(sacrifice.offers.map((offer) => offer.gold)) + sum(sacrifice.corrected.map((n) => n ?? 0)), sacrifice.total);
  for (let i = 0; i < players; i++) {
    const offer = sacrifice.offers[i];
    assert.equal(sacrifice.due[i] > 0, offer.gold > 0);
    assert.equal(sacrifice.stole[i], offer.gold < 0 ? 3 : 0);
    assert.equal(sacrifice.corrected[i] !== null, offer.correction);
    assert.ok(sum(sacrifice.reward[i] ?? []) <= sacrifice.due[i]);
    met.corrected += Number(offer.correction);
    met.stole += Number(offer.gold < 0);
  }
}

/* ---- the plan ---- */

/* A server in small: gold 10, two farms, the k-th farmer or stone costs k, no farmer after a stone. Answers
 * come when they are let go. */
function tried(actions) {
  const view = { gold: 10, farmers: 0, stones: 0, hand: 1 };
  const legal = () => [
    ...(view.hand ? ["sell:builder"] : []),
    ...(view.farmers < 2 && view.stones === 0 && view.gold > view.farmers ? ["farmer:abu"] : []),
    ...(view.gold > view.stones ? ["stone:abu"] : []), "end",
  ];

  for (const action of actions) {
    if (!legal().includes(action))
      return null;
    if (action === "sell:builder")
      [view.hand, view.gold] = [0, view.gold + 1];
    else if (action === "farmer:abu")
      view.gold -= ++view.farmers;
    else if (action === "stone:abu")
      view.gold -= ++view.stones;
  }
  return { ...view, legal: { 0: legal() } };
}

function counter() {
  const waiting = [];
  const asked = [];
  const attempt = (actions) => new Promise((resolve, reject) => {
    asked.push(actions.join(" "));
    waiting.push(() => {
      const view = tried(actions);
      if (view)
        resolve(view);
      else
        reject(Object.assign(new Error("not legal"), { code: "illegal" }));
    });
  });
  const answer = async (which = waiting.splice(0)) => {
    which.forEach((go) => go());
    await new Promise((resolve) => setImmediate(resolve));
  };
  return { attempt, answer, waiting, asked };
}

test("a plan keeps the order of the rules", () => {
  const { added, without, times } = plans;
  let plan = [];
  for (const action of ["stone:abu", "farmer:edfu", "stone:edfu", "builder:abu", "sell:harvest", "stone:abu", "free_farmer:abu"])
    plan = added(plan, action);
  assert.deepEqual(plan, ["sell:harvest", "free_farmer:abu", "farmer:edfu", "stone:abu", "stone:edfu", "builder:abu", "stone:abu"]);
  assert.equal(times(plan, "stone:abu"), 2);
  assert.deepEqual(without(plan, "stone:abu").slice(3), ["stone:abu", "stone:edfu", "builder:abu"]);
  assert.deepEqual(without(plan, "farmer:abu"), plan);
});

test("what is wanted shows at once, what it brings when it is known", async () => {
  const { attempt, answer } = counter();
  const mind = new plans.Planner(0, tried([]), attempt);

  mind.add("stone:abu");
  assert.deepEqual(mind.shown.value.plan, ["stone:abu"]);
  assert.equal(mind.shown.value.settled, false);
  assert.equal(mind.shown.value.view.gold, 10, "the old view stays until the answer");
  await answer();
  assert.equal(mind.shown.value.settled, true);
  assert.equal(mind.shown.value.view.gold, 9);
  mind.remove("stone:abu");
  assert.equal(mind.shown.value.settled, true, "what was answered once needs no asking");
  assert.equal(mind.shown.value.view.gold, 10);
});

test("an answer to what is no longer wanted shows nothing", async () => {
  const { attempt, answer, waiting } = counter();
  const mind = new plans.Planner(0, tried([]), attempt);

  mind.add("stone:abu");
  mind.add("stone:abu");
  const [first, second] = waiting.splice(0);
  await answer([second]);
  assert.equal(mind.shown.value.view.gold, 7);
  await answer([first]);
  assert.equal(mind.shown.value.view.gold, 7, "the older answer came last and changes nothing");
  mind.rebase(tried(["stone:abu", "stone:abu"]), []);
  assert.deepEqual(mind.shown.value.plan, []);
});

test("what is refused is taken back, and no more than that", async () => {
  const { attempt, answer } = counter();
  const mind = new plans.Planner(0, tried([]), attempt);

  for (let i = 0; i < 5; i++)
    mind.add("stone:abu");
  await answer();
  assert.deepEqual(mind.shown.value.plan, Array(4).fill("stone:abu"));
  assert.equal(mind.shown.value.view.gold, 0);
  assert.equal(mind.shown.value.refused.code, "illegal");
  assert.equal(mind.mayAdd("stone:abu"), false);
  assert.equal(mind.mayAdd("sell:builder"), true);
  mind.add("stone:abu");
  assert.equal(mind.shown.value.plan.length, 4);
  mind.remove("stone:abu");
  assert.equal(mind.shown.value.refused, null);
});

test("within a plan it asks whether a farmer is still to be had", async () => {
  const { attempt, answer, asked } = counter();
  const mind = new plans.Planner(0, tried([]), attempt);

  mind.want(["stone:abu", "stone:abu", "stone:abu"]);
  await answer();
  mind.probe(["farmer:abu"]);
  assert.equal(asked.at(-1), "farmer:abu stone:abu stone:abu stone:abu");
  await answer();
  assert.equal(mind.mayAdd("farmer:abu"), true);
  mind.add("farmer:abu");
  assert.equal(mind.shown.value.settled, true, "it was asked before");
  mind.add("farmer:abu");
  await answer();
  assert.deepEqual(mind.shown.value.plan, ["farmer:abu", "farmer:abu", "stone:abu", "stone:abu", "stone:abu"]);
  mind.probe(["farmer:abu"]);
  await answer();
  assert.equal(mind.mayAdd("farmer:abu"), false, "no third farm");
});

test("a line that is down forgets nothing for good", async () => {
  let down = true;
  const mind = new plans.Planner(0, tried([]), async (actions) => {
    if (down)
      throw new Error("no network");
    return tried(actions);
  });
  const calm = () => new Promise((resolve) => setImmediate(resolve));

  mind.add("stone:abu");
  await calm();
  assert.deepEqual(mind.shown.value.plan, []);
  assert.equal(mind.shown.value.refused.message, "no network");
  down = false;
  mind.add("stone:abu");
  await calm();
  assert.equal(mind.shown.value.view.gold, 9);

  down = true;
  mind.probe(["farmer:abu"]);
  await calm();
  assert.equal(mind.mayAdd("farmer:abu"), true, "no answer is no refusal");
  down = false;
  mind.add("farmer:abu");
  await calm();
  assert.deepEqual(mind.shown.value.plan, ["farmer:abu", "stone:abu"]);
});

/* ---- on the page ---- */

const roomy = { amarna: 4, avaris: 3, baharya: 2, buto: 5, dakhla: 2, damanhur: 2, edfu: 3, mendes: 6, thebes: 4 };  /* farms; no free stones */

/* A table of three persons that this test plays for; the first will have a province with farms, one of `homes`. */
class Table {
  static async begin(homes = roomy) {
    for (;;) {
      const seats = ["Anna", "Ben", "Cleo"].map((name) => ({ kind: "person", name }));
      const made = await server.api("/tables", { game: "amun_re", players: 3, seats, start: true });
      const table = Object.assign(new Table(), { id: made.table.id, tokens: made.tokens });
      const { state } = await table.view();
      table.home = state.offered.find((p) => p in homes);
      if (table.home)
        return table;
    }
  }

  async view(seat = 0) {
    const { view } = await this.ask("", undefined, seat);
    return view;
  }

  ask(path, body, seat) {
    return server.api(`/tables/${this.id}${path}`, body, this.tokens[seat]);
  }

  async act(seat, ...actions) {
    const { seq } = await this.view(seat);
    const done = await this.ask("/act", { seat, seq, actions, key: `${seat}-${seq}-${actions.join()}` }, seat);
    assert.equal(done.ok, true, done.error);
  }

  /* Everybody does the first of what `choose` finds, until it is for Anna to decide in `phase`. */
  async forward(phase) {
    for (let i = 0; i < 200; i++) {
      const { state } = await this.view();
      const seat = state.to_act[0];
      if (state.phase === phase && (seat === 0 || phase !== "actions"))
        return state;
      const { legal } = await this.view(seat);
      await this.act(seat, this.choice(legal[seat], seat, state));
    }
    return assert.fail(`no ${phase} comes`);
  }

  choice(legal, seat, state) {
    const free = legal.filter((a) => a.startsWith("bid:") && a.endsWith(":0"));
    const home = free.filter((a) => a.includes(`:${this.home}:`));
    if (state.phase === "bid")
      return (seat === 0 ? home[0] : free.find((a) => !home.includes(a))) ?? legal.find((a) => a.startsWith("bid:"));
    return legal.find((a) => a === "end" || a === "offer:1" || a === "reward:0,0,0") ?? legal[0];
  }

  async log() {
    const { steps } = await this.ask("/log", undefined, 0);
    return steps.map((step) => step.action);
  }
}

/* A visitor who holds these seats of the table. */
async function visit(table, options = {}, seats = [0]) {
  const page = await visitor(server, options);
  const tokens = Object.fromEntries(seats.map((seat) => [seat, table.tokens[seat]]));
  await page.addInitScript(([id, held]) => localStorage.setItem("khepri.tables", JSON.stringify({ [id]: { tokens: held } })), [table.id, tokens]);
  page.sent = [];
  page.on("websocket", (socket) => socket.on("framesent", ({ payload }) => {
    const message = JSON.parse(String(payload));
    if (message.op === "act")
      page.sent.push(message.actions ?? [message.action]);
  }));
  await goto(page, `#/t/${table.id}`);
  return page;
}

const settledPlan = (page, plan) => page.locator(`[data-plan="${plan.join(" ")}"][data-settled="true"]`).waitFor();
/* With the question whether they are sure: what it says is done is what is done. */
const asking = { settings: { confirm: "always" } };

async function surely(page, said) {
  await page.locator("dialog.sure").waitFor();
  assert.equal(await page.locator(".sure-what").textContent(), said);
  await page.locator('[data-sure="go"]').click();
}

const number = (page, name) => page.locator(`[${name}]`).getAttribute(name).then(Number);

test("a plan of several things, some taken back, is sent as one list", async () => {
  const table = await Table.begin();
  const state = await table.forward("actions");
  const page = await visit(table, asking);
  const at = table.home;
  const [farmer, stone, builder] = [`farmer:${at}`, `stone:${at}`, `builder:${at}`];
  const { gold } = state.seats[0];
  const more = (action) => page.locator(`[data-more="${action}"]`).click();

  await page.locator(".build").waitFor();

  /* On the map too, by mouse and by keyboard; the card of the province stays in reach. */
  await page.locator(`[data-map-more="${stone}"]`).click();
  await settledPlan(page, [stone]);
  assert.equal(await page.locator(`.prov[data-province="${at}"] use[href="#a-stone"]`).count(), 1, "the map shows what is planned");
  await page.locator(`[data-map-less="${at}"]`).press("Enter");
  await settledPlan(page, []);
  await page.locator(`.prov[data-province="${at}"]`).click();
  await page.locator(`[data-card="${at}"]`).waitFor();
  await page.keyboard.press("Escape");
  await page.locator("dialog[open]").waitFor({ state: "detached" });
  assert.equal(await page.locator("[data-map-plan]").count(), 1, "only provinces of one's own");

  await page.keyboard.press("e");       /* no key ends the turn or acts past the plan */
  await page.keyboard.press("1");
  for (let i = 0; i < 3; i++)
    await more(stone);
  await settledPlan(page, [stone, stone, stone]);
  assert.equal(await number(page, "data-cost"), 6);
  assert.equal(await number(page, "data-left"), gold - 6);
  await page.locator(`[data-back="${stone}"]`).click();
  await settledPlan(page, [stone, stone]);
  assert.equal(await number(page, "data-cost"), 3);
  await page.locator(`[data-press="${builder}"]`).click();
  await settledPlan(page, [stone, stone, builder]);
  await more(farmer);
  await settledPlan(page, [farmer, stone, stone, builder]);
  assert.equal(await number(page, "data-left"), gold - 4);
  await shot(page, "amun-build-light-1280");

  /* The builder stands on these stones. */
  await page.locator(`[data-less="${stone}"]`).click();
  await page.locator(".build .trouble").waitFor();
  await settledPlan(page, [farmer, stone, stone, builder]);
  /* To its end, where the bar that stays at the bottom lies over none of it. */
  await page.locator(".build").evaluate((e) => e.scrollIntoView({ block: "end" }));
  await accessible(page, "a refused plan", [], ".decisions");

  await more(farmer);
  await settledPlan(page, [farmer, farmer, stone, stone, builder]);
  const name = await page.locator(`.build-row[data-province="${at}"] h4`).textContent();
  await page.locator('[data-send="end"]').click();
  await surely(page, `2 farmers in ${name}; 2 stones in ${name}; Builder in ${name}; 6 gold in all; Done`);
  await page.locator(".build").waitFor({ state: "detached" });
  assert.deepEqual(page.sent, [[farmer, farmer, stone, stone, builder, "end"]]);
  assert.deepEqual((await table.log()).slice(-6), page.sent[0]);
  const { state: after } = await table.view();
  assert.deepEqual([after.seats[0].gold, after.provinces[at].farmers, after.provinces[at].pyramids], [gold - 6, 2, 1]);
  page.faults = page.faults.filter((fault) => !/refused, illegal:/.test(fault));      /* it was asked for */
  blameless(page);
});

/* Where these actions lead. */
async function openPosition(page, actions) {
  const input = JSON.stringify({ format: "khepri-record/1", game: "amun_re", players: ["Anna", "Ben", "Cleo"], actions });

  await goto(page, `#/position/${execFileSync(program, ["show", "--as-position", "-"], { input, encoding: "utf8" }).trim()}`);
}

/* Anna buys the card in the first round; in the second she is overbid twice, and has played it before the second time. */
test("who is overbid and may stay is not told to bid for another province, before the power card is played or after", async () => {
  const first = "start:0 province:abydos province:memphis province:mendes bid:memphis:0 bid:abydos:0 bid:mendes:0 buy:1";
  const second = "end end end 0/offer:3 1/offer:2 offer:1 reward:0,0,0 reward:0,0,0 reward:0,0,0 province:sawu province:abu province:amarna bid:sawu:0 bid:sawu:1 bid:abu:0";
  const asksAfter = async (card, more) => {
    const page = await visitor(server);

    await openPosition(page, `${first} card:${card} ${second}${more}`.split(" "));
    await page.locator('[data-prompt="mine"]').waitFor();
    const said = await page.locator('[data-prompt="mine"]').textContent();
    blameless(page);
    await page.context().close();
    return said.replace(/^.*: /, "");
  };

  assert.equal(await asksAfter("harvest", ""), "you are overbid. Bid for another province.");
  assert.equal(await asksAfter("overbid", ""), "you are overbid. Bid higher in the same province, or for another one.");
  assert.equal(await asksAfter("overbid", " bid:sawu:3+overbid bid:abu:1 bid:sawu:6"), "you are overbid. Bid higher in the same province, or for another one.");
});

/* A second builder in hand, and two stones for it. */
test("a card that was played in this turn says that one is all, not that something is missing", async () => {
  const first = "start:0 province:abydos province:memphis province:mendes bid:memphis:0 bid:abydos:0 bid:mendes:0 buy:1 card:builder";
  const actions = `${first}${" stone:memphis".repeat(3)} builder:memphis${" stone:memphis".repeat(2)}`.split(" ");
  const page = await visitor(server);

  await openPosition(page, actions);
  const builder = page.locator('[data-press="builder:memphis"]');
  await builder.waitFor();
  assert.match(await page.locator('[data-step="stone:memphis"]').textContent(), /2 stones/);
  assert.equal(await builder.getAttribute("title"), "Only one of these cards in a turn");
  blameless(page);
});

test("a plan outlives a reload and a look at an earlier moment, but not its round", async () => {
  const table = await Table.begin();
  await table.forward("actions");
  const page = await visit(table);
  const plan = [`farmer:${table.home}`, `stone:${table.home}`];

  for (const action of plan)
    await page.locator(`[data-more="${action}"]`).click();
  await settledPlan(page, plan);
  await page.reload();
  await settledPlan(page, plan);
  await page.locator(".steps-bar button").first().click();
  await page.locator(".banner.past a").click();
  await settledPlan(page, plan);
  await page.evaluate(() => {
    const kept = JSON.parse(sessionStorage.getItem("khepri.plan"));
    sessionStorage.setItem("khepri.plan", JSON.stringify({ ...kept, round: kept.round + 1 }));
  });
  await page.reload();
  await settledPlan(page, []);
  blameless(page);
});

test("what is not to be had cannot be planned, and says why", async () => {
  const table = await Table.begin();
  await table.forward("actions");
  const page = await visit(table, { width: 390, height: 844, settings: { lang: "de" } });
  const farmer = `farmer:${table.home}`;
  const farms = roomy[table.home];

  await page.locator(".build").waitFor();
  await page.locator('[data-grip][aria-expanded="false"]').click();
  for (let i = 1; i <= Math.min(farms, 4); i++) {
    await page.locator(`[data-more="${farmer}"]`).click();
    await settledPlan(page, Array(i).fill(farmer));
  }
  if (farms <= 4) {
    await page.locator(`[data-more="${farmer}"][aria-disabled="true"]`).focus();
    await page.keyboard.press("Enter");
    await page.locator('[data-live="assertive"]', { hasText: "Hier ist kein Feld frei" }).waitFor();
    assert.match(await page.locator(`[data-map-more="${farmer}"]`).getAttribute("aria-label"), /\(Hier ist kein Feld frei\)$/, "the map says why, as the panel does");
  }
  await settledPlan(page, Array(Math.min(farms, 4)).fill(farmer));
  const back = page.locator(`[data-back="${farmer}"]`);
  assert.equal(await back.getAttribute("aria-label"), `Eins zurück: ${await page.locator(".build-lines li span").textContent()}`);
  assert.equal(await back.textContent(), "Eins zurück");
  await noSidewaysScroll(page, "the building panel on a phone");
  await shot(page, "amun-build-light-390-de");
  await page.locator("[data-clear]").click();
  await settledPlan(page, []);
  assert.equal(await number(page, "data-cost"), 0);
  await page.locator('[data-send="end"]').click();
  await page.locator(".build").waitFor({ state: "detached" });
  assert.deepEqual(page.sent, [["end"]]);
  blameless(page);
});

test("one farm is no plural", async () => {
  const table = await Table.begin({ kharga: 1, sawu: 1 });
  await table.forward("actions");
  const page = await visit(table);
  const { farmers } = (await table.view()).state.provinces[table.home];

  await page.locator(`[data-step="farmer:${table.home}"]`, { hasText: new RegExp(`${farmers} on 1 farm(?!s)`) }).waitFor();
  blameless(page);
});

test("cards are drawn at once, and the plan goes on", async () => {
  let table;
  do
    table = await Table.begin();
  while (table.home === "buto" || table.home === "mendes");     /* which let nobody buy cards */
  const { gold } = (await table.forward("actions")).seats[0];
  const page = await visit(table);
  const stone = `stone:${table.home}`;

  await page.locator(`[data-more="${stone}"]`).click();
  await settledPlan(page, [stone]);
  await page.locator('[data-buy="1"]', { hasText: "for 1 gold" }).click();
  await page.locator('[data-buy="1"]').waitFor({ state: "detached" });
  await settledPlan(page, [stone]);
  assert.equal(await number(page, "data-left"), gold - 2);
  assert.deepEqual(page.sent, [["buy:1"]]);
  await page.locator('[data-send="on"]').click();
  await settledPlan(page, []);
  await page.locator('[data-send="end"]').click();
  await page.locator(".build").waitFor({ state: "detached" });
  assert.deepEqual(page.sent.slice(1), [[stone], ["end"]]);
  blameless(page);
});

test("what is pressed as soon as the rewards are there counts", async () => {
  const table = await Table.begin();
  await table.forward("offer");
  const page = await visit(table);

  await page.locator("[data-seal]").waitFor();
  /* At once when the button comes, before anything else runs. */
  await page.evaluate(() => new MutationObserver((_, watch) => {
    const more = document.querySelector('[data-more="card"]');
    if (!more)
      return;
    watch.disconnect();
    more.click();
  }).observe(document.body, { subtree: true, childList: true }));
  await page.locator(".offer-number").fill("7");
  await page.locator("[data-seal]").click();
  await table.act(1, "offer:steal");
  await table.act(2, "offer:3");
  await page.locator(".reward-rows").waitFor();
  await page.locator("[data-take].primary").click();
  await page.locator(".reward-rows").waitFor({ state: "detached" });
  assert.deepEqual(page.sent.at(-1), ["reward:1,0,0"]);
  blameless(page);
});

test("an offer is sealed, revealed, and brings its rewards", async () => {
  const table = await Table.begin();
  const { gold } = (await table.forward("offer")).seats[0];
  const page = await visit(table, asking);

  await page.locator(".offer-form").waitFor();
  await accessible(page, "the offer", [], ".decisions");
  await page.locator(".offer-number").fill("7");
  await page.locator(".offer-number").press("Tab");
  await page.locator('[data-offer="offer:7"][data-settled="true"]').waitFor();
  assert.match(await page.locator(".offer-means").textContent(), new RegExp(`keep ${gold - 7}\\b`));
  await shot(page, "amun-offer-light-1280");
  await page.locator("[data-seal]").click();
  await surely(page, "Offer 7 gold");
  await page.locator('[data-own-offer="0"]', { hasText: "7 gold" }).waitFor();
  await page.locator('[data-offered="1"][data-done="false"]').waitFor();
  assert.deepEqual(page.sent, [["offer:7"]]);
  await table.act(1, "offer:steal");
  await page.locator('[data-offered="1"][data-done="true"]').waitFor();
  assert.equal(await page.locator(".reveal").count(), 0);
  await shot(page, "amun-sealed-light-1280");
  await table.act(2, "offer:3");

  await page.locator('.reveal[data-total="7"]').waitFor();
  await page.locator(".reward-rows").waitFor();
  assert.deepEqual(await page.locator(".reveal tbody tr").evaluateAll((rows) => rows.map((row) => [...row.cells].map((cell) => cell.textContent))), [
    ["Anna", "7", "1", "3 items"], ["Cleo", "3", "2", "2 items"], ["Ben", "−3", "–", "3 gold, no item"],
  ]);
  await page.locator('.scale [data-space="2"].here').waitFor();
  await accessible(page, "the reveal and the rewards", [], ".decisions");
  assert.equal(await page.locator("[data-take].primary").count(), 0, "to take nothing is not what is proposed");
  const { seq } = await table.view();
  await page.locator("[data-take]").click();
  await page.locator(".sure", { hasText: "forgo 3 items" }).waitFor();
  assert.equal((await table.view()).seq, seq, "one press forfeits nothing");
  await page.locator('[data-sure="back"]').click();
  await page.locator('[data-more="farmer"]').click();
  assert.equal(await page.locator("[data-take].primary").count(), 1);
  await page.locator('[data-more="stone"]').click();
  await page.locator('[data-more="stone"]').click();
  await page.locator('[data-reward="reward:0,1,2"]').waitFor();
  assert.equal(await page.locator('[data-more="card"]').getAttribute("aria-disabled"), "true");
  await shot(page, "amun-reward-light-1280");
  await page.locator("[data-take]").click();
  await surely(page, "Take 1 farmer, 2 stones");
  await page.locator(".place").waitFor();
  for (const verb of ["stone", "farmer", "stone"])
    await page.locator(`[data-more="${verb}:${table.home}"]`).click();
  const placed = ["farmer", "stone", "stone"].map((verb) => `${verb}:${table.home}`);
  await settledPlan(page, placed);
  const name = await page.locator(`.build-row[data-province="${table.home}"] h4`).textContent();
  await page.locator('[data-send="place"]').click();
  await surely(page, `1 farmer in ${name}; 2 stones in ${name}`);
  await page.locator(".place").waitFor({ state: "detached" });
  assert.deepEqual(page.sent, [["offer:7"], ["reward:0,1,2"], placed]);

  await table.act(2, "reward:0,0,0");
  await table.forward("bid");
  await page.locator(".sheet-buttons button").first().click();
  await page.locator("dialog[open] .income-sheet").waitFor();
  const sums = await page.locator("dialog[open] .income-sheet").evaluate((sheet) => [...sheet.tBodies].map((body) => {
    const numbers = [...body.querySelectorAll("[data-yield]")].map((e) => Number(e.textContent));
    return [numbers.reduce((a, b) => a + b, 0), Number(body.querySelector("[data-total]").dataset.total)];
  }));
  assert.equal(sums.length, 3);
  sums.forEach(([sum, total]) => assert.equal(sum, total));
  await accessible(page, "the sheet of a round", [], "dialog");
  await shot(page, "amun-round-light-1280");
  blameless(page);
});

longTest("two persons at one screen offer one after the other, and do not see each other's", async () => {
  const table = await Table.begin();
  await table.forward("offer");
  const page = await visit(table, { width: 320, height: 640, settings: { theme: "dark" } }, [0, 1]);

  await page.locator('[data-lift="0"]').click();
  await page.locator(".offer-form", { hasText: "Anna" }).waitFor();
  await page.locator('[data-more="sell:builder"]').evaluate((e) => e.closest("details").setAttribute("open", ""));
  await page.locator('[data-more="sell:builder"]').click();
  await page.locator(".offer-number").fill("21");
  await page.locator(".offer-number").press("Tab");
  await page.locator('[data-offer="offer:21"][data-settled="true"]').waitFor();
  await page.locator("[data-seal]:not(:disabled)").click();
  await page.locator('[data-lift="1"]').click();
  await page.locator(".offer-form", { hasText: "Ben" }).waitFor();
  assert.doesNotMatch(await page.locator(".offer").textContent(), /21|Builder sold/);
  await page.locator('input[value="steal"]').check();
  await page.locator('[data-offer="offer:steal"]').waitFor();
  await noSidewaysScroll(page, "the offer on a small phone");
  await shot(page, "amun-offer-dark-320");
  await page.locator("[data-seal]:not(:disabled)").click();
  await page.locator(".offer-form").waitFor({ state: "detached" });
  assert.deepEqual(page.sent, [["sell:builder", "offer:21"], ["offer:steal"]]);
  await table.act(2, "offer:1");
  await page.locator('[data-lift="0"]').click();
  await page.locator('.reveal[data-total="19"]').waitFor();
  await noSidewaysScroll(page, "the reveal on a small phone");
  await shot(page, "amun-reveal-dark-320");
  blameless(page);
});
