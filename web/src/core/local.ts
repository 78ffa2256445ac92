/* SPDX-License-Identifier: MIT
 * local.ts -- the hall in the page: tables for the persons at this screen and bots, without a server. It takes
 * the requests and messages of docs/protocol.md and answers in the same words, so that the client
 * need not know who it speaks with. What it adds is under /api/1/local; docs/wasm.md says it all.
 *
 * It runs in a Web Worker and under node. Where games are kept, chance, the clock and pauses come from outside.
 */
import { chanceMoves, type Core, type Acted, type Game, type GameOffer, type Options, Refusal } from "./core";
import { isLocal } from "./ids";
import { Mind, type MindSource } from "./mind";
import { readRecord, writeRecord } from "./record";

/* Where tables are kept: a text for each, by the table's name. */
export interface Keeper {
  list(): Promise<string[]>;
  get(id: string): Promise<string | null | undefined>;
  put(id: string, text: string): Promise<void>;
  remove(id: string): Promise<void>;
}

export interface Settings {
  keeper: Keeper;
  botDelay: number;                     /* milliseconds that people need to follow */
  seed: () => bigint;                   /* 64 bits of chance */
  now: () => Date;
  pause: (ms: number) => Promise<void>;
  trouble: (error: unknown) => void;    /* a game could not be kept, or a bot failed: the page should say so */
  mind?: MindSource;                    /* for the bots that ask nets; without it there are none */
}

export interface Reply {
  status: number;
  body: Record<string, unknown>;
}

interface KeptSeat {
  kind: "person" | "bot" | "open";
  name: string;
  bot?: string;
  token?: string;
}

/* What is agreed on when a table is made. */
interface Agreed {
  hints: boolean;
  pace: string;
  stand_ins: string;
}

/* What is stored of a table: with the actions it is all there is to it. */
interface Kept {
  format: "khepri-local/1";
  id: string;
  game: string;
  options: Options;
  public: boolean;
  agreed?: Agreed; /* older tables lack it */
  created: string;
  status: "waiting" | "playing" | "over";
  rematch: string | null;
  seats: KeptSeat[];
  seq: number;
  actions: string[];
}

type Body = Record<string, unknown>;
type Message = Record<string, unknown>;

const keptFormat = "khepri-local/1";
const mostLoaded = 6;
const botNames = ["Nefer", "Senbi", "Iti", "Hapu", "Meret", "Djehuti", "Teti", "Ipi"];
const statusOf: Record<string, number> = {
  bad_request: 400, no_token: 401, forbidden: 403, not_found: 404, method: 405, stale: 409, illegal: 409, conflict: 409, too_large: 413, too_many: 429, busy: 503, net: 503,
};

export function memoryKeeper(texts = new Map<string, string>()): Keeper {
  return {
    list: async () => [...texts.keys()],
    get: async (id) => texts.get(id),
    put: async (id, text) => void texts.set(id, text),
    remove: async (id) => void texts.delete(id),
  };
}

function refuse(code: string, sentence: string): never {
  throw new Refusal(code, sentence);
}

const isObject = (value: unknown): value is Body => typeof value === "object" && value !== null && !Array.isArray(value);
const isCount = (value: unknown, most: number): value is number => typeof value === "number" && Number.isInteger(value) && value >= 0 && value <= most;

/* ---- what is read ---- */

const nameRule = "a name has 1 to 24 characters, none of them a control character";

function isName(value: unknown): value is string {
  if (typeof value !== "string")
    return false;
  const characters = [...value];

  return characters.length >= 1 && characters.length <= 24 && !/[\u0000-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069\ud800-\udfff]/u.test(value) &&
    characters.some((c) => !/[ \u00a0\u2000-\u200f\u3000]/.test(c));
}

function readFlag(body: Body, key: string): boolean {
  const value = body[key];

  if (value !== undefined && typeof value !== "boolean")
    refuse("bad_request", `"${key}" must be true or false`);
  return value === true;
}

function readChoice(body: Body, key: string, words: string[]): string {
  const value = body[key] === undefined ? words[0] : body[key];

  if (typeof value !== "string" || !words.includes(value))
    refuse("bad_request", `"${key}" must be ${words.slice(0, -1).map((word) => `"${word}"`).join(", ")} or "${words[words.length - 1]}"`);
  return value;
}

function readAgreed(body: Body, seats: KeptSeat[]): Agreed {
  const alone = seats.filter(({ kind }) => kind === "person").length === 1 && seats.every(({ kind }) => kind !== "open");

  return {
    hints: body.hints === undefined ? alone : readFlag(body, "hints"),
    pace: readChoice(body, "pace", ["human", "off"]),
    stand_ins: readChoice(body, "stand_ins", ["return", "stay", "none"]),
  };
}

/* The list of an act or a try, and its seat and moment. */
function readWish(body: Body, trying: boolean): { seat: number; seq: number; actions: string[]; key: string } {
  const { seat, seq, action, actions, key } = body;
  const list = action !== undefined && actions === undefined ? [action] : action === undefined ? actions : null;
  const fine = isCount(seat, 4) && isCount(seq, 1000000) && Array.isArray(list) && list.length >= 1 && list.length <= 32 &&
    list.every((text) => typeof text === "string" && text.length < 64) &&
    (trying || (typeof key === "string" && [...key].length >= 1 && [...key].length <= 64));

  if (!fine)
    refuse("bad_request", 'an action needs "seat" and "seq" (whole numbers) and "action" (its text) or "actions" (a list of 1 to 32)' +
      (trying ? "" : ', and "key" (any text of 1 to 64 characters, new for each request)'));
  return { seat: seat as number, seq: seq as number, actions: list as string[], key: trying ? "" : key as string };
}

/* ---- a table ---- */

const notAgreed: Agreed = { hints: false, pace: "human", stand_ins: "return" };

function tableJson({ id, game, options, status, public: open, agreed = notAgreed, seats, seq, created, rematch }: Kept, online: (seat: number) => boolean): Body {
  const shown = seats.map(({ kind, name, bot }, i) => kind === "bot" ? { kind, bot, name } : kind === "person" ? { kind, name, online: online(i), away: false } : { kind, name: "" });

  return { id, game, options, players: seats.length, status, public: open, ...agreed, seats: shown, seq, created, rematch };
}

/* Somebody who looks on, with the seats of the tokens shown. */
interface Visitor {
  tokens: string[];
  send(message: Message): void;
}

/* Asks a bot for what it does for a seat. */
type Chooser = (game: Game, bot: string, seat: number, seed: bigint) => Promise<string[]>;

class LocalTable {
  readonly visitors = new Set<Visitor>();
  used = 0;
  gone = false;
  private turns: Promise<unknown> = Promise.resolve();
  private botting = false;

  constructor(private readonly settings: Settings, readonly kept: Kept, readonly game: Game, private readonly choose: Chooser) {}

  /* One thing after the other, as at a server's table. */
  queue<T>(what: () => Promise<T>): Promise<T> {
    const done = this.turns.then(what);

    this.turns = done.catch(() => undefined);
    return done;
  }

  get busy(): boolean {
    return this.botting;
  }

  get started(): boolean {
    return this.kept.status !== "waiting";
  }

  seatsOf(tokens: readonly string[]): number[] {
    return this.kept.seats.flatMap((seat, i) => seat.token !== undefined && tokens.includes(seat.token) ? [i] : []);
  }

  private online(seat: number): boolean {
    return [...this.visitors].some((v) => this.seatsOf(v.tokens).includes(seat));
  }

  onlineSet(): string {
    return this.kept.seats.map((_, i) => Number(this.online(i))).join("");
  }

  tokens(): Record<string, string> {
    return Object.fromEntries(this.kept.seats.flatMap((seat, i) => seat.token === undefined ? [] : [[String(i), seat.token]]));
  }

  json(): Body {
    return tableJson(this.kept, (seat) => this.online(seat));
  }

  view(tokens: readonly string[], seq?: number): unknown {
    return this.started ? this.game.view(this.seatsOf(tokens), seq) : null;
  }

  record(): unknown {
    const { seats, created, id } = this.kept;

    return writeRecord(this.game, seats.map(({ kind, name }) => kind === "open" ? "open" : name), { date: created.slice(0, 10), table: id, bots: seats.map(({ bot }) => bot ?? "human") });
  }

  /* What happened is kept before anybody hears of it; if it cannot be, the page hears that, and the game goes on. */
  async keep(): Promise<void> {
    const { kept, game } = this;

    if (this.gone)
      return;
    kept.actions.push(...game.actions(kept.actions.length));
    kept.seq = game.moment;
    if (kept.status === "playing" && game.facts().to_move === 0)
      kept.status = "over";
    try {
      await this.settings.keeper.put(kept.id, JSON.stringify(kept));
    } catch (error) {
      this.settings.trouble(error);
    }
  }

  tellTable(to: Iterable<Visitor> = this.visitors): void {
    const table = this.json();

    for (const visitor of to)
      visitor.send({ op: "table", table, view: this.view(visitor.tokens) });
  }

  /* What has happened since, to those who may know of it: moments as steps; what was done in secret, to who
   * sees something else by it. */
  private tellTurn(moment: number, count: number): void {
    for (let seq = moment + 1; seq <= this.game.moment; seq++) {
      for (const visitor of this.visitors)
        visitor.send({ op: "step", table: this.kept.id, view: this.view(visitor.tokens, seq) });
    }
    if (this.game.count > count && this.game.moment === moment)
      this.tellTable([...this.visitors].filter((v) => this.game.changed(this.seatsOf(v.tokens), count)));
    if (this.kept.status === "over")
      this.tellTable();
  }

  /* Does something to the game: kept, answered, told, and then the bots are asked. */
  async turn(what: () => Acted, answer: (acted: Acted) => void = () => undefined): Promise<void> {
    const { moment, count } = this.game;
    const acted = what();

    while (this.game.facts().to_move === chanceMoves)
      this.game.chance(this.settings.seed());
    if (this.game.count > count)
      await this.keep();
    answer(acted);
    if (this.game.count > count) {
      this.tellTurn(moment, count);
      void this.bots();
    }
  }

  /* A table was left while nature was to act only if it was not kept whole; then she acts now. */
  begin(): Promise<void> {
    return this.turn(() => this.game.chance(this.settings.seed()));
  }

  private botToMove(): number {
    const { to_move } = this.game.facts();

    return this.kept.seats.findIndex((seat, i) => seat.kind === "bot" && (to_move >> i & 1) === 1);
  }

  private async bot(seat: number): Promise<void> {
    const { seed } = this.settings;

    if (this.gone || (this.game.facts().to_move >> seat & 1) === 0)
      return;
    const bot = this.kept.seats[seat]!.bot!;
    const actions = await this.choose(this.game, bot, seat, seed());

    await this.turn(() => this.game.act(seat, this.game.moment, actions, "", seed()));
  }

  /* Bots act one after the other, each after a rest, until a person is to act or the game is over. */
  async bots(): Promise<void> {
    if (this.botting || !this.started)
      return;
    this.botting = true;
    try {
      for (let seat = this.botToMove(); seat >= 0 && !this.gone; seat = this.botToMove()) {
        const next = seat;

        if (this.kept.agreed?.pace !== "off")
          await this.settings.pause(this.settings.botDelay);
        await this.queue(() => this.bot(next));
      }
    } catch (error) {
      this.settings.trouble(error);
    } finally {
      this.botting = false;
    }
  }
}

/* ---- a game gone through ---- */

const mostReviews = 4;
const sliceTime = 25;

/* Worked out in slices between which others are served, so that nobody waits for it. */
class Review {
  private progress: [number, number] = [0, 0];
  private analysis: unknown;
  private error: unknown;

  constructor(thinker: Promise<Game>, bot: string) {
    this.run(thinker, bot).catch((error) => (this.error = error));
  }

  private async run(thinker: Promise<Game>, bot: string): Promise<void> {
    const game = await thinker;
    const work = game.analyse(bot, 0n);

    for (let since = Date.now(); ;) {
      const { done, value } = work.next();

      if (done) {
        this.analysis = value;
        return;
      }
      this.progress = value;
      if (Date.now() - since >= sliceTime) {
        await new Promise((resolve) => setTimeout(resolve));
        since = Date.now();
      }
    }
  }

  get failed(): boolean {
    return this.error !== undefined;
  }

  answer(): Answer {
    if (this.failed)
      throw this.error;
    return [200, this.analysis === undefined ? { ok: true, done: false, progress: this.progress } : { ok: true, done: true, analysis: this.analysis }];
  }
}

/* ---- the hall ---- */

/* A line as a WebSocket would be. */
export interface Line {
  say(message: Message): void;
  close(): void;
}

type Answer = [status: number, body: Body];
type Route = (hall: Hall, table: LocalTable, tokens: string[], body: Body) => Promise<Answer> | Answer;

export class Hall {
  private readonly settings: Settings;
  private readonly loaded = new Map<string, Promise<LocalTable>>();
  private readonly mind: Mind | null;
  private readonly reviews = new Map<string, Review>();
  private clock = 0;

  constructor(private readonly core: Core, settings: Partial<Settings> & { keeper: Keeper }) {
    this.mind = settings.mind ? new Mind(settings.mind) : null;
    this.settings = {
      botDelay: 700,
      seed: () => crypto.getRandomValues(new BigUint64Array(1))[0]!,
      now: () => new Date(),
      pause: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
      trouble: (error) => console.error(error),
      ...settings,
    };
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
      const found = await this.table(id);

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
          send({ op: "reply", ...id, ...await this.hint(table, visitor.tokens, message) });
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

  /* ---- what bots there are, and where they think ---- */

  private offer(name: unknown): GameOffer | undefined {
    const offer = this.core.offer(name);

    return offer && { ...offer, bots: this.mind?.bots(offer.name) ?? offer.bots };
  }

  /* Whether the small core has not got it. */
  private isHard(game: string, bot: string): boolean {
    return this.mind !== null && !this.core.offer(game)!.bots.includes(bot.split(":")[0]!);
  }

  private readonly choose: Chooser = async (game, bot, seat, seed) =>
    this.isHard(game.name, bot) ? this.mind!.choose(game, bot, seat, seed) : game.bot(bot, seat, seed);

  /* "master:1000ms" and "master:20000" say how much it may think. */
  private knows(bots: string[], bot: string): boolean {
    return bots.includes(bot) || (bots.includes("master") && /^master:[1-9]\d{0,5}(ms)?$/.test(bot));
  }

  /* ---- tables ---- */

  private async load(id: string): Promise<LocalTable> {
    const text = isLocal(id) ? await this.settings.keeper.get(id) : null;

    if (text === null || text === undefined)
      refuse("not_found", "there is no such table");
    const kept = JSON.parse(text) as Kept;

    if (kept.format !== keptFormat)
      refuse("busy", `this table was kept by another version of Khepri, as ${String(kept.format)}`);
    const game = await this.core.begin(kept.game, kept.seats.length, kept.options);

    game.restore(kept.actions);
    const table = new LocalTable(this.settings, kept, game, this.choose);

    if (table.started && game.facts().to_move === chanceMoves)
      await table.begin();
    return table;
  }

  /* Of the tables that nobody watches only the last few stay in memory. */
  private async forgetSome(): Promise<void> {
    const idle: { id: string; used: number }[] = [];

    for (const [id, loading] of this.loaded) {
      const table = await loading.catch(() => null);

      if (table && table.visitors.size === 0 && !table.busy)
        idle.push({ id, used: table.used });
    }
    idle.sort((a, b) => b.used - a.used);
    for (const { id } of idle.slice(mostLoaded))
      this.loaded.delete(id);
  }

  async table(id: string): Promise<LocalTable> {
    let loading = this.loaded.get(id);

    if (!loading) {
      loading = this.load(id);
      this.loaded.set(id, loading);
      loading.catch(() => this.loaded.delete(id));
      void this.forgetSome();
    }
    const table = await loading;

    table.used = ++this.clock;
    return table;
  }

  private async add(kept: Kept, game: Game): Promise<LocalTable> {
    for (const { bot } of kept.seats) {
      if (bot !== undefined && this.isHard(game.name, bot))
        await this.mind!.ready(game.name, game.players);
    }
    const table = new LocalTable(this.settings, kept, game, this.choose);

    table.used = ++this.clock;
    this.loaded.set(kept.id, Promise.resolve(table));
    if (table.started && game.facts().to_move === chanceMoves)
      await table.begin();
    else
      await table.keep();
    void table.bots();
    return table;
  }

  private async forget(table: LocalTable): Promise<void> {
    table.gone = true;
    this.loaded.delete(table.kept.id);
    await this.settings.keeper.remove(table.kept.id);
  }

  /* All that are kept, newest first. What cannot be read is passed over here, and says so when it is asked for. */
  private async tables(): Promise<Body[]> {
    const found: Body[] = [];

    for (const id of await this.settings.keeper.list()) {
      const table = await this.loaded.get(id);

      if (table) {
        found.push(table.json());
      } else {
        try {
          const kept = JSON.parse(await this.settings.keeper.get(id) ?? "null") as Kept | null;

          if (kept?.format === keptFormat)
            found.push(tableJson(kept, () => false));
        } catch (error) {
          this.settings.trouble(error);
        }
      }
    }
    return found.sort((a, b) => String(a.created) < String(b.created) ? 1 : String(a.created) > String(b.created) ? -1 : 0);
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
    const { bots } = this.offer(game)!;

    if (typeof bot !== "string" || !this.knows(bots, bot))
      refuse("bad_request", `"bot" must name one of the bots of ${game}: ${bots.join(", ")}`);
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

  /* ---- teaching ---- */

  /* Who thinks, and by which bot: the strongest of those that need no search. */
  private teacher(game: string): { mind: Mind; bot: string } {
    const bot = this.mind?.bots(game).find((name) => name === "hard");

    return this.mind && bot ? { mind: this.mind, bot } : refuse("conflict", "there is no net for this game yet, and so neither hints nor analyses");
  }

  private async hint(table: LocalTable, tokens: string[], body: Body): Promise<Body> {
    const { seat, seq } = body;
    const { game, kept } = table;

    if (!isCount(seat, 4) || !isCount(seq, 1000000))
      refuse("bad_request", 'a hint needs "seat" and "seq" (whole numbers)');
    if (!table.seatsOf(tokens).includes(seat))
      tokens.length === 0 ? refuse("no_token", "a hint for a seat needs its token") : refuse("forbidden", `the token shown is not that of seat ${seat}`);
    if (!kept.agreed?.hints)
      refuse("conflict", "there are no hints at this table: that was agreed on when it was made");
    if (!table.started)
      refuse("conflict", "the game has not started");
    if (seq !== game.moment)
      refuse("stale", "the table has moved on");
    const { mind, bot } = this.teacher(game.name);

    return (await mind.twin(game)).hint<Body>(bot, seat, 0n);
  }

  /* Begins the work when it is first asked for; then says how far it is. */
  private review(name: string, game: Game): Answer {
    const { mind, bot } = this.teacher(game.name);
    let review = this.reviews.get(name);

    this.reviews.delete(name);
    review = review && !review.failed ? review : new Review(mind.twin(game), bot);
    this.reviews.set(name, review);
    for (const old of [...this.reviews.keys()].slice(0, -mostReviews))
      this.reviews.delete(old);
    return review.answer();
  }

  private async reviewRecord(body: Body): Promise<Answer> {
    const { game } = await readRecord(this.core, body.record);

    return this.review(JSON.stringify([game.name, game.facts().options, game.players, game.actions()]), game);
  }

  /* ---- requests ---- */

  private async create(body: Body): Promise<Answer> {
    const offer = this.offer(body.game);
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
    const table = await this.add(this.newTable(game, read, readFlag(body, "public"), readAgreed(body, read), start), game);

    return [201, { ok: true, table: table.json(), tokens: table.tokens() }];
  }

  /* A table whose game is that of a record: to be looked at if it is over, else to go on with. */
  private async import(body: Body): Promise<Answer> {
    const { game, record } = await readRecord(this.core, body.record);
    const bots = Array.isArray(record.meta?.bots) ? record.meta.bots : [];
    const known = this.offer(game.name)!.bots;
    const wanted = Array.isArray(body.seats) ? body.seats : record.players.map((name, i) =>
      typeof bots[i] === "string" && this.knows(known, bots[i]) ? { kind: "bot", bot: bots[i], name: isName(name) ? name : "" } : { kind: "person", name: isName(name) ? name : `${i + 1}` });

    if (wanted.length !== game.players)
      refuse("bad_request", `"seats" must be a list of ${game.players} seats, one for each player`);
    const seats = wanted.map((seat, i) => this.readSeat(seat, game.name, i));

    if (seats.some((seat) => seat.kind === "open"))
      refuse("bad_request", "a game that is going on has no open seats");
    const table = await this.add(this.newTable(game, seats, false, readAgreed({}, seats), true), game);

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
    const next = await this.add(this.newTable(game, [...moved.slice(-1), ...moved.slice(0, -1)], kept.public, kept.agreed ?? notAgreed, false), game);

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
    hint: ["POST", async (hall, table, tokens, body) => [200, await hall.hint(table, tokens, body)]],
    analysis: ["GET", (hall, table) => table.kept.status === "over" ? hall.review(table.kept.id, table.game) : refuse("conflict", "the game is not over yet")],
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
    forget: ["POST", async (hall, table) => (await hall.forget(table), [200, { ok: true }])],
  };

  private async routeTable(routes: typeof Hall.routes, method: string, path: string, tokens: string[], body: Body): Promise<Answer> {
    const [, id = "", rest = ""] = /^([^/]+)(?:\/(.*))?$/.exec(path) ?? [];
    const moment = routes === Hall.routes ? /^at\/(\d{1,6})$/.exec(rest) : null;
    const [wanted, run] = moment ? ["GET", null] : Object.keys(routes).includes(rest) ? routes[rest]! : refuse("not_found", "there is no such address");

    if (method !== wanted && !(wanted === "GET" && method === "HEAD"))
      refuse("method", wanted === "GET" ? "this address is only to be read, with GET" : "this address takes POST");
    const table = await this.table(id);

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
      return [200, { ok: true, games: this.core.games().map(({ name }) => this.offer(name)) }];
    case "GET /api/1/tables":
      return [200, { ok: true, tables: (await this.tables()).filter((t) => t.public && t.status === "waiting") }];
    case "POST /api/1/tables":
      return this.create(body);
    case "POST /api/1/replay":
      return this.replay(body);
    case "GET /api/1/local/tables":
      return [200, { ok: true, tables: await this.tables() }];
    case "POST /api/1/local/analysis":
      return this.reviewRecord(body);
    case "POST /api/1/local/import":
      return this.import(body);
    }
    const [, own, rest] = /^\/api\/1\/(local\/)?tables\/(.+)$/.exec(path) ?? refuse("not_found", "there is no such address");

    return this.routeTable(own ? Hall.own : Hall.routes, method, rest!, tokens, body);
  }
}
