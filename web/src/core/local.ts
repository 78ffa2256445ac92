/* SPDX-License-Identifier: MIT
 * local.ts -- the hall in the page: tables for the persons at this screen and bots, without a server. It takes
 * the requests and messages of docs/protocol.md and answers in the same words, so that the client
 * need not know who it speaks with. What it adds is under /api/1/local; docs/wasm.md says it all.
 *
 * It runs in a Web Worker and under node. Where games are kept, chance, the clock and pauses come from outside.
 */
import { Bots } from "./bots";
import { systemSeed } from "./chance";
import { type Core, type Game, Refusal } from "./core";
import { Mind } from "./mind";
import { readRecord } from "./record";
import { Shelf } from "./shelf";
import { type Agreed, type Keeper, type Kept, keptFormat, type KeptSeat, type LocalTable, notAgreed, readAgreed, type Settings, type Visitor } from "./table";
import { Teaching } from "./teaching";
import { type Answer, type Body, isCount, isName, isObject, nameRule, readFlag, readWish, refuse } from "./wishes";

export interface Reply {
  status: number;
  body: Record<string, unknown>;
}

type Message = Body;

const botNames = ["Nefer", "Senbi", "Iti", "Hapu", "Meret", "Djehuti", "Teti", "Ipi"];
const statusOf: Record<string, number> = {
  bad_request: 400, no_token: 401, forbidden: 403, not_found: 404, method: 405, stale: 409, illegal: 409, conflict: 409, too_large: 413, too_many: 429, busy: 503, net: 503,
};

/* A line as a WebSocket would be. */
export interface Line {
  say(message: Message): void;
  close(): void;
}

type Route = (hall: Hall, table: LocalTable, tokens: string[], body: Body) => Promise<Answer> | Answer;

export class Hall {
  private readonly settings: Settings;
  private readonly bots: Bots;
  private readonly shelf: Shelf;
  private readonly teaching: Teaching;

  constructor(private readonly core: Core, settings: Partial<Settings> & { keeper: Keeper }) {
    this.settings = {
      botDelay: 700,
      seed: systemSeed,
      now: () => new Date(),
      pause: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
      trouble: (error) => console.error(error),
      ...settings,
    };
    this.bots = new Bots(core, settings.mind ? new Mind(settings.mind) : null);
    this.shelf = new Shelf(core, this.settings, this.bots);
    this.teaching = new Teaching(core, this.bots);
  }

  /* A request of docs/protocol.md: "GET", "/api/1/games". Never throws for what is asked. */
  async request(method: string, path: string, tokens: string[] = [], body: unknown = undefined): Promise<Reply> {
    try {
      if (body !== undefined && !isObject(body))
        refuse("bad_request", "the body must be a JSON object");
      const [status, said] = await this.route(method, path, tokens, (body ?? {}) as Body);

      return { status, body: said };
    } catch (error) {
      if (!(error instanceof Refusal))
        throw error;
      return { status: statusOf[error.code] ?? 500, body: { ok: false, error: error.message, code: error.code } };
    }
  }

  /* A WebSocket of docs/protocol.md. */
  connect(send: (message: Message) => void): Line {
    const visitor: Visitor = { tokens: [], send };
    let table: LocalTable | null = null;
    const leave = () => {
      const left = table;
      const before = left?.onlineSet();

      table = null;
      if (left?.visitors.delete(visitor) && left.onlineSet() !== before)
        left.tellTable();
    };
    const watch = async (message: Message) => {
      const { tokens = [], table: id } = message;

      if (typeof id !== "string" || !Array.isArray(tokens) || tokens.length > 8 || !tokens.every((token) => typeof token === "string"))
        refuse("bad_request", 'watch needs "table", and "tokens" as a list of at most 8 texts');
      const found = await this.shelf.table(id);

      leave();
      table = found;
      visitor.tokens = tokens as string[];
      const before = found.onlineSet();

      found.visitors.add(visitor);
      found.tellTable(found.onlineSet() === before ? [visitor] : found.visitors);
      void found.bots();
    };
    const act = async (message: Message) => {
      const id = typeof message.id === "number" || typeof message.id === "string" ? { id: message.id } : {};

      try {
        if (!table)
          refuse("conflict", "watch a table first");
        if (message.op === "hint")
          send({ op: "reply", ...id, ...await this.teaching.hint(table, visitor.tokens, message) });
        else if (message.op === "try")
          send({ op: "reply", ...id, ok: true, view: this.try(table, visitor.tokens, message) });
        else
          await this.act(table, visitor.tokens, message, (seq, applied) => send({ op: "reply", ...id, ok: true, seq, applied }));
      } catch (error) {
        if (!(error instanceof Refusal))
          throw error;
        send({ op: "reply", ...id, ok: false, error: error.message, code: error.code });
      }
    };
    const say = async (message: Message) => {
      try {
        if (!isObject(message))
          refuse("bad_request", "a message must be a JSON object");
        if (message.op === "ping")
          send({ op: "pong" });
        else if (message.op === "watch")
          await watch(message);
        else if (message.op === "act" || message.op === "try" || message.op === "hint")
          await act(message);
        else
          refuse("bad_request", '"op" must be watch, act, try, hint or ping');
      } catch (error) {
        if (!(error instanceof Refusal))
          throw error;
        send({ op: "error", code: error.code, error: error.message });
      }
    };

    let said: Promise<void> = Promise.resolve();

    return {
      say: (message) => void (said = said.then(() => say(message)).catch(this.settings.trouble)),
      close: () => void (said = said.then(leave)),
    };
  }

  /* Letters that nobody guesses: six bits of chance each, those above the 34 letters thrown away. */
  private random(length: number): string {
    const letters = "abcdefghijklmnopqrstuvwxyz23456789";
    let out = "";

    while (out.length < length) {
      const seed = this.settings.seed();

      for (let at = 0n; at < 60n && out.length < length; at += 6n)
        out += letters[Number(seed >> at & 63n)] ?? "";
    }
    return out;
  }

  /* ---- seats ---- */

  private readSeat(json: unknown, game: string, number: number): KeptSeat {
    const { kind, name, bot } = isObject(json) ? json : {};

    switch (kind) {
    case undefined:
      refuse("bad_request", `seat ${number} needs a "kind": person, bot or open`);
    case "open":
      return { kind, name: "" };
    case "person":
      return isName(name) ? { kind, name, token: this.random(32) } : refuse("bad_request", `seat ${number}: ${nameRule}`);
    case "bot":
      break;
    default:
      refuse("bad_request", `seat ${number} has an unknown kind; it may be person, bot or open`);
    }
    if (name !== undefined && name !== "" && !isName(name))
      refuse("bad_request", `seat ${number}: ${nameRule}`);
    if (typeof bot !== "string" || !this.bots.knows(game, bot))
      refuse("bad_request", `"bot" must name one of the bots of ${game}: ${this.bots.words(game)}`);
    return { kind, name: isName(name) ? name : botNames[number % 8]!, bot };
  }

  private newTable(game: Game, seats: KeptSeat[], open: boolean, agreed: Agreed, started: boolean): Kept {
    const options = game.facts().options;
    const sorted = Object.fromEntries(Object.keys(options).sort().map((key) => [key, options[key]]));

    return {
      format: keptFormat, id: `0${this.random(11)}`, game: game.name, options: sorted, public: open, agreed, status: started ? "playing" : "waiting", rematch: null, seats, seq: 0, actions: [],
      created: this.settings.now().toISOString().replace(/\.\d+Z$/, "Z"),
    };
  }

  private mayManage(table: LocalTable, tokens: string[]): void {
    if (table.seatsOf(tokens).length === 0 && tokens.length === 0)
      refuse("no_token", "this needs the token of a seat of the table");
    if (table.seatsOf(tokens).length === 0)
      refuse("forbidden", "this token is of no seat of the table");
  }

  /* ---- acting ---- */

  private wish(table: LocalTable, tokens: string[], body: Body, trying: boolean) {
    const wish = readWish(body, trying);

    if (!table.seatsOf(tokens).includes(wish.seat))
      tokens.length === 0 ? refuse("no_token", "to act for a seat needs its token") : refuse("forbidden", `the token shown is not that of seat ${wish.seat}`);
    if (!table.started)
      refuse("conflict", "the game has not started");
    return wish;
  }

  private act(table: LocalTable, tokens: string[], body: Body, answer: (seq: number, applied: number) => void): Promise<void> {
    return table.queue(async () => {
      const { seat, seq, actions, key } = this.wish(table, tokens, body, false);

      await table.turn(() => table.game.act(seat, seq, actions, key, this.settings.seed()), (acted) => answer(acted.seq, acted.applied));
    });
  }

  private try(table: LocalTable, tokens: string[], body: Body): unknown {
    const { seat, seq, actions } = this.wish(table, tokens, body, true);

    return table.game.try(seat, seq, actions);
  }

  /* ---- requests ---- */

  private async create(body: Body): Promise<Answer> {
    const offer = this.bots.offer(body.game);
    const { players, seats, options = {} } = body;

    if (!offer)
      refuse("bad_request", `"game" must name a game: ${this.core.games().map(({ name }) => name).join(" or ")}`);
    if (!isCount(players, offer.max_players) || players < offer.min_players)
      refuse("bad_request", `"players" must be a whole number from ${offer.min_players} to ${offer.max_players}`);
    if (!isObject(options))
      refuse("bad_request", '"options" is an object');
    const game = await this.core.begin(offer.name, players, options);

    if (!Array.isArray(seats) || seats.length !== players)
      refuse("bad_request", `"seats" must be a list of ${players} seats, one for each player`);
    const read = seats.map((seat, i) => this.readSeat(seat, offer.name, i));
    const start = readFlag(body, "start") && read.every((seat) => seat.kind !== "open");
    const table = await this.shelf.add(this.newTable(game, read, readFlag(body, "public"), readAgreed(body, read), start), game);

    return [201, { ok: true, table: table.json(), tokens: table.tokens() }];
  }

  /* A table whose game is that of a record: to be looked at if it is over, else to go on with. */
  private async import(body: Body): Promise<Answer> {
    const { game, record } = await readRecord(this.core, body.record);
    const bots = Array.isArray(record.meta?.bots) ? record.meta.bots : [];
    const wanted = Array.isArray(body.seats) ? body.seats : record.players.map((name, i) =>
      typeof bots[i] === "string" && this.bots.knows(game.name, bots[i]) ? { kind: "bot", bot: bots[i], name: isName(name) ? name : "" } : { kind: "person", name: isName(name) ? name : `${i + 1}` });

    if (wanted.length !== game.players)
      refuse("bad_request", `"seats" must be a list of ${game.players} seats, one for each player`);
    const seats = wanted.map((seat, i) => this.readSeat(seat, game.name, i));

    if (seats.some((seat) => seat.kind === "open"))
      refuse("bad_request", "a game that is going on has no open seats");
    const table = await this.shelf.add(this.newTable(game, seats, false, readAgreed({}, seats), true), game);

    return [201, { ok: true, table: table.json(), tokens: table.tokens() }];
  }

  private async replay(body: Body): Promise<Answer> {
    const { game, record } = await readRecord(this.core, body.record);
    const { at = game.count, steps } = body;

    if (!isCount(at, game.count) || (steps !== undefined && typeof steps !== "boolean"))
      refuse("bad_request", `"at" must be a moment of the record, 0 to ${game.count}, and "steps" true or false`);
    return [200, { ok: true, ...(steps && { steps: game.replaySteps() }), players: record.players, view: JSON.parse(game.replayText(at)) }];
  }

  private async join(table: LocalTable, body: Body): Promise<Answer> {
    const { seats } = table.kept;
    const seat = body.seat === undefined ? seats.findIndex(({ kind }) => kind === "open") : body.seat;

    if (!isName(body.name))
      refuse("bad_request", nameRule);
    if (body.seat !== undefined && !isCount(seat, seats.length - 1))
      refuse("bad_request", '"seat" must be a seat of this table, counted from 0');
    if (table.started)
      refuse("conflict", "the game has started; no seat can be taken any more");
    if (seat === -1)
      refuse("conflict", "no seat is open at this table");
    if (seats[seat as number]!.kind !== "open")
      refuse("conflict", "this seat is not open");
    const taken = this.readSeat({ kind: "person", name: body.name }, table.kept.game, seat as number);

    seats[seat as number] = taken;
    await table.keep();
    table.tellTable();
    return [200, { ok: true, table: table.json(), seat, token: taken.token }];
  }

  private async seats(table: LocalTable, tokens: string[], body: Body): Promise<Answer> {
    const { seats, game } = table.kept;
    const { seat } = body;

    this.mayManage(table, tokens);
    if (!isCount(seat, seats.length - 1))
      refuse("bad_request", '"seat" must be a seat of this table, counted from 0');
    const changed = this.readSeat(body, game, seat);

    if (changed.kind === "person")
      refuse("bad_request", "a person takes an open seat with join");
    if (table.started)
      refuse("conflict", "the game has started; the seats stay as they are");
    if (seats[seat]!.kind === "person" && !table.seatsOf(tokens).includes(seat))
      refuse("forbidden", "this seat is another person's");
    seats[seat] = changed;
    await table.keep();
    table.tellTable();
    return [200, { ok: true, table: table.json() }];
  }

  private async start(table: LocalTable, tokens: string[]): Promise<Answer> {
    this.mayManage(table, tokens);
    if (table.started)
      refuse("conflict", "the game has started already");
    if (table.kept.seats.some(({ kind }) => kind === "open"))
      refuse("conflict", "a seat is still open: wait for somebody, or seat a bot there");
    table.kept.status = "playing";
    await table.begin();
    table.tellTable();
    return [200, { ok: true, table: table.json() }];
  }

  private async rematch(table: LocalTable, tokens: string[]): Promise<Answer> {
    const { kept } = table;

    this.mayManage(table, tokens);
    if (kept.status !== "over")
      refuse("conflict", "a rematch begins when the game is over");
    if (kept.rematch !== null)
      return [200, { ok: true, table: table.json(), tokens: {} }];
    const shown = table.seatsOf(tokens);
    const game = await this.core.begin(kept.game, kept.seats.length, kept.options);
    const moved = kept.seats.map((seat, i): KeptSeat => seat.kind !== "person" ? seat : !shown.includes(i) ? { kind: "open", name: "" } : { ...seat, token: this.random(32) });
    const next = await this.shelf.add(this.newTable(game, [...moved.slice(-1), ...moved.slice(0, -1)], kept.public, kept.agreed ?? notAgreed, false), game);

    kept.rematch = next.kept.id;
    await table.keep();
    table.tellTable();
    return [201, { ok: true, table: next.json(), tokens: next.tokens() }];
  }

  private static readonly routes: Record<string, [method: string, run: Route]> = {
    "": ["GET", (_, table, tokens) => [200, { ok: true, table: table.json(), view: table.view(tokens) }]],
    log: ["GET", (_, table, tokens) => [200, { ok: true, steps: table.game.steps(table.seatsOf(tokens)) }]],
    record: ["GET", (_, table) => table.game.facts().secrets ? refuse("conflict", "this game has secrets; its record can be had when it is over") : [200, table.record() as Body]],
    join: ["POST", (hall, table, _, body) => table.queue(() => hall.join(table, body))],
    seats: ["POST", (hall, table, tokens, body) => table.queue(() => hall.seats(table, tokens, body))],
    start: ["POST", (hall, table, tokens) => table.queue(() => hall.start(table, tokens))],
    rematch: ["POST", (hall, table, tokens) => table.queue(() => hall.rematch(table, tokens))],
    hint: ["POST", async (hall, table, tokens, body) => [200, await hall.teaching.hint(table, tokens, body)]],
    analysis: ["GET", (hall, table) => table.kept.status === "over" ? hall.teaching.review(table.kept.id, table.game) : refuse("conflict", "the game is not over yet")],
    try: ["POST", (hall, table, tokens, body) => [200, { ok: true, view: hall.try(table, tokens, body) }]],
    act: ["POST", async (hall, table, tokens, body) => {
      let said: Answer | undefined;

      await hall.act(table, tokens, body, (seq, applied) => void (said = [200, { ok: true, seq, applied }]));
      return said!;
    }],
  };

  private static readonly own: Record<string, [method: string, run: Route]> = {
    "": ["GET", (_, table) => [200, { ok: true, table: table.json(), tokens: table.tokens() }]],
    record: ["GET", (_, table) => [200, table.record() as Body]],
    forget: ["POST", async (hall, table) => (await hall.shelf.forget(table), [200, { ok: true }])],
  };

  private async routeTable(routes: typeof Hall.routes, method: string, path: string, tokens: string[], body: Body): Promise<Answer> {
    const [, id = "", rest = ""] = /^([^/]+)(?:\/(.*))?$/.exec(path) ?? [];
    const moment = routes === Hall.routes ? /^at\/(\d{1,6})$/.exec(rest) : null;
    const [wanted, run] = moment ? ["GET", null] : Object.keys(routes).includes(rest) ? routes[rest]! : refuse("not_found", "there is no such address");

    if (method !== wanted && !(wanted === "GET" && method === "HEAD"))
      refuse("method", wanted === "GET" ? "this address is only to be read, with GET" : "this address takes POST");
    const table = await this.shelf.table(id);

    if (run)
      return run(this, table, tokens, body);
    if (!table.started)
      refuse("not_found", "the game has not started");
    return [200, { ok: true, view: table.view(tokens, Number(moment![1])) }];
  }

  private async route(method: string, path: string, tokens: string[], body: Body): Promise<Answer> {
    switch (`${method} ${path}`) {
    case "GET /health":
    case "GET /ready":
      return [200, { ok: true }];
    case "GET /api/1/games":
      return [200, { ok: true, games: this.core.games().map(({ name }) => this.bots.offer(name)) }];
    case "GET /api/1/tables":
      return [200, { ok: true, tables: (await this.shelf.tables()).filter((t) => t.public && t.status === "waiting") }];
    case "POST /api/1/tables":
      return this.create(body);
    case "POST /api/1/replay":
      return this.replay(body);
    case "GET /api/1/local/tables":
      return [200, { ok: true, tables: await this.shelf.tables() }];
    case "POST /api/1/local/analysis":
      return this.teaching.reviewRecord(body);
    case "POST /api/1/local/import":
      return this.import(body);
    }
    const [, own, rest] = /^\/api\/1\/(local\/)?tables\/(.+)$/.exec(path) ?? refuse("not_found", "there is no such address");

    return this.routeTable(own ? Hall.own : Hall.routes, method, rest!, tokens, body);
  }
}
