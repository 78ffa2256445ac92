/* SPDX-License-Identifier: MIT
 * fuzz.test.mjs -- bad input at every public function of the npm package: wrong types and numbers, mutated texts. Either the call works,
 * or a Refusal comes, with a sentence, and the game is as it was. KHEPRI_FUZZ_ROUNDS says how many calls, KHEPRI_TEST_SEED which.
 */
import assert from "node:assert/strict";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";

import { install, playOut } from "./installed.mjs";

const rounds = Number(process.env.KHEPRI_FUZZ_ROUNDS ?? 3000);
let word = BigInt(process.env.KHEPRI_TEST_SEED ?? 1);
let folder, khepri, isRefusal, games, records, texts;

/* A number below n, from a generator of 64 bits. */
function below(n) {
  word = BigInt.asUintN(64, word * 6364136223846793005n + 1442695040888963407n);
  return Number(word >> 33n) % n;
}

const one = (list) => list[below(list.length)];
const numbers = [0, 1, -1, 2, 3, 5, 6, 7, 9, 64, 255, 256, -129, 2 ** 31, 2 ** 32, 2 ** 32 + 3, 2 ** 53, -(2 ** 70), 1e300, 0.5, NaN, Infinity, -Infinity];
const words = ["", " ", "\0", "é", "\ud800", "{}", "[]", "null", '"', "9".repeat(400), "[".repeat(300), '{"a":'.repeat(300), "ra", "amun_re", "draw", "0/draw", "1999"];
/* None that thinks for long, whatever is done to it. */
const bots = ["rule", "random", "easy", "hard", "expert:20", "master:20", "master:0", "master:-1", "master:", "rule:5", "nobody", "master:9".padEnd(40, "9")];

function mutated(text) {
  for (let n = below(3); n > 0; n--) {
    const at = below(text.length + 1);

    text = text.slice(0, at) + one([...words, one(texts), String.fromCharCode(below(0x300))]) + text.slice(at + one([0, 1, 1, 3, 1e6]));
  }
  return text;
}

function junk() {
  return one([
    () => undefined, () => null, () => one(numbers), () => one(numbers), () => one(words), () => mutated(one(texts)), () => below(2) === 0, () => 3n, () => -(2n ** 70n),
    () => Symbol("s"), () => () => 1, () => [junk(), junk()], () => ({ [one(words)]: junk() }), () => Object.create(null), () => new Uint8Array(3), () => new Map(),
    () => new Date(NaN), () => /x/, () => one(games), () => new Proxy({}, {}), () => ({ toString: null, valueOf: null }),
  ])();
}

/* Each third time garbage. */
const or = (good) => (below(3) === 0 ? junk() : good());
const seat = () => or(() => one([undefined, -1, 0, 1, 2, 3, 4]));
const bot = () => or(() => one(bots));
const seed = () => or(() => one([undefined, 0, 7, 5n]));
const options = () => or(() => one([undefined, {}, { edition: junk() }, { edition: "1999" }, { [mutated("disasters")]: junk() }, { "": 1 }]));
const setup = () => or(() => ({ players: or(() => 2 + below(4)), seed: seed(), options: options() }));

function record() {
  const made = structuredClone(one(records));

  if (below(2))
    made[one(["format", "game", "players", "actions", "options", "result", "meta"])] = junk();
  if (below(3) === 0 && Array.isArray(made.actions))
    made.actions[below(made.actions.length + 1)] = or(() => mutated(one(texts)));
  return made;
}

const functions = {
  games: () => [],
  begin: () => [or(() => one(["ra", "amun_re"])), setup()],
  open: () => [or(() => mutated(one(texts))), seed()],
  read: () => [or(() => one([record, () => mutated(JSON.stringify(one(records)))])()), seed()],
};
const methods = {
  legal: () => [seat()], view: () => [seat()], choose: () => [bot(), seat()], hint: () => [bot(), seat()], analyse: () => [or(() => one(["hard", "rule", "nobody"]))], position: () => [seat()],
  play: (game) => [or(() => mutated(one(below(2) && !game.isOver ? game.legal() : texts))), or(() => undefined)],
  record: (game) => [or(() => Array(game.players).fill(mutated("a")))],
};

/* The refusal, or null if it worked. Any other exception goes through. */
async function refused(call, what) {
  try {
    await call();
  } catch (error) {
    if (!isRefusal(error))
      throw new Error(what, { cause: error });
    assert.match(error.message, /\S \S/, what);
    assert.match(error.code, /^[a-z_]+$/, what);
    return error;
  }
  return null;
}

before(async () => {
  folder = mkdtempSync(join(tmpdir(), "khepri-js-"));
  ({ khepri, isRefusal } = await install(folder));
  games = [];
  for (const [name, players] of [["ra", 2], ["ra", 5], ["amun_re", 3], ["amun_re", 5]]) {
    const over = await khepri.begin(name, { players, seed: 3 });

    playOut(over);
    const actions = over.record().actions;
    for (const part of [0, 0.3, 0.7])
      games.push(await khepri.read({ ...over.record(), result: null, actions: actions.slice(0, Math.floor(actions.length * part)) }, 1));
    games.push(over);
  }
  records = games.map((game) => game.record());
  texts = games.flatMap((game, i) => [game.position(), game.position(0), ...records[i].actions.slice(0, 9)]);
});

after(() => rmSync(folder, { recursive: true, force: true }));

test("every public function is fuzzed", () => {
  assert.deepEqual(Object.keys(khepri).sort(), Object.keys(functions).sort());
  const found = Object.entries(Object.getOwnPropertyDescriptors(Object.getPrototypeOf(games[0]))).filter(([, { value }]) => typeof value === "function").map(([name]) => name);

  assert.deepEqual(found.filter((name) => !["constructor", "settle", "acting", "checked"].includes(name)).sort(), Object.keys(methods).sort());
});

test("functions", async () => {
  const worked = new Set();

  for (let round = 0; round < rounds / 5; round++) {
    const name = one(Object.keys(functions)), given = functions[name]();

    if (!await refused(() => khepri[name](...given), `round ${round}: ${name}`))
      worked.add(name);
  }
  assert.deepEqual([...worked].sort(), Object.keys(functions).sort());
});

test("methods", async () => {
  const worked = new Set();

  for (let round = 0; round < rounds; round++) {
    const name = one(Object.keys(methods)), at = name === "analyse" ? 0 : below(games.length), game = games[at];

    if (name === "analyse" && below(6)) /* slow */
      continue;
    const given = methods[name](game), was = game.position();

    if (await refused(() => game[name](...given), `round ${round}: ${name}`)) {
      assert.equal(game.position(), was, `round ${round}: ${name}`);
      continue;
    }
    worked.add(name);
    if (name === "play")
      games[at] = await khepri.read(records[at], 1); /* back to where it was */
    else
      assert.equal(game.position(), was, `round ${round}: ${name}`);
  }
  assert.deepEqual([...worked].sort(), Object.keys(methods).sort());
});

test("chance goes on as if nothing had been refused", async () => {
  for (const [name, players] of [["ra", 2], ["amun_re", 3]]) {
    const [game, twin] = [await khepri.begin(name, { players, seed: 9 }), await khepri.begin(name, { players, seed: 9 })];
    let refusals = 0;

    while (!game.isOver) {
      for (const call of [() => game.play(`?${mutated("bid:")}`), () => game.choose("nobody"), () => game.hint("rule"), () => game.view(9)])
        refusals += Number(await refused(call, "a call between moves") !== null);
      const seat = game.toMove[0], legal = game.legal(seat), action = legal[below(legal.length)];

      game.play(action, seat);
      twin.play(action, seat);
    }
    assert.ok(refusals > 50);
    assert.deepEqual(game.record(), twin.record());
  }
});
