/* SPDX-License-Identifier: MIT
 * local.test.mjs -- the hall in the page: the sessions of docs/protocol.md, whole games, secrets, and games
 * that come back after the page is closed. No test waits on time: bots do not rest.
 */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import test from "node:test";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";

import { full, importCore, mindBytes, moduleBytes, native, nativeGames, netOf, root } from "./lib.mjs";

const { begun, Core, coreOf, Hall, isLocal, memoryKeeper, Review } = await importCore();
const core = await Core.load(moduleBytes);

/* A hall whose chance is a counted generator, so that a failure comes again. */
function newHall({ keeper = memoryKeeper(), trouble, start = 1n, mind, games, pauses = [] } = {}) {
  let word = start;
  const seed = () => {
    word = BigInt.asUintN(64, word + 0x9e3779b97f4a7c15n);
    let z = word;
    z = BigInt.asUintN(64, (z ^ z >> 30n) * 0xbf58476d1ce4e5b9n);
    z = BigInt.asUintN(64, (z ^ z >> 27n) * 0x94d049bb133111ebn);
    return z ^ z >> 31n;
  };

  let time = 1000;
  const pause = (ms) => new Promise((resolve) => {
    pauses.push(ms);
    setImmediate(() => {
      time += ms;
      resolve();
    });
  });

  return new Hall(core, { keeper, botDelay: 3, seed, mind, games, clock: () => time, pause, trouble: trouble ?? ((error) => { throw error; }) });
}

/* A line that can be listened to. */
function connect(hall) {
  const heard = [];
  let wake = () => undefined;
  const line = hall.connect((message) => {
    heard.push(structuredClone(message));
    wake();
  });

  return {
    heard,
    say: (message) => line.say(message),
    close: () => line.close(),
    async hear() {
      while (heard.length === 0)
        await new Promise((resolve) => { wake = resolve; });
      return heard.shift();
    },
    async until(op) {
      for (;;) {
        const message = await this.hear();

        if (message.op === op)
          return message;
      }
    },
  };
}

async function ask(hall, method, path, body, tokens = []) {
  const { status, body: said } = await hall.request(method, path, tokens, body);

  assert.ok(status < 300, `${method} ${path}: ${JSON.stringify(said)}`);
  return said;
}

const person = (name) => ({ kind: "person", name });
const rule = { kind: "bot", bot: "rule" };

/* ---- the protocol's own page ---- */

const fill = (text, known) => text.replace(/\$([A-Z]+)/g, (_, name) => known(name));

/* The expected answer: $NAME as {"$":NAME}; … as a value anything, as a member or element any more of them. */
function pattern(text) {
  const out = text.replace(/\$([A-Z]+)/g, '{"$":"$1"}').replace(/:…/g, ':{"…":0}').replace(/\[…\]/g, '["…"]').replace(/,…\]/g, ',"…"]').replace(/,…(?=[,}])/g, ',"…":0');

  return JSON.parse(out.replaceAll("{…}", '{"…":0}').replaceAll("[…", '["…"'));
}

function fits(wanted, got, known, at) {
  const isObject = (value) => typeof value === "object" && value !== null;

  if (isObject(wanted) && Object.keys(wanted).join() === "…")
    return;
  if (isObject(wanted) && "$" in wanted) {
    known[wanted.$] ??= got;
    assert.equal(got, known[wanted.$], at);
  } else if (Array.isArray(wanted)) {
    const first = wanted.filter((w) => w !== "…");

    assert.ok(Array.isArray(got) && (first.length < wanted.length ? got.length >= first.length : got.length === first.length), `${at}: ${JSON.stringify(got)}`);
    first.forEach((w, i) => fits(w, got[i], known, `${at}[${i}]`));
  } else if (isObject(wanted)) {
    assert.ok(isObject(got), `${at}: ${JSON.stringify(got)}`);
    if (!("…" in wanted))
      assert.deepEqual(Object.keys(got).sort(), Object.keys(wanted).sort(), at);
    for (const key of Object.keys(wanted).filter((k) => k !== "…"))
      fits(wanted[key], got[key], known, `${at}.${key}`);
  } else {
    assert.equal(got, wanted, at);
  }
}

/* Programs that read a description of the interface speak to a server, so the page does not carry it. */
const described = /^\/api\/1\/\w+\.json$/;

test("the sessions of docs/protocol.md go as with a server", async () => {
  const page = readFileSync(join(root, "docs", "protocol.md"), "utf8");
  const lines = [...page.matchAll(/```session\n(.*?)```/gs)].flatMap((match) => match[1].split("\n")).filter((line) => line.trim());
  const hall = newHall();
  const known = {};
  let line = null;
  let reply = null;
  let asked = "";

  assert.ok(lines.length > 60);
  for (const text of lines) {
    const rest = text.slice(2);

    if (text.startsWith("> ws ")) {
      line ??= connect(hall);
      line.say(JSON.parse(fill(rest.slice(3), (name) => JSON.stringify(known[name]))));
    } else if (text.startsWith("> ")) {
      const [request, tokens = ""] = rest.split(" as ");
      const [, method, path, body] = /^(\S+) (\S+) ?(.*)$/.exec(request);

      asked = path;
      reply = await hall.request(method, fill(path, (name) => known[name]), tokens.split(",").filter(Boolean).map((t) => known[t.slice(1)]),
        body ? JSON.parse(fill(body, (name) => JSON.stringify(known[name]))) : undefined);
    } else if (text.startsWith("< ws ")) {
      fits(pattern(rest.slice(3)), await line.hear(), known, text);
    } else {
      const [, status, wanted] = /^(\d+) (.*)$/.exec(rest);

      if (described.test(asked)) {
        assert.equal(reply.status, 404, text);
        continue;
      }
      assert.equal(reply.status, Number(status), `${text}\n${JSON.stringify(reply.body)}`);
      fits(pattern(wanted), reply.body, known, text);
    }
  }
});

/* ---- whole games ---- */

/* Plays the persons' seats by chance until the game is over; checks what a line may rely on. */
async function playOn(hall, table, tokens) {
  const line = connect(hall);
  let key = 0;
  let steps = 0;

  line.say({ op: "watch", table: table.id, tokens: Object.values(tokens) });
  let { view, table: now } = await line.until("table");

  while (now.status !== "over") {
    const mine = Object.entries(view.legal).filter(([seat]) => tokens[seat]);

    if (mine.length > 0 && view.seq === view.last) {
      const [seat, legal] = mine[key * 7 % mine.length];
      const action = legal[key * 13 % legal.length];

      line.say({ op: "act", id: key, seat: Number(seat), seq: view.seq, action, key: `key ${key++}` });
      const reply = await line.until("reply");

      assert.ok(reply.ok, `${action}: ${reply.error}`);
    }
    const message = await line.hear();

    if (message.op === "step") {
      assert.equal(message.view.step.seq, message.view.seq - 1);
      assert.ok(message.view.seq === view.seq + 1, `step to ${message.view.seq} after ${view.seq}`);
      steps++;
    }
    if (message.op === "table")
      now = message.table;
    if (message.view)
      view = message.view;
  }
  line.close();
  return { view, steps };
}

/* The native program agrees with every action and the result. */
function judge(record) {
  const said = JSON.parse(native(["replay", "-"], `${JSON.stringify(record)}\n`));

  assert.equal(said.ok, true, JSON.stringify(said));
  assert.equal(said.actions, record.actions.length);
  assert.deepEqual(said.result, record.result);
}

test("games follow from a seed, whatever chance and the moment are; names that are taken are not given again", async () => {
  const keeper = memoryKeeper();
  const play = async (games, start, kept = memoryKeeper()) => {
    const hall = newHall({ games, start, keeper: kept });
    const { table, tokens } = await ask(hall, "POST", "/api/1/tables", { game: "amun_re", players: 3, seats: [person("Anna"), rule, rule], start: true });
    await playOn(hall, table, tokens);
    const { actions } = await ask(hall, "GET", `/api/1/local/tables/${table.id}/record`);
    return { id: table.id, token: tokens[0], actions };
  };
  const one = await play(7n, 1n, keeper);
  const same = await play(7n, 2n);

  assert.ok(isLocal(one.id));
  assert.deepEqual([same.id, same.actions], [one.id, one.actions]);
  assert.notEqual(same.token, one.token, "tokens follow from chance");
  assert.notDeepEqual((await play(8n, 1n)).actions, one.actions);
  assert.notEqual((await play(7n, 1n, keeper)).id, one.id);
  assert.equal((await keeper.list()).length, 2);
});

async function wholeGame(game, seats, options = {}, start = 1n) {
  const hall = newHall({ start });
  const { table, tokens } = await ask(hall, "POST", "/api/1/tables", { game, players: seats.length, options, seats, start: true });

  assert.ok(isLocal(table.id));
  const { view } = await playOn(hall, table, tokens);
  const record = await ask(hall, "GET", `/api/1/tables/${table.id}/record`);
  const { steps } = await ask(hall, "GET", `/api/1/tables/${table.id}/log`);

  assert.deepEqual(view.state.result, record.result);
  assert.equal(steps.length, record.actions.length);
  judge(record);
  const next = await ask(hall, "POST", `/api/1/tables/${table.id}/rematch`, {}, Object.values(tokens));

  assert.equal(next.table.seats[1].name, table.seats[0].name);
  return record.actions.length;
}

test("whole games of Ra and Amun-Re, persons and bots", async () => {
  const rounds = full ? 20 : 1;
  let actions = 0;

  for (let round = 0; round < rounds; round++) {
    const start = BigInt(round * 1000 + 1);

    actions += await wholeGame("ra", [person("Anna"), rule], {}, start);
    actions += await wholeGame("ra", [person("Anna"), person("Ben"), rule, { kind: "bot", bot: "random" }], { edition: "2005" }, start);
    actions += await wholeGame("amun_re", [rule, person("Anna"), rule], {}, start);
    actions += await wholeGame("amun_re", [person("Anna"), person("Ben"), person("Cleo"), rule, { kind: "bot", bot: "random" }], { supplies: "limited" }, start);
  }
  console.error(`${4 * rounds} whole games, ${actions} actions`);
});

test("bots alone play to the end while somebody looks on", async () => {
  const pauses = [];
  const hall = newHall({ pauses });
  const { table, tokens } = await ask(hall, "POST", "/api/1/tables", { game: "amun_re", players: 3, seats: [rule, rule, rule], start: true });

  assert.deepEqual(tokens, {});
  await playOn(hall, table, {});
  judge(await ask(hall, "GET", `/api/1/tables/${table.id}/record`));
  for (const rest of [3, 1])
    assert.ok(pauses.filter((ms) => ms === rest).length > 30, `rests of ${rest}, ${pauses.length} in all`);
  assert.ok(pauses.every((ms) => ms === 3 || ms === 1), "and no others");
});

test("after a tile a bot rests as long as after the action of another", async () => {
  const pauses = [];
  const hall = newHall({ pauses });
  const { table } = await ask(hall, "POST", "/api/1/tables", { game: "ra", players: 2, seats: [rule, rule], start: true });

  await playOn(hall, table, {});
  const { actions } = await ask(hall, "GET", `/api/1/tables/${table.id}/record`);
  const draws = actions.filter((action) => action === "draw").length;

  assert.ok(draws > 30 && pauses.filter((ms) => ms === 3).length >= draws, `${draws} draws, ${pauses}`);
});

/* ---- secrets ---- */

/* A table of three persons that stands where offers are sealed. */
async function sealedTable(hall) {
  const { table, tokens } = await ask(hall, "POST", "/api/1/tables", { game: "amun_re", players: 3, seats: [person("Anna"), person("Ben"), person("Cleo")], start: true });
  const path = `/api/1/tables/${table.id}`;

  for (let key = 0; ; key++) {
    const { view } = await ask(hall, "GET", path, undefined, Object.values(tokens));
    const [[seat, legal]] = Object.entries(view.legal);

    if (view.state.phase === "offer")
      return { path, table, tokens, seq: view.seq };
    /* in a turn of building: buy a card, so that there is something to sell, then end */
    const wanted = legal.find((a) => a === "buy:1") ?? legal.find((a) => a === "end") ?? legal.find((a) => a.startsWith("bid")) ?? legal[0];

    await ask(hall, "POST", `${path}/act`, { seat: Number(seat), seq: view.seq, action: wanted, key: String(key) }, [tokens[seat]]);
  }
}

test("while offers are sealed the moment stands, and nobody sees more than he may", async () => {
  const hall = newHall();
  const { path, table, tokens, seq } = await sealedTable(hall);
  const lines = [0, 1, 2].map(() => connect(hall));

  for (const [i, line] of lines.entries()) {
    line.say({ op: "watch", table: table.id, tokens: [tokens[i]] });
    await line.until("table");
  }
  await new Promise(setImmediate);
  lines.forEach((line) => line.heard.splice(0));
  const { view: own } = await ask(hall, "GET", path, undefined, [tokens[1]]);
  const sale = own.legal["1"].find((action) => action.startsWith("sell:"));

  /* what is tried is not done */
  const { view: tried } = await ask(hall, "POST", `${path}/try`, { seat: 1, seq, actions: [sale] }, [tokens[1]]);

  assert.equal(tried.state.sacrifice.offers["1"].sold.length, 1);
  assert.deepEqual((await ask(hall, "GET", path, undefined, [tokens[1]])).view, own);
  assert.equal((await hall.request("POST", `${path}/try`, [tokens[0]], { seat: 1, seq, action: sale })).status, 403);

  /* a sale is news for the seller only */
  assert.deepEqual(await ask(hall, "POST", `${path}/act`, { seat: 1, seq, action: sale, key: "sale" }, [tokens[1]]), { ok: true, seq, applied: seq });
  assert.deepEqual(lines.map((line) => line.heard.splice(0).map(({ op, view }) => [op, view.seq])), [[], [["table", seq]], []]);
  /* an offer is seen by all as sealed */
  assert.deepEqual(await ask(hall, "POST", `${path}/act`, { seat: 1, seq, action: "offer:1", key: "offer" }, [tokens[1]]), { ok: true, seq, applied: seq });
  const [a, b, c] = lines.map((line) => line.heard.splice(0));

  assert.deepEqual([a, b, c].map((heard) => heard.map(({ op, view }) => [op, view.seq, view.last])), [[["table", seq, seq]], [["table", seq, seq]], [["table", seq, seq]]]);
  assert.deepEqual(a[0].view.state.sacrifice.offers, { 1: { sealed: true } });
  assert.equal(b[0].view.state.sacrifice.offers["1"].gold, 1);
  /* again: the same answer, nothing done */
  assert.deepEqual(await ask(hall, "POST", `${path}/act`, { seat: 1, seq, action: "offer:1", key: "offer" }, [tokens[1]]), { ok: true, seq, applied: seq });
  assert.deepEqual(lines.flatMap((line) => line.heard), []);
  assert.equal((await ask(hall, "GET", path)).table.seq, seq);
  assert.equal((await ask(hall, "GET", `${path}/log`)).steps.length, seq);
  assert.equal((await hall.request("GET", `${path}/record`)).body.code, "conflict");
  /* later seats are not stale, and the last offer opens all, in order of arrival */
  await ask(hall, "POST", `${path}/act`, { seat: 0, seq, action: "offer:2", key: "x" }, [tokens[0]]);
  lines.forEach((line) => line.heard.splice(0));
  await ask(hall, "POST", `${path}/act`, { seat: 2, seq, action: "offer:3", key: "y" }, [tokens[2]]);
  assert.deepEqual(lines[0].heard.slice(0, 4).map(({ op, view }) => [op, view.step.seat, view.step.action]),
    [["step", 1, sale], ["step", 1, "offer:1"], ["step", 0, "offer:2"], ["step", 2, "offer:3"]]);
});

test("a list is done whole or not at all", async () => {
  const hall = newHall();
  const { path, tokens, seq } = await sealedTable(hall);
  const before = (await ask(hall, "GET", path, undefined, [tokens[0]])).view;
  const refused = await hall.request("POST", `${path}/act`, [tokens[0]], { seat: 0, seq, actions: ["offer:1", "offer:1"], key: "a" });

  assert.deepEqual([refused.status, refused.body.error], [409, 'action 2 of 2, "offer:1", comes when it is no longer the turn of seat 0']);
  assert.deepEqual((await ask(hall, "GET", path, undefined, [tokens[0]])).view, before);
  const sale = before.legal["0"].find((action) => action.startsWith("sell:"));

  await ask(hall, "POST", `${path}/act`, { seat: 0, seq, actions: [sale, "offer:1"], key: "b" }, [tokens[0]]);
  const { offers } = (await ask(hall, "GET", path, undefined, [tokens[0]])).view.state.sacrifice;

  assert.deepEqual([offers["0"].gold, offers["0"].sold.length], [1, 1]);
});

/* ---- games that are kept ---- */

test("a closed page loses nothing, not even what is sealed", async () => {
  const texts = new Map();
  const first = newHall({ keeper: memoryKeeper(texts) });
  const { path, table, tokens, seq } = await sealedTable(first);

  await ask(first, "POST", `${path}/act`, { seat: 2, seq, action: "offer:2", key: "k" }, [tokens[2]]);
  const second = newHall({ keeper: memoryKeeper(new Map(texts)), start: 99n });

  for (const shown of [[], [tokens[0]], [tokens[2]], Object.values(tokens)])
    assert.deepEqual(await ask(second, "GET", path, undefined, shown), await ask(first, "GET", path, undefined, shown));
  assert.deepEqual(await ask(second, "GET", `${path}/log`, undefined, [tokens[1]]), await ask(first, "GET", `${path}/log`, undefined, [tokens[1]]));
  assert.deepEqual((await ask(second, "GET", "/api/1/local/tables")).tables.map(({ id, seq }) => [id, seq]), [[table.id, seq]]);
  assert.deepEqual((await ask(second, "GET", `/api/1/local/tables/${table.id}`)).tokens, tokens);
  await playOn(second, table, tokens);
  judge(await ask(second, "GET", `${path}/record`));
});

test("games go out as records and come back in", async () => {
  const hall = newHall();
  const { path, table, tokens, seq } = await sealedTable(hall);

  await ask(hall, "POST", `${path}/act`, { seat: 0, seq, action: "offer:1", key: "k" }, [tokens[0]]);
  const record = await ask(hall, "GET", `/api/1/local/tables/${table.id}/record`);

  assert.equal(record.actions.at(-1), "0/offer:1");
  judge({ ...record, result: null });
  const back = await ask(hall, "POST", "/api/1/local/import", { record, seats: [person("Anna"), rule, rule] });

  assert.notEqual(back.table.id, table.id);
  await playOn(hall, back.table, back.tokens);
  const over = await ask(hall, "GET", `/api/1/tables/${back.table.id}/record`);

  assert.deepEqual(over.actions.slice(0, record.actions.length), record.actions);
  judge(over);
  const looked = await ask(hall, "POST", "/api/1/local/import", { record: over });

  assert.equal(looked.table.status, "over");
  assert.deepEqual(looked.table.seats.map(({ kind }) => kind), ["person", "bot", "bot"]);
  for (const [wrong, sentence] of [
    [{ ...over, format: "x" }, 'the format "x" is not known; "khepri-record/1" is'],
    [{ ...over, actions: [...over.actions, "end"] }, `step ${over.actions.length}: "end" comes after the end: the game is over and nothing may follow`],
    [{ ...over, result: { ...over.result, winners: [] } }, /^the winners of the result are wrong; it should be \{/],
    [{ ...over, options: { board: {} } }, /^the option board is "2003"/],
  ]) {
    const { status, body } = await hall.request("POST", "/api/1/local/import", [], { record: wrong });

    assert.equal(status, 400);
    sentence instanceof RegExp ? assert.match(body.error, sentence) : assert.equal(body.error, sentence);
  }
  await ask(hall, "POST", `/api/1/local/tables/${table.id}/forget`, {});
  assert.equal((await hall.request("GET", path)).status, 404);
});

test("a game that cannot be kept goes on, and the page hears of it", async () => {
  const troubles = [];
  const keeper = { ...memoryKeeper(), put: async () => { throw new Error("the disk is full"); } };
  const hall = newHall({ keeper, trouble: (error) => troubles.push(error.message) });
  const { table, tokens } = await ask(hall, "POST", "/api/1/tables", { game: "ra", players: 2, seats: [person("Anna"), person("Ben")], start: true });

  await playOn(hall, table, tokens);
  assert.ok(troubles.length > 10 && troubles.every((text) => text === "the disk is full"));
});

/* The whole module and its nets as a page has them: fetched, and counted. */
function newMind() {
  const source = {
    fetched: [], away: false,
    bots: { ra: ["rule", "hard", "random"], amun_re: ["rule", "random"] },
    fetch: async (name, what) => {
      source.fetched.push(name);
      if (source.away)
        throw new Error("no network");
      return what();
    },
    core: () => source.fetch("core", () => Core.load(mindBytes[0])),
    net: (game, players) => source.fetch(`${game}-${players}`, () => (game === "ra" ? netOf(players) : null)),
    review: (whole, task) => reviewWith(whole, task, []),
  };

  return source;
}

const hard = { kind: "bot", bot: "hard" };

test("bots that ask nets: what they need is fetched when a table needs it, and once", async () => {
  const mind = newMind();
  const keeper = memoryKeeper();
  const hall = newHall({ mind, keeper });
  const { games } = await ask(hall, "GET", "/api/1/games");

  assert.deepEqual(Object.fromEntries(games.map(({ name, bots }) => [name, bots])), mind.bots);
  await ask(hall, "POST", "/api/1/tables", { game: "ra", players: 2, seats: [person("Anna"), rule], start: true });
  assert.deepEqual(mind.fetched, []);
  for (let i = 0; i < 2; i++) {
    const { table, tokens } = await ask(hall, "POST", "/api/1/tables", { game: "ra", players: 3, seats: [person("Anna"), hard, rule], start: true });

    await playOn(hall, table, tokens);
    assert.deepEqual((await ask(hall, "GET", `/api/1/local/tables/${table.id}/record`)).meta.bots, ["human", "hard", "rule"]);
  }
  assert.deepEqual(mind.fetched, ["core", "ra-3"]);
});

test("without the net no table is made; a table that has one waits for it", async () => {
  const mind = newMind();
  const keeper = memoryKeeper();
  const wish = { game: "ra", players: 3, seats: [person("Anna"), hard, hard], start: true };
  const troubles = [];
  const hall = newHall({ mind, keeper });

  mind.away = true;
  const { status, body } = await hall.request("POST", "/api/1/tables", [], wish);
  assert.deepEqual([status, body], [503, { ok: false, code: "net", error: "what ra for 3 players is thought over with could not be had: no network" }]);
  assert.deepEqual((await ask(hall, "GET", "/api/1/local/tables")).tables, []);
  mind.away = false;
  const { table, tokens } = await ask(hall, "POST", "/api/1/tables", wish);

  /* The page is opened again, without a network. */
  mind.away = true;
  const later = newHall({ mind, keeper, trouble: (error) => troubles.push(error), start: 7n });
  const line = connect(later);
  line.say({ op: "watch", table: table.id, tokens: Object.values(tokens) });
  const { view } = await line.until("table");
  if (view.legal["0"])
    await ask(later, "POST", `/api/1/tables/${table.id}/act`, { seat: 0, seq: view.seq, action: "draw", key: "k" }, Object.values(tokens));
  while (troubles.length === 0)
    await new Promise(setImmediate);
  assert.equal(troubles[0].code, "net");
  mind.away = false;
  await playOn(later, table, tokens);
});

test("hints: every action of the seat that asks, where the table agreed on them", async () => {
  const hall = newHall({ mind: newMind() });
  const made = await ask(hall, "POST", "/api/1/tables", { game: "ra", players: 3, seats: [person("Anna"), person("Ben"), rule], hints: true, start: true });
  const { id } = made.table;
  const all = Object.values(made.tokens);
  const refused = async (tokens, body, status, code) => {
    const said = await hall.request("POST", `/api/1/tables/${id}/hint`, tokens, body);

    assert.deepEqual([said.status, said.body.code], [status, code], JSON.stringify(said.body));
  };
  let view;
  for (;;) {
    ({ view } = await ask(hall, "GET", `/api/1/tables/${id}`, undefined, all));
    if (Object.keys(view.legal).length)
      break;
    await new Promise(setImmediate);
  }
  const seat = Number(Object.keys(view.legal)[0]);
  const other = 1 - seat;
  const { seq, hint } = await ask(hall, "POST", `/api/1/tables/${id}/hint`, { seat, seq: view.seq }, [made.tokens[seat]]);

  assert.equal(seq, view.seq);
  assert.deepEqual(hint.actions.map(({ action }) => action).sort(), [...view.legal[seat]].sort());
  for (const { action, win, loss, wins } of hint.actions) {
    assert.equal(win, wins[seat]);
    assert.ok(Math.abs(wins.reduce((sum, one) => sum + one, 0) - 1) < 1e-9);
    assert.ok(action === hint.best ? loss === 0 : loss >= 0);
  }
  await refused([made.tokens[other]], { seat, seq }, 403, "forbidden");
  await refused([], { seat, seq }, 401, "no_token");
  await refused(all, { seat: other, seq }, 409, "conflict");
  await refused(all, { seat, seq: seq - 1 }, 409, "stale");
  await refused(all, { seat }, 400, "bad_request");

  const { table, tokens } = await ask(hall, "POST", "/api/1/tables", { game: "ra", players: 2, seats: [person("Anna"), rule], hints: false, start: true });
  const { status, body } = await hall.request("POST", `/api/1/tables/${table.id}/hint`, Object.values(tokens), { seat: 0, seq: 1 });
  assert.deepEqual([status, body.error], [409, "there are no hints at this table: that was agreed on when it was made"]);
});

/* What a page does until the analysis is there. */
async function analysed(hall, method, path, body) {
  for (let i = 0; ; i++) {
    const said = await ask(hall, method, path, body);

    if (said.done)
      return { analysis: said.analysis, times: i };
    const [done, all] = said.progress;
    assert.ok(done >= 0 && done <= all);
    await new Promise((resolve) => setTimeout(resolve, 1));
  }
}

test("a finished game is gone through while others play on; a record comes to the same", async () => {
  const hall = newHall({ mind: newMind() });
  const { table, tokens } = await ask(hall, "POST", "/api/1/tables", { game: "ra", players: 3, seats: [person("Anna"), hard, rule], start: true });
  const early = await hall.request("GET", `/api/1/tables/${table.id}/analysis`);

  assert.deepEqual([early.status, early.body.code], [409, "conflict"]);
  await playOn(hall, table, tokens);
  const record = await ask(hall, "GET", `/api/1/tables/${table.id}/record`);
  const { analysis, times } = await analysed(hall, "GET", `/api/1/tables/${table.id}/analysis`);

  assert.ok(times > 0, "it is asked for again, and others are served meanwhile");
  assert.equal(analysis.moments.length, record.actions.length + 1);
  analysis.moments.slice(0, -1).forEach(({ action }, i) => assert.equal(action, record.actions[i]));
  for (const { start, luck, loss, given, revised, result } of analysis.seats)
    assert.ok(Math.abs(start + luck - loss + given + revised - result) < 1e-6);
  analysis.seats.forEach(({ result }, seat) => assert.equal(result > 0, record.result.winners.includes(seat)));
  assert.equal(analysis.seats[1].loss, 0, "the bot that judges finds no fault with itself");
  const half = { ...record, actions: record.actions.slice(0, 40), result: null };
  const judged = (moments) => moments.slice(0, 40).map(({ score, action, best, loss }) => ({ score, action, best, loss }));   /* chances are in the light of the whole game */
  assert.deepEqual(judged((await analysed(hall, "POST", "/api/1/local/analysis", { record: half })).analysis.moments), judged(analysis.moments));
});

test("a game gone through tells its chances before its end", async () => {
  const hall = newHall({ mind: newMind() });
  const { table, tokens } = await ask(hall, "POST", "/api/1/tables", { game: "ra", players: 3, seats: [person("Anna"), rule, rule], start: true });

  await playOn(hall, table, tokens);
  const record = await ask(hall, "GET", `/api/1/tables/${table.id}/record`);
  const wait = globalThis.setTimeout;
  let held = null;
  let early;

  /* The mind lets others be served before each slice, by a timer without a time. The next slice begins when the answer after
   * the one before is here, so it is seen whatever a slice brings. */
  globalThis.setTimeout = (f, ms) => (ms === undefined ? void (held = f) : wait(f, ms));
  try {
    while (!early) {
      const said = await ask(hall, "GET", `/api/1/tables/${table.id}/analysis`);

      assert.equal(said.done, false);
      early = said.analysis;
      if (!early) {
        const go = held;

        held = null;
        go?.();
        await new Promise((resolve) => setImmediate(resolve));
      }
    }
  } finally {
    globalThis.setTimeout = wait;
    held?.();
  }
  assert.deepEqual([early.preliminary, early.seats, early.moments.length], [true, undefined, record.actions.length + 1]);
  assert.ok(early.moments.every(({ loss, best, luck }) => [loss, best, luck].every((one) => one === undefined)));
  assert.ok(early.moments.every(({ win }) => Math.abs(win.reduce((sum, n) => sum + n, 0) - 1) < 1e-9));
  const { analysis } = await analysed(hall, "GET", `/api/1/tables/${table.id}/analysis`);

  assert.equal(analysis.preliminary, undefined);
  assert.deepEqual(early.moments.map(({ action, seat }) => ({ action, seat })), analysis.moments.map(({ action, seat }) => ({ action, seat })));
  assert.deepEqual(early.moments.at(-1).win, analysis.moments.at(-1).win, "the result is the same");
});

async function reviewWith(whole, task, helpers) {
  const review = await Review.begin(whole, task.bot);

  helpers.forEach((helper) => review.with(helper, task));
  return review;
}

/* Instances of their own in place of workers. The one at `breaks` fails from its third action on. */
function newHelpers(counts, breaks) {
  return counts.map((_, i) => {
    let share;
    return {
      begin: (task) => void (share = coreOf(Core, task.module).then((own) => begun(own, task)).then((game) => game.share(task.bot, 0n))),
      judge: async (at) => {
        await new Promise((resolve) => setImmediate(resolve));      /* the others get their turn */
        counts[i]++;
        (await share).judge(at);
        if (i === breaks && counts[i] >= 3)
          throw new Error("gone");
        return (await share).found(at);
      },
      end: () => void (share = null),
    };
  });
}

/* Enough for reviews by helpers: the beginning of a game, in the long tests all of it. */
function reviewed() {
  const [record] = nativeGames("ra", 3, 1, "helped", "rule");

  return full ? record : { ...record, actions: record.actions.slice(0, 24), result: null };
}

test("helpers take a part of a review, and it comes out the same", async () => {
  const record = reviewed();
  const review = async (more) => (await analysed(newHall({ mind: Object.assign(newMind(), more) }), "POST", "/api/1/local/analysis", { record })).analysis;
  const counts = [0, 0];

  assert.deepEqual(await review({ review: (whole, task) => reviewWith(whole, task, newHelpers(counts)) }), await review({}));
  assert.ok(counts.some((n) => n > 0), "they take part");
});

test("what reviews cannot be had: one hears of it, and may ask again", async () => {
  const record = reviewed();
  const mind = newMind();
  const { review } = mind;
  const hall = newHall({ mind });
  let said;

  mind.review = async () => { throw new Error("no network"); };
  do {
    said = await hall.request("POST", "/api/1/local/analysis", [], { record });
    await new Promise((resolve) => setTimeout(resolve, 1));
  } while (said.body.ok);
  assert.deepEqual([said.status, said.body.code], [503, "busy"]);
  mind.review = review;
  assert.equal((await analysed(hall, "POST", "/api/1/local/analysis", { record })).analysis.moments.length, record.actions.length + 1);
});

test("a helper that fails is done without", async () => {
  const { actions } = reviewed();
  const large = await Core.load(mindBytes[0]);
  const task = { module: large.module, net: netOf(3), game: "ra", players: 3, options: {}, actions, bot: "hard" };
  const review = async (counts, breaks) => {
    const work = await reviewWith(await begun(large, task), task, newHelpers(counts, breaks));

    for (;;) {
      const { done, analysis } = await work.on(0);

      if (analysis)
        return { done, analysis };
      await new Promise((resolve) => setImmediate(resolve));
    }
  };
  const alone = await review([]);
  const counts = [0, 0];

  assert.equal(alone.done, actions.length);
  assert.deepEqual(await review(counts, 1), alone);
  assert.ok(counts[0] > 0 && counts[1] >= 3, "both took part, and one failed");
});

/* As a worker does that nobody holds. */
test("a review holds the helper that it waits for", async () => {
  const { actions } = reviewed();
  const large = await Core.load(mindBytes[0]);
  const task = { module: large.module, net: netOf(3), game: "ra", players: 3, options: {}, actions, bot: "hard" };
  const silent = () => ({
    heard: [],
    begin() {},
    judge() {
      return new Promise((resolve) => this.heard.push(resolve));
    },
    end() {},
  });
  const review = await reviewWith(await begun(large, task), task, []);
  const helper = new WeakRef((() => {
    const one = silent();
    review.with(one, task);
    return one;
  })());

  setFlagsFromString("--expose-gc");
  const gc = runInNewContext("gc");
  await new Promise((resolve) => setImmediate(resolve));
  gc();
  await new Promise((resolve) => setImmediate(resolve));
  gc();
  assert.ok(helper.deref(), "it is there");
  assert.ok((await review.on(0)).done >= 1);
});

test("more tables than stay in memory", async () => {
  const hall = newHall();
  const made = [];

  for (let i = 0; i < 12; i++)
    made.push(await ask(hall, "POST", "/api/1/tables", { game: "ra", players: 2, seats: [person(`A${i}`), person(`B${i}`)], start: true }));
  for (const { table, tokens } of made) {
    const { view } = await ask(hall, "GET", `/api/1/tables/${table.id}`, undefined, Object.values(tokens));
    const [seat] = Object.keys(view.legal);

    await ask(hall, "POST", `/api/1/tables/${table.id}/act`, { seat: Number(seat), seq: view.seq, action: "draw", key: "k" }, [tokens[seat]]);
  }
  for (const { table } of made)
    assert.equal((await ask(hall, "GET", `/api/1/tables/${table.id}`)).table.seq, 3);
  assert.equal((await ask(hall, "GET", "/api/1/local/tables")).tables.length, 12);
});
