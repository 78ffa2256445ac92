/* SPDX-License-Identifier: MIT
 * package.test.mjs -- the npm package of bind/js: made, packed, installed without a network into an empty project. There run its example,
 * whole games, refusals, its types in a program of TypeScript, and workers of Node, of Deno and of a browser.
 */
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { extname, join } from "node:path";
import { after, before, test as always } from "node:test";
import { runInNewContext } from "node:vm";
import { Worker } from "node:worker_threads";

import { closeBrowser, openBrowser, root, test } from "../web/lib.mjs";
import { findDeno } from "./deno.mjs";
import { environ, install, playOut, run } from "./installed.mjs";

const chromium = process.env.CHROMIUM ?? "/usr/bin/chromium";
const games = [["ra", 2], ["ra", 5], ["amun_re", 3], ["amun_re", 5]];
let folder, installed, khepri, isRefusal, load;

before(async () => {
  folder = mkdtempSync(join(tmpdir(), "khepri-js-"));
  ({ installed, khepri, isRefusal, load } = await install(folder));
});

after(async () => {
  await closeBrowser();
  rmSync(folder, { recursive: true, force: true });
});

const [, example, wanted] = readFileSync(join(root, "bind", "js", "README.md"), "utf8").match(/```js run\n(.*?)```\n+```text output\n(.*?)```/s);
/* A game of bots that a worker plays and sends. */
const playing = 'const game = await (await load()).begin("ra", { players: 3, seed: 5 });\n'
  + 'while (!game.isOver) game.play(game.choose("rule"));\n';

async function played() {
  const game = await khepri.begin("ra", { players: 3, seed: 5 });

  while (!game.isOver)
    game.play(game.choose("rule"));
  return game.record();
}

test("the example of the README", () => {
  writeFileSync(join(folder, "example.js"), example);
  assert.equal(run(process.execPath, ["example.js"], folder), wanted);
});

for (const [name, players] of games) {
  test(`${name} with ${players}: a game, its record, and the same game again`, async () => {
    const game = await khepri.begin(name, { players, seed: 7n });
    const other = await khepri.begin(name, { players, seed: 7n });

    playOut(game);
    playOut(other);
    assert.deepEqual(game.record(), other.record(), "the same seed");
    const again = await khepri.read(JSON.stringify(game.record()));
    assert.deepEqual(again.result, game.result);
    assert.deepEqual(again.record(), game.record());
    const wrong = game.record();
    wrong.result.scores[0]++;
    await assert.rejects(khepri.read(wrong), (error) => isRefusal(error) && /the scores of the result are wrong/.test(error.message));
  });

  test(`${name} with ${players}: bots and hints`, async () => {
    const game = await khepri.begin(name, { players, seed: 3 });

    for (const bot of ["rule", "expert", "master:200"])
      assert.ok(game.legal().includes(game.choose(bot)), bot);
    const hint = game.hint("hard");
    assert.deepEqual(hint.actions.map(({ action }) => action).sort(), game.legal().sort());
    assert.ok(game.legal().includes(hint.best));
  });
}

test("a limit of a bot holds in hints and analyses", async () => {
  const game = await khepri.begin("ra", { players: 2, seed: 3 });

  for (let i = 0; i < 20; i++)
    game.play(game.choose("rule"));
  for (const ask of ["hint", "analyse"])
    assert.notDeepEqual(game[ask]("master:10"), game[ask]("master:20000"), ask);
});

test("a record that is read keeps its names", async () => {
  const names = ["Anna", 'é "\\', ""];
  const half = { format: "khepri-record/1", game: "ra", players: names, actions: ["deal:2,1,3", "draw"], meta: { place: "here" } };

  for (const given of [half, JSON.stringify(half)]) {
    const game = await khepri.read(given, 1);

    game.record().players[0] = "changed";
    assert.deepEqual(game.record().players, names);
    playOut(game);
    assert.deepEqual((await khepri.read(game.record())).record(), game.record());
    assert.deepEqual(game.record().players, names);
    assert.deepEqual(game.record(["A", "B", "C"]).players, ["A", "B", "C"]);
  }
  assert.deepEqual((await khepri.begin("ra", { players: 3 })).record().players, ["Player 1", "Player 2", "Player 3"]);
});

test("a view shows what its seat may see", async () => {
  const game = await khepri.begin("amun_re", { players: 3, seed: 1 });
  const [seat] = game.toMove;

  assert.deepEqual(Object.keys(game.view(seat).legal), [String(seat)]);
  assert.deepEqual(game.view((seat + 1) % 3).legal, {});
  assert.deepEqual(game.view().legal, {});
});

/* Of the positions of a game, each that many; the long tests, which have no other case, open more of them. */
const step = process.env.KHEPRI_FULL === "1" ? 6 : 25;

for (const [name, players] of games) {
  always(`${name} with ${players}: a position is opened from its string and played to the end`, async () => {
    const game = await khepri.begin(name, { players, seed: 11 });

    for (let i = 0; !game.isOver; i++) {
      if (i % step === 0) {
        const other = await khepri.open(game.position(), 5);

        assert.equal(other.position(), game.position());
        assert.deepEqual([other.name, other.players, other.toMove, other.result], [name, players, game.toMove, null]);
        for (const seat of game.toMove)
          assert.deepEqual(other.legal(seat), game.legal(seat));
        assert.notEqual(game.position(-1), "");
        playOut(other);
        assert.equal(other.result.scores.length, players);
        assert.throws(() => other.record(), (error) => isRefusal(error) && /was opened at a position/.test(error.message));
      }
      const seat = game.toMove.at(-1), legal = game.legal(seat);

      game.play(legal[i * 7 % legal.length], seat);
    }
    const end = await khepri.open(game.position());
    assert.deepEqual([end.isOver, end.result], [true, game.result]);
  });
}

test("a position string is the one of the program, and a view is not played", async () => {
  const game = await khepri.begin("amun_re", { players: 3, seed: 2 });
  const state = JSON.stringify({ ...game.view(0).state });

  assert.match(game.position(), /^amun_re\.1\.[\w-]+$/);
  game.play(game.legal()[0]);
  await assert.rejects(khepri.open(game.position(0)), isRefusal);
  await assert.rejects(khepri.open(state), isRefusal);
  await assert.rejects(khepri.open(`${game.position().slice(0, -1)}_`), (error) => isRefusal(error) && error.message.includes(" "));
});

test("records and options are judged as the library judges them", async () => {
  const record = { format: "khepri-record/1", game: "ra", players: ["a", "b"], actions: ["deal:1,2", "draw", "pass"] };
  const whole = { ...record, actions: [] };
  const wrong = [
    [() => khepri.read(record), /^step 2: "pass" is not legal now/], [() => khepri.read(JSON.stringify(record, null, 1)), /^step 2: /],
    [() => khepri.begin("ra", { players: 3, options: { edition: 2005 } }), /the option edition is .*, not 2005/],
    [() => khepri.begin("ra", { players: 3, options: { empty_invoke: "false" } }), /the option empty_invoke is true or false, not "false"/],
    [() => khepri.begin("ra", { players: 3, options: { edition: undefined } }), /no value that JSON knows/],
    [() => khepri.begin("ra", { players: 3, options: { "": 1 } }), /has no option ""/],
    [() => khepri.begin("ra", { players: 3, options: new Map([["edition", "1999"]]) }), /^"options" should be a plain object, not a Map$/],
    [() => khepri.begin("ra", new Map([["players", 3]])), /^the setup should be a plain object, not a Map$/],
    [() => khepri.begin("ra", { players: 3, edition: "1999" }), /^the setup has no "edition": it has players, seed and options/],
    [() => khepri.read({ ...whole, options: new Map([["edition", "1999"]]) }), /^"options" should be a plain object, not a Map$/],
    [() => khepri.read({ ...whole, options: { edition: 2005 } }), /the option edition is/],
    [() => khepri.read({ ...whole, options: { edition: undefined } }), /no value that JSON knows/],
    [() => khepri.read(JSON.stringify(whole).replace('"ra"', '"ra","game":"ra"')), /not JSON: .* twice/],
    [() => khepri.read({ ...whole, result: { scores: [0, 0], winners: [0] } }), /the game is not over/],
    [() => khepri.read({ ...whole, players: ["a", "\ud800"] }), /half of a surrogate pair/],
    [() => khepri.read(JSON.stringify({ ...whole, players: ["a", "?"] }).replace("?", "\ud800")), /half a surrogate pair/],
    [() => khepri.read({ ...whole, meta: 1n }), /cannot be written as JSON/], [() => khepri.read(() => 1), /should be an object or a string/],
    [() => khepri.read({ ...whole, meta: "x".repeat(1 << 20) }), /1048576 are the most/],
  ];

  for (const [act, words] of wrong)
    await assert.rejects(async () => act(), (error) => isRefusal(error) && words.test(error.message), String(act));
  const board = JSON.parse(readFileSync(join(root, "data", "board-2003.json"), "utf8"));
  const own = await khepri.begin("amun_re", { players: 3, seed: 1, options: { board: { ...board, name: "own", supplies: { ...board.supplies, stones: 50 } } } });

  playOut(own);
  assert.equal((await khepri.read(own.record())).record().options.board.name, "own");
  await assert.rejects(khepri.begin("amun_re", { players: 3, options: { board: { ...board, foo: 1 } } }), /the key "foo" of the board is not known/);

  const game = await khepri.read({ ...whole, result: undefined, options: { edition: "2005", empty_invoke: false } });

  assert.deepEqual(game.record().options, { edition: "2005", empty_invoke: false });
  for (const options of [runInNewContext("({ edition: '2005' })"), Object.assign(Object.create(null), { edition: "2005" })])
    assert.deepEqual((await khepri.begin("ra", { players: 3, options })).record().options, { edition: "2005" });
  for (const name of ["\ud800", "a\0"])
    assert.throws(() => game.record(["a", name]), (error) => isRefusal(error) && /which no record may have/.test(error.message));
  assert.deepEqual((await khepri.read(game.record(["\u00e9", "\ud83e\udd9e\n"]))).record(["x", "y"]).players, ["x", "y"]);
});

test("a refusal is a sentence and changes nothing", async () => {
  const game = await khepri.begin("amun_re", { players: 3, seed: 1 });
  const other = (game.toMove[0] + 1) % 3;
  const record = game.record();
  const wrong = [
    [() => khepri.begin("chess", { players: 3 }), /is not known/], [() => khepri.begin("ra", { players: 9 }), /2 to 5 players/],
    [() => khepri.begin("ra", { players: 3, options: { edition: "x" } }), /the option edition is/],
    [() => khepri.begin("ra", { players: 3, seed: 0.5 }), /the seed should be/],
    [() => khepri.begin("ra", { players: 3, seed: -1 }), /the seed should be 0 to 2\*\*64 - 1, not -1/],
    [() => khepri.begin("ra", { players: 3, seed: 2n ** 64n }), /not 18446744073709551616/],
    [() => khepri.open("ra.1.AAAA"), /./], [() => khepri.open(5), /should be a string/], [() => game.position(3), /should be 0 to 2/],
    [() => khepri.read("{"), /not JSON/], [() => khepri.read(null), /a record is a JSON object/], [() => khepri.read({ format: "khepri-record/1" }), /"game"/],
    [() => khepri.read({ format: "khepri-record/1", game: "ra", players: ["a", "b"], actions: ["draw"] }), /^step 0: "draw" is not legal now: chance decides/],
    [() => game.play("draw"), /is no action/], [() => game.play("\0"), /is no action/], [() => game.play("end", other), /is not to move/],
    [() => game.legal(9), /is not to move/], [() => game.view(9), /should be 0 to 2/], [() => game.choose("nobody"), /^there is no bot "nobody" for amun_re; there is rule, novice, .*, master, random$/],
    [() => game.hint("expret"), /there is rule, novice/], [() => game.analyse("expret"), /there is rule, novice/],
    [() => game.choose("master:1ms"), /^"master:1ms": there is no clock here; .* "master:20000"$/], [() => game.hint("master:50ms"), /no clock/],
    [() => game.analyse("master:50ms"), /no clock/], [() => game.choose("master:0"), /^"master:0": the limit should be 1 to/],
    [() => game.hint("rule"), /^rule does not estimate .*; these do: medium, hard, expert, master$/],
    [() => game.analyse("random"), /^random does not estimate .*; these do: medium/], [() => game.record(["a"]), /for each of 3 players/],
    [() => khepri.begin("ra", []), /the setup should be an object, not a list/], [() => game.record({}), /a list of strings, not an object/],
    [() => game.record(["a", 5, "c"]), /a name should be a string, not 5/], [() => load(5), /should be a function/],
  ];

  for (const [act, words] of wrong)
    await assert.rejects(async () => act(), (error) => isRefusal(error) && words.test(error.message), String(act));
  assert.deepEqual(game.record(), record);
});

test("files that are none are refused, and asked for again", async () => {
  const bytes = (name) => new Uint8Array(readFileSync(join(installed, name)));
  let net;
  const mine = await load((name) => (name.startsWith("nets/") ? net : bytes(name)));

  for (const no of [undefined, null, 5, "bytes", [1, 2]])
    await assert.rejects(load(async () => no), (error) => isRefusal(error) && /the file khepri.*\.wasm should come as a Uint8Array, not /.test(error.message));
  await assert.rejects(load(() => new Uint8Array(10)), (error) => isRefusal(error) && /the file khepri.*\.wasm is no module of Khepri: CompileError/.test(error.message));
  for (net of [undefined, null, "bytes"])
    await assert.rejects(mine.begin("ra", { players: 2 }), (error) => isRefusal(error) && /the file nets\/ra-2\.bin should come as/.test(error.message));
  net = new Uint8Array(10);
  await assert.rejects(mine.begin("ra", { players: 2 }), (error) => isRefusal(error) && /is no net/.test(error.message));
  net = bytes("nets/ra-2.bin");
  assert.equal((await mine.begin("ra", { players: 2, seed: 1 })).players, 2);
});

test("its types", async () => {
  const tsc = join(root, "web", "node_modules", "typescript", "bin", "tsc");
  const check = (text) => {
    writeFileSync(join(folder, "program.ts"), text);
    return spawnSync(process.execPath, [tsc, "--noEmit", "--strict", "--target", "es2022", "--lib", "es2022", "--module", "nodenext",
      "--moduleResolution", "nodenext", "--types", "", "program.ts"], { cwd: folder, encoding: "utf8", env: environ });
  };
  const good = 'import { type Game, load } from "khepri";\nconst game: Game = await (await load()).begin("ra", { players: 3 });\n'
    + "const legal: string[] = game.legal();\nconst win: number | undefined = game.hint().win?.[0];\n"
    + "const hides: boolean | undefined = (await load()).games()[0]?.hidden_information;\nexport { hides, legal, win };\n";

  assert.equal(check(good).stdout, "");
  assert.match(check(good.replace("string[]", "number[]")).stdout, /program\.ts\(3,/);
  const values = { Offer: khepri.games() };
  for (const name of ["ra", "amun_re"]) {
    const game = await khepri.begin(name, { players: 3, seed: 3 });

    for (let i = 0; i < 20; i++)
      game.play(game.choose("rule"));
    const { view, hint } = { view: game.view(game.toMove[0]), hint: game.hint("hard") };
    while (!game.isOver)
      game.play(game.choose("easy"));
    for (const [type, value] of Object.entries({ View: view, Hint: hint, Analysis: game.analyse("hard"), GameRecord: game.record() }))
      (values[type] ??= []).push(value);
  }
  /* In a literal TypeScript refuses what the type does not name. */
  const all = Object.entries(values).map(([type, of]) => `export const a${type}: ${type}[] = ${JSON.stringify(of)};\n`);
  assert.equal(check(`import type { ${Object.keys(values)} } from "khepri";\n${all.join("")}`).stdout, "");
});

test("from a clean clone the build fetches its packages by npm", () => {
  const clone = join(folder, "clone"), bin = join(clone, "bin"), modules = join(root, "web", "node_modules");
  const copied = (from) => !from.startsWith(modules);

  for (const part of ["bind/js", "web", "data/nets", "LICENSE", "include"])
    cpSync(join(root, part), join(clone, part), { recursive: true, filter: copied });
  mkdirSync(bin);
  /* npm itself would need a network */
  writeFileSync(join(bin, "npm"), `#!/bin/sh\n[ "$1" = ci ] && [ -f package-lock.json ] && ln -s "${modules}" node_modules\n`, { mode: 0o755 });
  const wasm = process.env.KHEPRI_WASM ?? join(root, "build", "src", "wasm");
  const build = (...words) => spawnSync(process.execPath, words, { cwd: clone, encoding: "utf8", env: { ...environ, PATH: `${bin}:/usr/bin:/bin` } });
  const made = build("bind/js/build.mjs", "made", join(wasm, "khepri-mind.wasm"), join(wasm, "khepri-mind-simd.wasm"));

  assert.deepEqual([made.status, made.stderr], [0, ""]);
  assert.ok(existsSync(join(clone, "made", "khepri.d.ts")));
  rmSync(join(clone, "web", "node_modules"));
  assert.equal(build("web/core.mjs", "core.mjs").status, 0);
  rmSync(join(clone, "web", "node_modules"));
  writeFileSync(join(bin, "npm"), "#!/bin/sh\necho no network >&2; exit 1\n", { mode: 0o755 });
  const failed = build("web/core.mjs", "core.mjs");

  assert.equal(failed.status, 1);
  assert.match(failed.stderr, /"npm ci" in .* failed.*\nno network/);
});

test("in a worker of Node", async () => {
  writeFileSync(join(folder, "worker.mjs"), `import { parentPort } from "node:worker_threads";\nimport { load } from "khepri";\n${playing}`
    + "parentPort.postMessage(game.record());");
  const worker = new Worker(join(folder, "worker.mjs"));
  const record = await new Promise((resolve, reject) => worker.once("message", resolve).once("error", reject));

  assert.deepEqual(record, await played());
});

test("in Deno, and in a worker of Deno", async (t) => {
  const { program, why } = findDeno(process.env.KHEPRI_DENO_PLACE ?? join(folder, "deno"));

  if (!program) {
    t.skip(why);
    return;
  }
  /* It may read its own files and nothing else. */
  const deno = (name) => run(program, ["run", "--quiet", "--no-prompt", `--allow-read=${folder}`, name], folder);

  writeFileSync(join(folder, "example.js"), example);
  assert.equal(deno("example.js").replaceAll('"', "'"), wanted);
  writeFileSync(join(folder, "asked.mjs"), `import { load } from "khepri";\n${playing}postMessage(game.record());`);
  writeFileSync(join(folder, "asks.mjs"), 'const worker = new Worker(new URL("asked.mjs", import.meta.url), { type: "module" });\n'
    + "worker.onmessage = ({ data }) => { console.log(JSON.stringify(data)); worker.terminate(); };");
  assert.deepEqual(JSON.parse(deno("asks.mjs")), await played());
});

test("in a browser's worker", { skip: existsSync(chromium) ? false : "there is no chromium" }, async (t) => {
  const types = { ".js": "text/javascript", ".wasm": "application/wasm" };
  const worker = `import { load } from "/khepri.js";\n${playing}postMessage(game.record());`;
  const server = createServer((request, response) => {
    const path = request.url;
    const body = path === "/" ? "<!doctype html><title>a page</title>" : path === "/worker.js" ? worker
      : existsSync(join(installed, path)) ? readFileSync(join(installed, path)) : null;

    response.writeHead(body === null ? 404 : 200, { "Content-Type": types[extname(path)] ?? "text/html" }).end(body ?? "");
  });

  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  t.after(() => {
    server.close();
    server.closeAllConnections();
  });
  const page = await (await openBrowser("chromium")).newPage();
  page.setDefaultTimeout(0);
  await page.goto(`http://127.0.0.1:${server.address().port}/`);
  const record = await page.evaluate(() => new Promise((resolve, reject) => {
    const asked = new Worker("/worker.js", { type: "module" });

    asked.onmessage = ({ data }) => resolve(data);
    asked.onerror = (event) => reject(new Error(event.message));
  }));
  assert.deepEqual(record, await played(), "the same game as in Node");
});
