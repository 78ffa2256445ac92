/* SPDX-License-Identifier: MIT
 * The dialogues and sheets of Amun-Re: first what they reckon with, under node, then the page.
 */
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { pathToFileURL } from "node:url";
import { closeBrowser, program, root, Server } from "./lib.mjs";

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

test("the sheets of 100 games add up to their incomes and final scores", { timeout: 200_000 }, async () => {
  const met = { eight: 0, raised: 0, bonuses: 0, corrected: 0, stole: 0 };
  const records = [...games(34, 3, "random", 1), ...games(33, 4, "rule", 2), ...games(33, 5, "random", 3)];

  assert.equal(records.length, 100);
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
});
