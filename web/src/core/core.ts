/* SPDX-License-Identifier: MIT
 * core.ts -- the rules of the games, the bots and the table in this very page: khepri.wasm, loaded.
 *
 * A Core is the compiled module; each game is an instance of it, with a memory of its own. Texts go in
 * and JSON comes out as src/wasm/wasm_api.h says; what comes out is what docs/protocol.md describes. It
 * needs no DOM and no network, so that it runs in a Web Worker, in a page, and under node alike.
 */

import { openChance } from "./chance";

/* What the module exports. */
export interface Exports {
  memory: WebAssembly.Memory;
  in(): number;
  room(): number;
  out(): number;
  games(): number;
  begin(players: number): number;
  open(): number;
  record(length: number): number;
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
  analyseAt(at: number): number;
  analyseMoment(at: number): number;
  analyseMomentSize(): number;
  analyseEnd(): number;
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

const encoder = new TextEncoder();
const decoder = new TextDecoder();

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

/* An analysis that several instances share. Each judges actions of its choice, the earlier ones first. The one that
 * ends it is given what the others found. */
export class Share {
  constructor(private readonly exports: Exports, private readonly machine: Machine) {}

  judge(at: number): void {
    this.machine.answer(this.exports.analyseAt(at));
  }

  private moment(at: number): Uint8Array {
    return this.machine.bytes(this.exports.analyseMoment(at), this.exports.analyseMomentSize());
  }

  found(at: number): Uint8Array {
    return this.moment(at).slice();
  }

  give(at: number, found: Uint8Array): void {
    this.moment(at).set(found);
  }

  end(): unknown {
    return this.machine.answer<{ analysis: unknown }>(this.exports.analyseEnd()).analysis;
  }
}

/* A game in an instance, for what thinks about it: from its first action to where it stands, the log is the truth. */
export class Thinker {
  constructor(protected readonly exports: Exports, protected readonly machine: Machine, readonly name: string, readonly players: number) {}

  static begin<T extends Thinker>(this: New<T>, exports: Exports, name: string, players: number, options: Options): T {
    const machine = new Machine(exports);

    machine.put([name, ...Object.entries(options).flatMap(([key, value]) => [key, optionText(key, value)])]);
    machine.answer(exports.begin(players));
    return new this(exports, machine, name, players);
  }

  /* How many actions the log holds: more than `moment` while seats act in secret. */
  get count(): number {
    return this.exports.count();
  }

  /* Gives the game the net that its stronger bots ask: the bytes of a file of data/nets. */
  net(file: Uint8Array): void {
    const at = this.exports.netRoom(file.length);

    if (at !== 0)
      new Uint8Array(this.exports.memory.buffer, at, file.length).set(file);
    this.machine.answer(this.exports.net());
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

  /* The game gone through, a few actions each time next() is called; what it returns at last is the analysis.
   * Quickly, it has only the chances. */
  *analyse(bot: string, seed: bigint, atOnce = 4, quickly = false): Generator<[done: number, all: number], unknown> {
    this.share(bot, seed);
    if (quickly)
      this.machine.answer(this.exports.analyseQuickly());
    for (;;) {
      const { progress, analysis } = this.machine.answer<{ progress: [number, number]; analysis?: unknown }>(this.exports.analyseOn(atOnce));

      if (analysis !== undefined)
        return analysis;
      yield progress;
    }
  }

  /* The analysis of which others do a part: they begin the same one. */
  share(bot: string, seed: bigint): Share {
    this.machine.put([bot]);
    this.machine.answer(this.exports.analyse(seed));
    return new Share(this.exports, this.machine);
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
}

type New<T> = new (exports: Exports, machine: Machine, name: string, players: number) => T;

export class Core {
  constructor(readonly module: WebAssembly.Module, private readonly offers: GameOffer[]) {}

  /* From the bytes of khepri.wasm, or the answer of fetch(). */
  static async load<C extends Core>(this: NewCore<C>, source: BufferSource | Response | PromiseLike<Response>): Promise<C> {
    await openChance();
    const module = ArrayBuffer.isView(source) || source instanceof ArrayBuffer
      ? await WebAssembly.compile(source)
      : await WebAssembly.compileStreaming(source as Response | PromiseLike<Response>);

    return coreOf(this, module);
  }

  /* What there is to play, as GET /api/1/games says. */
  games(): GameOffer[] {
    return JSON.parse(JSON.stringify(this.offers));
  }

  offer(name: unknown): GameOffer | undefined {
    return this.offers.find((offer) => offer.name === name);
  }

  protected exports(): Promise<Exports> {
    return exportsOf(this.module);
  }

  /* An instance for a hall. */
  async machine(): Promise<Machine> {
    return new Machine(await this.exports());
  }

  /* A game on which nothing has happened yet; chance acts first. */
  async begin(name: string, players: number, options: Options): Promise<Thinker> {
    return Thinker.begin(await this.exports(), name, players, options);
  }
}

type NewCore<C> = new (module: WebAssembly.Module, offers: GameOffer[]) => C;

async function exportsOf(module: WebAssembly.Module): Promise<Exports> {
  return (await WebAssembly.instantiate(module)).exports as unknown as Exports;
}

/* Of a module that is compiled already. openChance() is called before. */
export async function coreOf<C extends Core>(Kind: NewCore<C>, module: WebAssembly.Module): Promise<C> {
  const exports = await exportsOf(module);

  return new Kind(module, new Machine(exports).answer<{ games: GameOffer[] }>(exports.games()).games);
}
