/* SPDX-License-Identifier: MIT
 * server.test.mjs -- what the module shows of a game is byte for byte what the server shows. A game is played on
 * a server. Each view, step and try is compared with that of the module at the same point of the game.
 */
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import test from "node:test";

import { full, importCore, mindBytes, moduleBytes, program } from "./lib.mjs";

const { Core, Hall, memoryKeeper } = await importCore();
const core = await Core.load(moduleBytes);
const whole = await Core.load(mindBytes[0]);

async function withServer(what) {
  const folder = mkdtempSync(join(tmpdir(), "khepri-wasm-"));
  const rates = ["requests=0", "messages=0", "tables=0"].flatMap((rate) => ["--rate", rate]);
  const server = spawn(program, ["serve", "--listen", "127.0.0.1:0", "--data", join(folder, "data"), "--bot-delay", "0", "--seed", "1", ...rates], { stdio: ["ignore", "pipe", "ignore"] });

  try {
    const [line] = await once(createInterface({ input: server.stdout }), "line");

    await what(/^listening on (http:\/\/.*)\/$/.exec(line)[1]);
  } finally {
    server.kill("SIGKILL");
    await once(server, "close");
    rmSync(folder, { recursive: true, force: true });
  }
}

async function ask(url, method, path, body, tokens = []) {
  const answer = await fetch(`${url}/api/1${path}`, {
    method,
    headers: tokens.length ? { Authorization: `Bearer ${tokens.join(",")}` } : {},
    body: body && JSON.stringify(body),
  });
  const text = await answer.text();

  assert.ok(answer.ok, `${method} ${path}: ${text}`);
  return text;
}

/* The view is the last member of what the server says. */
const viewOf = (text) => text.slice(text.indexOf('"view":') + '"view":'.length, -1);

/* Sets of seats that watch, the whole table among them. */
function readersOf(players) {
  const all = Array.from({ length: players }, (_, i) => i);

  return [[], all, [0], [players - 1], [0, 1]];
}

async function compare(url, name, players, options) {
  const seats = Array.from({ length: players }, (_, i) => ({ kind: "person", name: `P${i}` }));
  const { table, tokens } = JSON.parse(await ask(url, "POST", "/tables", { game: name, players, options, seats, start: true }));
  const path = `/tables/${table.id}`;
  const shown = (readers) => readers.map((seat) => tokens[seat]);
  const every = readersOf(players)[1];
  const seen = [];                      /* [how many actions there were, who looked, what was seen] */
  const tried = [];
  let done = 0;

  for (let key = 0; ; key++) {
    const readers = readersOf(players)[key % 5];
    const view = JSON.parse(viewOf(await ask(url, "GET", path, undefined, shown(every))));
    const legal = Object.entries(view.legal);

    /* what is sealed is not in the count of moments, but it was done by nobody but us */
    done = view.state.phase === "offer" ? Math.max(done, view.seq) : view.seq;
    seen.push([done, readers, viewOf(await ask(url, "GET", path, undefined, shown(readers)))]);
    if (legal.length === 0)
      break;
    const [seat, actions] = legal[key % legal.length];
    const wish = { seat: Number(seat), seq: view.seq, action: actions[key * 31 % actions.length] };

    if (key % 3 === 0) {
      const answer = await fetch(`${url}/api/1${path}/try`, { method: "POST", headers: { Authorization: `Bearer ${tokens[seat]}` }, body: JSON.stringify(wish) });

      tried.push([done, wish, answer.ok, await answer.text()]);
    }
    await ask(url, "POST", `${path}/act`, { ...wish, key: String(key) }, shown([wish.seat]));
    done++;
  }
  const record = JSON.parse(await ask(url, "GET", `${path}/record`));
  let game = null;
  let views = 0;

  async function at(count) {
    if (!game || game.count > count)
      game = await whole.begin(name, players, record.options ?? {});
    game.restore(record.actions.slice(game.count, count));
  }
  for (const [count, readers, text] of seen) {
    await at(count);
    assert.equal(game.viewText(readers), text, `${name}: ${count} actions, seats ${readers}`);
    views++;
  }
  game = null;
  for (const [count, wish, ok, text] of tried) {
    await at(count);
    if (ok)
      assert.equal(JSON.stringify(game.try(wish.seat, wish.seq, [wish.action])), viewOf(text));
    else
      assert.throws(() => game.try(wish.seat, wish.seq, [wish.action]), { message: JSON.parse(text).error });
  }
  await at(record.actions.length);
  for (let moment = 0; moment <= game.moment; moment += full ? 2 : 7) {
    for (const readers of readersOf(players).slice(0, 3)) {
      assert.equal(game.viewText(readers, moment), viewOf(await ask(url, "GET", `${path}/at/${moment}`, undefined, shown(readers))), `${name}: moment ${moment}, seats ${readers}`);
      views++;
    }
  }
  for (const readers of readersOf(players))
    assert.equal(JSON.stringify(game.steps(readers)), /"steps":(\[.*\])\}$/.exec(await ask(url, "GET", `${path}/log`, undefined, shown(readers)))[1]);
  await compareReplay(url, record);
  return [views, tried.length];
}

/* The same record looked at in both. */
async function compareReplay(url, record) {
  const hall = new Hall(core, { keeper: memoryKeeper() });

  for (let at = 0; at <= record.actions.length; at += full ? 11 : 37) {
    const body = { record, at, steps: at === 0 };
    const { body: said } = await hall.request("POST", "/api/1/replay", [], body);

    assert.equal(JSON.stringify(said), await ask(url, "POST", "/replay", body), `moment ${at} of the record`);
  }
}

test("views, steps, tries and replays are the server's byte for byte", async () => {
  const games = [["ra", 3, {}], ["amun_re", 4, {}]];

  if (full)
    games.push(["ra", 5, { edition: "2005" }], ["ra", 2, {}], ["amun_re", 3, {}], ["amun_re", 5, { supplies: "limited" }]);
  await withServer(async (url) => {
    for (const [name, players, options] of games) {
      const [views, tries] = await compare(url, name, players, options);

      console.error(`${name}, ${players} players: ${views} views and ${tries} tries compared`);
    }
    const { body } = await new Hall(core, { keeper: memoryKeeper() }).request("GET", "/api/1/games");

    /* The page has no nets: src/ai/ai.c says why. */
    assert.equal(JSON.stringify(body), (await ask(url, "GET", "/games")).replace(/"medium",|"hard",|"expert",|"master",/g, ""));
  });
});

test("the words for bots are the server's, and so is the sentence that refuses one", async () => {
  await withServer(async (url) => {
    const { games } = JSON.parse(await ask(url, "GET", "/games"));
    const mind = { bots: Object.fromEntries(games.map(({ name, bots }) => [name, bots])), core: () => Core.load(mindBytes[0]), net: async () => null };
    const hall = new Hall(core, { keeper: memoryKeeper(), mind });
    const wanted = ["easy", "easy:builder", "master", "master:300ms", "master:600000ms", "master:20000", "master:1234567", "master:1000000000", "master:007"];
    const wrong = ["", "nobody", "easy:nobody", "easy:", "master:", "master:0", "master:0ms", "master:20s", "master:600001ms", "master:1000000001", "master:-1", "master:1.5ms", "master: 5", "novice:20", ":20ms", 7, null];

    for (const { name: game, min_players: players } of games) {
      for (const bot of [...wanted, ...wrong]) {
        const body = { game, players, seats: [{ kind: "bot", bot }, ...Array(players - 1).fill({ kind: "open" })] };
        const { status, body: said } = await hall.request("POST", "/api/1/tables", [], body);
        const answer = await fetch(`${url}/api/1/tables`, { method: "POST", body: JSON.stringify(body) });
        const other = await answer.json();

        assert.equal(status, answer.status, `${game}, ${bot}: ${said.error} / ${other.error}`);
        assert.equal(said.error, other.error);
        /* A personality belongs to one game. */
        assert.equal(status, wrong.includes(bot) || (bot === "easy:builder" && !mind.bots[game].includes(bot)) ? 400 : 201, `${game}, ${bot}`);
      }
    }
  });
});
