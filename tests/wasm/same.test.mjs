/* SPDX-License-Identifier: MIT
 * same.test.mjs -- the WebAssembly core is the native one: the same fingerprints, the same games move by
 * move, the same positions byte for byte. What native games are made of comes from the program itself.
 */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import test from "node:test";

import { full, importCore, mindBytes, moduleBytes, native, nativeGames, netOf, root } from "./lib.mjs";

const { Core, Hall, memoryKeeper } = await importCore();
const small = await Core.load(moduleBytes);
const minds = await Promise.all(mindBytes.map((bytes) => Core.load(bytes)));
const [core] = minds;
const textEach = 50; /* as khepri signature has it */

test("the modules import nothing", () => {
  for (const bytes of [moduleBytes, ...mindBytes])
    assert.deepEqual(WebAssembly.Module.imports(new WebAssembly.Module(bytes)), []);
});

test("fingerprints for every number of players and all options", async () => {
  const games = 25;
  const lines = readFileSync(join(root, "tests", "golden", "signature_quick.txt"), "utf8").split("\n")
    .map((line) => /^(\w+) (\d) players ?(.*) ([0-9a-f]{16})$/.exec(line))
    .filter((match, i) => match && (full || i % 4 === 0));

  assert.ok(lines.length >= (full ? 100 : 25), `${lines.length} lines`);
  for (const [line, name, players, options, hash] of lines) {
    const game = await core.begin(name, Number(players), Object.fromEntries(options.split(" ").filter(Boolean).map((o) => o.split("="))));

    assert.equal(game.signature(games, textEach), hash, line);
  }
  console.error(`${lines.length} fingerprints of ${games} games each`);
});

/* Plays native games again in the module, by the same seeds. */
async function compareGames(name, players, games, bots, options, { module = core, net = null } = {}) {
  const records = nativeGames(name, players, games, `wasm ${name}`, bots, options);

  assert.equal(records.length, games);
  for (const record of records) {
    const game = await module.begin(name, players, record.options ?? {});

    if (net)
      game.net(net);
    game.simulate(record.meta.seed, record.meta.bots, record.meta.number);
    assert.deepEqual(game.actions(), record.actions, `game ${record.meta.number} of ${name}, ${players} players`);
    assert.deepEqual(game.facts().result, record.result);
    assert.deepEqual(game.facts().options, record.options ?? {});
  }
  return records.length;
}

/* Chance and each bot's generator run through the whole game. With one legal list of another length, or one
 * estimate that is rounded otherwise, the games part. */
test("games by chance and by rule, with the same moves", async () => {
  const each = full ? 30 : 2;
  let games = 0;

  for (const bots of ["random", "rule", "rule,random"]) {
    for (let players = 2; players <= 5; players++)
      games += await compareGames("ra", players, each, bots, {});
    for (let players = 3; players <= 5; players++)
      games += await compareGames("amun_re", players, each, bots, {});
    games += await compareGames("ra", 4, each, bots, { edition: "1999" });
    games += await compareGames("ra", 3, each, bots, { edition: "2005", god_disaster: "ignored", empty_invoke: "false" });
    games += await compareGames("amun_re", 4, each, bots, { supplies: "limited", gold_tie_ranks: "drop_one", baharya_printed_farmers: "0" });
  }
  console.error(`${games} games compared`);
  assert.equal(games, 30 * each);
});

/* Nets are whole numbers: one sum that is rounded otherwise, and the games part. */
test("games of bots that ask nets, with the same moves, with vectors and without", async () => {
  let games = 0;

  for (const module of full ? minds : minds.slice(1)) {
    const whole = full && module === minds[1];

    for (const players of full ? [2, 3, 4, 5] : [3]) {
      games += await compareGames("ra", players, 1, "hard", {}, { module, net: netOf(players) });
      games += await compareGames("ra", players, 1, "hard,rule", {}, { module, net: netOf(players) });
    }
    games += await compareGames("ra", 3, 1, "hard", { edition: "1999" }, { module, net: netOf(3) });
    for (const players of whole ? [3, 4, 5] : [3])
      games += await compareGames("amun_re", players, 1, "hard", {}, { module, net: netOf(players, "amun_re") });
  }
  console.error(`${games} games compared`);
  assert.equal(games, full ? 22 : 4);
});

/* Bots that look further need memory for it. Without it they would look one turn ahead and tell nobody: the games would differ. */
test("games of bots that look further, with the same moves", async () => {
  let games = 0;

  for (const module of full ? minds : minds.slice(1)) {
    for (const bots of ["expert,rule", "master:1000,rule"]) {
      for (const [name, players] of !full ? [["ra", 3]] : module === minds[1] ? [["ra", 2], ["ra", 5], ["amun_re", 3]] : [["ra", 2], ["ra", 5]])
        games += await compareGames(name, players, 1, bots, {}, { module, net: netOf(players, name) });
    }
  }
  console.error(`${games} games compared`);
  assert.equal(games, full ? 10 : 2);
});

test("a net is looked through before it is asked", async () => {
  const net = netOf(3);
  const game = await core.begin("ra", 3, {});
  const changed = (at, by) => net.map((byte, i) => (i === at ? byte ^ by : byte));
  const refused = (file, message) => assert.throws(() => game.net(file), { code: "net", message });

  game.restore(["deal:1,2,3"]);
  const seat = Math.log2(game.facts().to_move);
  const missing = { code: "net", message: "the bot hard needs the net of ra for 3 players, which was not given" };
  assert.throws(() => game.bot("hard", seat, 1n), missing);
  refused(new Uint8Array(0), "the file is no net");
  refused(changed(0, 1), "the file is no net");
  refused(changed(8, 2), "the file is a net of another version");
  refused(net.subarray(0, net.length - 2), "the file is not whole");
  refused(new Uint8Array(2 << 20), "there is no room for the net");
  refused(netOf(4), "the net is for another number of players");
  refused(changed(13, 7), "the file is for no game that there is");
  refused(changed(net.length - 7, 4), "the file does not have the hash it says");
  assert.throws(() => game.bot("hard", seat, 1n), missing);
  game.net(net);
  assert.deepEqual(game.bot("hard", seat, 1n), ["draw"]);
});

/* The small module has no proofs of its own: what its hall shows is held against the whole one. */
test("the hall of the small module shows the same views", async () => {
  const each = full ? 10 : 1;
  let views = 0;

  for (const [name, players] of [["ra", 2], ["ra", 4], ["amun_re", 3], ["amun_re", 5]]) {
    for (const record of nativeGames(name, players, each, "small", "rule,random")) {
      const hall = new Hall(small, { keeper: memoryKeeper() });
      const seats = record.players.map((_, i) => ({ kind: "person", name: `P${i}` }));
      const { body: { table, tokens } } = await hall.request("POST", "/api/1/local/import", [], { record, seats });
      const game = await core.begin(name, players, record.options ?? {});

      game.restore(record.actions);
      for (let moment = 0; moment <= game.moment; moment += 3) {
        const seat = moment % players;
        const { body } = await hall.request("GET", `/api/1/tables/${table.id}/at/${moment}`, [tokens[seat]]);

        assert.equal(JSON.stringify(body.view), game.viewText([seat], moment));
        views++;
      }
      assert.deepEqual((await hall.request("GET", `/api/1/tables/${table.id}/record`)).body.result, record.result);
    }
  }
  console.error(`${views} views compared`);
  assert.ok(views > 100 * each);
});

test("positions and legal moves byte for byte, step by step", async () => {
  const each = full ? 8 : 1;
  let steps = 0;

  for (const [name, players] of [["ra", 3], ["ra", 5], ["amun_re", 3], ["amun_re", 5]]) {
    const records = nativeGames(name, players, each, "trace", "random,rule");
    const lines = native(["replay", "--trace", "-"], records.map((record) => `${JSON.stringify(record)}\n`).join("")).trim().split("\n");

    for (const record of records) {
      const game = await core.begin(name, players, record.options ?? {});

      game.restore(record.actions);
      for (let at = 0; at <= record.actions.length; at++) {
        /* {"line":L,"step":S,"to_act":…,"legal":[…],"action":"…","state":{…}} */
        const wanted = lines.shift().replace(/^\{"line":\d+,"step":\d+,/, "{").replace(/,"action":"[^"]*","state":/, ',"state":');

        assert.equal(game.trace(at), wanted);
        steps++;
      }
      assert.match(lines.shift(), /"ok":true/);
    }
  }
  console.error(`${steps} positions compared`);
  assert.ok(steps > 500 * each);
});

test("what cannot be is refused with a sentence, and changes nothing", async () => {
  await assert.rejects(core.begin("chess", 3, {}), { code: "bad_request", message: 'the game "chess" is not known; "ra" and "amun_re" are' });
  await assert.rejects(core.begin("ra", 6, {}), { message: "ra with these options is played by 2 to 5 players, not by 6" });
  await assert.rejects(core.begin("ra", 2, { edition: "1999" }), { message: "ra with these options is played by 3 to 5 players, not by 2" });
  await assert.rejects(core.begin("ra", 3, { edition: "1998" }), { message: 'the option edition is "1999", "2005" or "2016", not "1998"' });
  await assert.rejects(core.begin("ra", 3, { tempo: 1 }), { message: 'ra has no option "tempo"; its options are edition, god_disaster and empty_invoke' });
  const game = await core.begin("ra", 3, {});

  assert.throws(() => game.restore(["deal:1,2,3", "draw", "pass"]), { code: "bad_request", message: /^step 2: "pass" is not legal now: chance decides, by tile:/ });
  assert.equal(game.count, 2);
  assert.throws(() => game.bot("rule", 0, 1n), { code: "illegal", message: "it is not the turn of seat 0" });
  assert.throws(() => game.viewText([], 3), { code: "not_found" });
});
