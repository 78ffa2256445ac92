/* SPDX-License-Identifier: MIT
 * game.ts -- all that can be done with a game in an instance. Lessons, positions, the JavaScript package and tests need
 * it. The hall and what thinks do without it (core.ts).
 */
import { Core, type Exports, Machine, type Options, Refusal, Thinker } from "./core";

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

const setOf = (readers: Readers): number => readers.reduce((set, seat) => set | 1 << seat, 0);

export class Game extends Thinker {
  /* From a position, as a string or as JSON, on. */
  static open(exports: Exports, position: string): Game {
    const machine = new Machine(exports);

    machine.put([position]);
    const { game, players } = machine.answer<{ game: string; players: number }>(exports.open());

    return new Game(exports, machine, game, players);
  }

  /* From a record, as JSON: checked by the rules, its result too. */
  static read(exports: Exports, record: string): Game {
    const machine = new Machine(exports);
    const bytes = new TextEncoder().encode(record);

    if (bytes.length > exports.room())
      throw new Refusal("too_large", `the record has ${bytes.length} bytes; ${exports.room()} are the most it may have`);
    machine.bytes(exports.in(), bytes.length).set(bytes);
    const { game, players } = machine.answer<{ game: string; players: number }>(exports.record(bytes.length));

    return new Game(exports, machine, game, players);
  }

  /* The position as a string: what a seat sees, -1 being a spectator; without a seat all, secrets included. */
  position(seat = 7): string {
    return this.machine.answer<{ position: string }>(this.exports.position(seat)).position;
  }

  get moment(): number {
    return this.exports.moment();
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

  /* What a bot does for a seat, chosen from what the seat may see. */
  bot(name: string, seat: number, seed: bigint): string[] {
    this.machine.put([name]);
    return this.machine.answer<{ actions: string[] }>(this.exports.bot(seat, seed)).actions;
  }

  /* What the bot thinks of all that a seat may do: {seq, hint} as docs/protocol.md has it. */
  hint<H>(bot: string, seat: number, seed: bigint): H {
    this.machine.put([bot]);
    return this.machine.answer<H & object>(this.exports.hint(seat, seed));
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

/* A core whose games are whole. */
export class GameCore extends Core {
  override async begin(name: string, players: number, options: Options): Promise<Game> {
    return Game.begin(await this.exports(), name, players, options);
  }

  /* A game that goes on from a position; only the whole module can. */
  async open(position: string): Promise<Game> {
    return Game.open(await this.exports(), position);
  }

  /* A game from a record; only the whole module can. */
  async read(record: string): Promise<Game> {
    return Game.read(await this.exports(), record);
  }
}
