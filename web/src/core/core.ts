/* SPDX-License-Identifier: MIT
 * core.ts -- the rules of the games, the bots and the table in this very page: khepri.wasm, loaded.
 *
 * A Core is the compiled module; each Game is an instance of it, with a memory of its own. Texts go in
 * and JSON comes out as src/wasm/wasm_api.h says; what comes out is what docs/protocol.md describes. It
 * needs no DOM and no network, so that it runs in a Web Worker, in a page, and under node alike.
 */

import { openChance } from "./chance";

/* What the module exports. */
interface Exports {
  memory: WebAssembly.Memory;
  in(): number;
  room(): number;
  out(): number;
  games(): number;
  begin(players: number): number;
  open(): number;
  position(seat: number): number;
  restore(count: number): number;
  count(): number;
  moment(): number;
  facts(): number;
  actions(first: number): number;
  view(readers: number, seq: number): number;
  steps(readers: number, first: number, past: number): number;
  replay(at: number): number;
  replaySteps(first: number, past: number): number;
  act(seat: number, seq: number, count: number, seed: bigint): number;
  try(seat: number, seq: number, count: number): number;
  chance(seed: bigint): number;
  netRoom(size: number): number;
  net(): number;
  bot(seat: number, seed: bigint): number;
  hint(seat: number, seed: bigint): number;
  analyse(seed: bigint): number;
  analyseQuickly(): number;
  analyseOn(most: number): number;
  signature(games: number, textEach: number): bigint;
  simulate(number: number): number;
  trace(at: number): number;
  playouts(games: number, seed: bigint): number;
  seen(): number;
  think(seat: number, seed: bigint): number;
  thinkHint(seat: number, seed: bigint): number;
  hallBegin(botDelay: number): number;
  hallSeed(seed: bigint): void;
  hallDelay(botDelay: number): void;
  hallNow(clock: bigint, date: bigint, seed: bigint): void;
  hallRequest(who: number, method: number): void;
  hallOpen(who: number): void;
  hallMessage(who: number): void;
  hallClose(who: number): void;
  hallTick(): void;
  hallEffect(): number;
  hallHas(): number;
  hallPut(): number;
  hallRow(): number;
  hallCommitted(kept: number): void;
  hallSeen(thought: number): number;
  hallSeenSize(): number;
  hallChoose(thought: number): void;
  hallThought(thought: number, worked: number, value: number): void;
}

export interface GameOffer {
  name: string;
  min_players: number;
  max_players: number;
  hidden_information: boolean;
  options: { key: string; values: (string | number | boolean)[]; default: string | number | boolean }[];
  bots: string[];
}

/* What cannot be done, and why: a code of docs/protocol.md, and a sentence. */
export class Refusal extends Error {
  constructor(readonly code: string, sentence: string) {
    super(sentence);
  }
}

export type Options = Record<string, unknown>;

/* The seats that watch. None ([]): a spectator. */
export type Readers = readonly number[];

export interface Facts {
  game: string;
  options: Options;
  players: number;
  seq: number;
  actions: number;
  to_move: number;
  secrets: boolean;
  result: { scores: number[]; winners: number[] } | null;
}

/* `from`: how many actions there were before; greater than the last answer's only if something was done. */
export interface Acted {
  seq: number;
  applied: number;
  from: number;
}

const stepsAtOnce = 32;
const encoder = new TextEncoder();
const decoder = new TextDecoder();

const setOf = (readers: Readers): number => readers.reduce((set, seat) => set | 1 << seat, 0);

/* The option's value as text, as records write it. */
function optionText(key: string, value: unknown): string {
  if (typeof value === "object")
    throw new Refusal("bad_request", `the option ${key} is not played with in a page: only its named values are`);
  return String(value);
}

/* An instance of the module: texts in, JSON out. */
export class Machine {
  constructor(readonly exports: Exports) {}

  put(texts: readonly string[]): void {
    const bytes = encoder.encode(texts.map((text) => `${text.replaceAll("\0", "?")}\0`).join("") + "\0");

    if (bytes.length > this.exports.room())
      throw new Refusal("too_large", "that is too much at once");
    new Uint8Array(this.exports.memory.buffer, this.exports.in(), bytes.length).set(bytes);
  }

  bytes(at: number, size: number): Uint8Array {
    return new Uint8Array(this.exports.memory.buffer, at, size);
  }

  text(length: number): string {
    if (length === 0)
      throw new Refusal("busy", "the answer has no room");
    return decoder.decode(new Uint8Array(this.exports.memory.buffer, this.exports.out(), length));
  }

  /* An answer of the form {"ok":…}. */
  answer<T>(length: number): T {
    const said = JSON.parse(this.text(length));

    if (!said.ok)
      throw new Refusal(said.code, said.error);
    return said as T;
  }
}

/* One game from its first action to where it stands: the log is the truth. */
export class Game {
  private constructor(private readonly exports: Exports, private readonly machine: Machine, readonly name: string, readonly players: number) {}

  static begin(exports: Exports, name: string, players: number, options: Options): Game {
    const machine = new Machine(exports);

    machine.put([name, ...Object.entries(options).flatMap(([key, value]) => [key, optionText(key, value)])]);
    machine.answer(exports.begin(players));
    return new Game(exports, machine, name, players);
  }

  /* From a position, as a string or as JSON, on. */
  static open(exports: Exports, position: string): Game {
    const machine = new Machine(exports);

    machine.put([position]);
    const { game, players } = machine.answer<{ game: string; players: number }>(exports.open());

    return new Game(exports, machine, game, players);
  }

  /* The position as a string: what a seat sees, -1 being a spectator; without a seat all, secrets included. */
  position(seat = 7): string {
    return this.machine.answer<{ position: string }>(this.exports.position(seat)).position;
  }

  get moment(): number {
    return this.exports.moment();
  }

  /* How many actions the log holds: more than `moment` while seats act in secret. */
  get count(): number {
    return this.exports.count();
  }

  facts(): Facts {
    return this.machine.answer(this.exports.facts());
  }

  /* The view of a moment as JSON text. */
  viewText(readers: Readers, seq: number = this.moment): string {
    if (!(Number.isInteger(seq) && seq >= 0 && seq <= this.moment))
      throw new Refusal("not_found", `the newest moment of this table is ${this.moment}`);
    return this.machine.text(this.exports.view(setOf(readers), seq));
  }

  view<V>(readers: Readers, seq?: number): V {
    return JSON.parse(this.viewText(readers, seq)) as V;
  }

  /* The public steps from `first` on. */
  steps<S>(readers: Readers, first = 0): S[] {
    const out: S[] = [];

    for (let at = first; at < this.moment; at += stepsAtOnce)
      out.push(...JSON.parse(this.machine.text(this.exports.steps(setOf(readers), at, at + stepsAtOnce))) as S[]);
    return out;
  }

  /* The view of a record that is looked at: every action is a moment, and nobody's secret is shown. */
  replayText(at: number): string {
    return this.machine.text(this.exports.replay(at));
  }

  replaySteps<S>(): S[] {
    const out: S[] = [];

    for (let at = 0; at < this.count; at += stepsAtOnce)
      out.push(...JSON.parse(this.machine.text(this.exports.replaySteps(at, at + stepsAtOnce))) as S[]);
    return out;
  }

  /* All actions, as a record writes them. */
  actions(first = 0): string[] {
    const out: string[] = [];

    while (first + out.length < this.count)
      out.push(...JSON.parse(this.machine.text(this.exports.actions(first + out.length))) as string[]);
    return out;
  }

  act(seat: number, seq: number, actions: readonly string[], key: string, seed: bigint): Acted {
    this.machine.put([key, ...actions.slice(0, 33)]);
    return this.machine.answer(this.exports.act(seat, seq, actions.length, seed));
  }

  /* What the seat would see after these actions; nothing is done. */
  try<V>(seat: number, seq: number, actions: readonly string[]): V {
    this.machine.put(["", ...actions.slice(0, 33)]);
    return this.machine.answer<{ view: V }>(this.exports.try(seat, seq, actions.length)).view;
  }

  chance(seed: bigint): Acted {
    return this.machine.answer(this.exports.chance(seed));
  }

  /* Gives the game the net that its stronger bots ask: the bytes of a file of data/nets. */
  net(file: Uint8Array): void {
    const at = this.exports.netRoom(file.length);

    if (at !== 0)
      new Uint8Array(this.exports.memory.buffer, at, file.length).set(file);
    this.machine.answer(this.exports.net());
  }

  /* What a bot does for a seat, chosen from what the seat may see. */
  bot(name: string, seat: number, seed: bigint): string[] {
    this.machine.put([name]);
    return this.machine.answer<{ actions: string[] }>(this.exports.bot(seat, seed)).actions;
  }

  /* Thinks about a state of another instance, of which `seen` is what may be known: an action by its number, a hint. */
  see(seen: Uint8Array): void {
    this.machine.bytes(this.exports.seen(), seen.length).set(seen);
  }

  think(bot: string, seat: number, seed = 0n): number {
    this.machine.put([bot]);
    return this.machine.answer<{ action: number }>(this.exports.think(seat, seed)).action;
  }

  thinkHint(bot: string, seat: number, seed = 0n): unknown {
    this.machine.put([bot]);
    return this.machine.answer<{ hint: unknown }>(this.exports.thinkHint(seat, seed)).hint;
  }

  /* What the bot thinks of all that a seat may do: {seq, hint} as docs/protocol.md has it. */
  hint<H>(bot: string, seat: number, seed: bigint): H {
    this.machine.put([bot]);
    return this.machine.answer<H & object>(this.exports.hint(seat, seed));
  }

  /* The game gone through, a few actions each time next() is called; what it returns at last is the analysis.
   * Quickly, it has only the chances. */
  *analyse(bot: string, seed: bigint, atOnce = 4, quickly = false): Generator<[done: number, all: number], unknown> {
    this.machine.put([bot]);
    this.machine.answer(this.exports.analyse(seed));
    if (quickly)
      this.machine.answer(this.exports.analyseQuickly());
    for (;;) {
      const { progress, analysis } = this.machine.answer<{ progress: [number, number]; analysis?: unknown }>(this.exports.analyseOn(atOnce));

      if (analysis !== undefined)
        return analysis;
      yield progress;
    }
  }

  /* Appends actions of a record. Throws at the first that is refused; those before it have happened. */
  restore(actions: readonly string[]): void {
    const most = Math.floor(this.exports.room() / 80);

    for (let at = 0; at < actions.length; at += most) {
      const some = actions.slice(at, at + most).map((text) => text.slice(0, 72));

      this.machine.put(some);
      this.machine.answer(this.exports.restore(some.length));
    }
  }

  /* ---- for tests and measurements: see src/wasm/wasm_api.h ---- */

  signature(games: number, textEach: number): string {
    return BigInt.asUintN(64, this.exports.signature(games, textEach)).toString(16).padStart(16, "0");
  }

  simulate(seed: string, bots: readonly string[], number: number): void {
    this.machine.put([seed, ...bots]);
    this.machine.answer(this.exports.simulate(number));
  }

  trace(at: number): string {
    return this.machine.text(this.exports.trace(at));
  }

  playouts(games: number, seed: bigint): number {
    return this.exports.playouts(games, seed);
  }
}

export class Core {
  private constructor(private readonly module: WebAssembly.Module, private readonly offers: GameOffer[]) {}

  /* From the bytes of khepri.wasm, or the answer of fetch(). */
  static async load(source: BufferSource | Response | PromiseLike<Response>): Promise<Core> {
    await openChance();
    const module = ArrayBuffer.isView(source) || source instanceof ArrayBuffer
      ? await WebAssembly.compile(source)
      : await WebAssembly.compileStreaming(source as Response | PromiseLike<Response>);
    const exports = (await WebAssembly.instantiate(module)).exports as unknown as Exports;

    return new Core(module, new Machine(exports).answer<{ games: GameOffer[] }>(exports.games()).games);
  }

  /* What there is to play, as GET /api/1/games says. */
  games(): GameOffer[] {
    return JSON.parse(JSON.stringify(this.offers));
  }

  offer(name: unknown): GameOffer | undefined {
    return this.offers.find((offer) => offer.name === name);
  }

  /* An instance for a hall. */
  async machine(): Promise<Machine> {
    return new Machine((await WebAssembly.instantiate(this.module)).exports as unknown as Exports);
  }

  /* A game on which nothing has happened yet; chance acts first. */
  async begin(name: string, players: number, options: Options): Promise<Game> {
    const instance = await WebAssembly.instantiate(this.module);

    return Game.begin(instance.exports as unknown as Exports, name, players, options);
  }

  /* A game that goes on from a position; only the whole module can. */
  async open(position: string): Promise<Game> {
    const instance = await WebAssembly.instantiate(this.module);

    return Game.open(instance.exports as unknown as Exports, position);
  }
}
