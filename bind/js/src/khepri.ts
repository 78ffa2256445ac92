/* SPDX-License-Identifier: MIT
 * khepri.ts -- the npm package: games, bots, hints, analyses and records, on the WebAssembly core. It has no dependencies, and runs
 * in Node, in browsers and in workers. All rules are those of the C library inside.
 */
import { Refusal as Refused } from "../../../web/src/core/core";
import { GameCore as Core, Game as Log } from "../../../web/src/core/game";
import { hasVectors } from "../../../web/src/vectors";

/** Why the library refused: `message` is its sentence, `code` a word for programs. Nothing has changed. */
export interface Refusal extends Error {
  readonly code: string;
}

/** What there is to play. */
export interface Offer {
  name: string;
  min_players: number;
  max_players: number;
  /** Whether some see what others may not. */
  hidden_information: boolean;
  options: { key: string; values: (string | number | boolean)[]; default: string | number | boolean }[];
  bots: string[];
}

export interface Setup {
  players: number;
  /** 0 to 2**64 - 1. The same seed gives the same chances and bots; without one they differ each time. */
  seed?: bigint | number;
  /** As in records: `{ edition: "1999" }`; a board of your own is an object. */
  options?: Record<string, unknown>;
}

export interface Result {
  scores: number[];
  winners: number[];
}

/** A game as khepri-records(7) describes it. */
export interface GameRecord {
  format: "khepri-record/1";
  game: string;
  options?: Record<string, unknown>;
  players: string[];
  actions: string[];
  result?: Result | null;
  meta?: unknown;
}

/** What one seat, or a spectator, sees: `state` as in khepri-records(7), and the legal actions of that seat. */
export interface View {
  state: Record<string, unknown>;
  legal: Record<string, string[]>;
  /** What the seats would score now, and more that follows from the state: docs/protocol.md, "The view of a table". */
  insight: Record<string, unknown> | null;
  /** The moment, the newest one, and the action that led to it. */
  seq: number;
  last: number;
  step: Record<string, unknown> | null;
}

/** What follows from an action; khepri-records(7) lists the kinds with their numbers. */
export type Fact = { fact: string } & Record<string, unknown>;

/** What a bot expects after an action: chances of winning from 0 to 1, final points, and the loss against the best action. */
export interface HintAction {
  action: string;
  win: number;
  score: number;
  loss: number;
  wins: number[];
  scores: number[];
  /** Ra: who gets the lot of the auction, and for which sun; null: nobody. */
  ends?: { seat: number; sun: number } | null;
  /** Of all actions, or of the 80 likeliest to win. */
  facts?: Fact[];
}

export interface Hint {
  bot: string;
  best: string;
  win?: number[];
  score?: number[];
  actions: HintAction[];
  why: { term: string; of: "own" | "table"; by: number }[];
  /** Ra: how many tiles are in the bag, and of which kinds; of each the number and the chance that it is next. `epoch_ends` has the chance
   * that the Ra track is full after 1, 2 ... 12 draws. */
  odds?: { tiles: number; kinds: Record<string, [number, number]>; epoch_ends: number[] };
}

export interface Moment {
  index: number;
  win: number[];
  score: number[];
  action?: string;
  seat?: number;
  best?: string;
  loss?: number;
  luck?: number[];
  /** What followed from the action, and from the best one, where it cost at least 0.005. */
  facts?: Fact[];
  best_facts?: Fact[];
}

/** A game, move by move. For each seat: result = start + luck - loss + given + revised, in chances of winning. */
export interface Analysis {
  game: string;
  players: number;
  bot: string;
  moments: Moment[];
  seats: {
    decisions: number; loss: number; loss_per_decision: number; start: number; luck: number; given: number; revised: number; result: number;
    worst: number[];
  }[];
}

/** One game being played. Chance moves by itself. */
export interface Game {
  readonly name: string;
  readonly players: number;
  /** The seats that may act: one, or several that choose in secret; none when the game is over. */
  readonly toMove: number[];
  readonly isOver: boolean;
  readonly result: Result | null;
  /** The legal actions of a seat that is to move; of the first such seat if none is given. */
  legal(seat?: number): string[];
  /** Acts for a seat, by default the first that is to move. An action that is not legal throws a Refusal and changes nothing. */
  play(action: string, seat?: number): void;
  /** What a seat sees; without one, a spectator. */
  view(seat?: number): View;
  /** The action that a bot chooses from what the seat sees: "rule", "expert", "master:20000" (positions). It is not played.
   * There is no clock inside, so a limit in milliseconds is refused. */
  choose(bot: string, seat?: number): string;
  /** What a bot thinks of every action of the seat; "expert" by default. */
  hint(bot?: string, seat?: number): Hint;
  /** The game so far, evaluated. It knows every seat's secrets: show it to nobody while the game runs. */
  analyse(bot?: string): Analysis;
  /** The position as one short word, to paste and to link: what a seat sees, -1 being a spectator; without a seat all, secrets included. */
  position(seat?: number): string;
  /** The game so far as a record, secrets included. Without names they are those of the record that was read, or "Player 1" and so on.
   * A game that was opened at a position has none. */
  record(names?: string[]): GameRecord;
}

export interface Khepri {
  games(): Offer[];
  begin(game: string, setup: Setup): Promise<Game>;
  /** A game that goes on from a position: a position string, or a state as JSON. What was before it is not known. A view is refused. */
  open(position: string, seed?: bigint | number): Promise<Game>;
  /** A game from a record, which is checked by the rules; it can be played on. It keeps the names of the players, and not `meta`. */
  read(record: GameRecord | string, seed?: bigint | number): Promise<Game>;
}

/** Where the files of the package come from, if not from beside this module: the bytes of "khepri.wasm", "nets/ra-3.bin" ... */
export type Files = (name: string) => Promise<Uint8Array>;

function refuse(code: string, sentence: string): never {
  throw new Refused(code, sentence);
}

/* What callers without TypeScript may have given. */

function shown(value: unknown): string {
  if (typeof value === "object" && value)
    return Array.isArray(value) ? "a list" : "an object";
  return typeof value === "string" ? JSON.stringify(value.slice(0, 60)) : String(value).slice(0, 60);
}

function isText(value: unknown, what: string): string {
  return typeof value === "string" ? value : refuse("bad_request", `${what} should be a string, not ${shown(value)}`);
}

/* A Map keeps what it has where no key finds it, and JSON writes it as {}. An object of another realm is one too. */
function isObject(value: unknown, what: string): object {
  if (typeof value !== "object" || value === null || Array.isArray(value))
    refuse("bad_request", `${what} should be an object, not ${shown(value)}`);
  const kind = Object.prototype.toString.call(value).slice(8, -1);

  return kind === "Object" ? value : refuse("bad_request", `${what} should be a plain object, not a ${kind.slice(0, 60)}`);
}

/* What JSON leaves out without a word. */
function isOptions(value: unknown): void {
  for (const [key, of] of Object.entries(isObject(value, '"options"'))) {
    if (of === undefined || typeof of === "function" || typeof of === "symbol")
      refuse("bad_request", `the option ${key.slice(0, 60)} has no value that JSON knows: it is ${shown(of)}`);
  }
}

/* Half a surrogate pair is no character: no UTF-8 has it, and so no record. */
const halfAPair = /\p{Surrogate}/u;

/** Whether something that was thrown is a Refusal. */
export function isRefusal(thrown: unknown): thrown is Refusal {
  return thrown instanceof Refused;
}

const filesystem = "node:fs/promises";

async function besideThisModule(name: string): Promise<Uint8Array> {
  const place = new URL(name, import.meta.url);

  if (place.protocol === "file:") {
    const { readFile } = await import(filesystem) as { readFile(from: URL): Promise<Uint8Array> };

    return new Uint8Array(await readFile(place));
  }
  const answer = await fetch(place);

  if (!answer.ok)
    throw new Error(`${place} could not be fetched: ${answer.status}`);
  return new Uint8Array(await answer.arrayBuffer());
}

/* A file as bytes. It may come at once and not as a promise, and from another realm, so it is not asked for its class. */
async function fetched(files: Files, name: string): Promise<Uint8Array<ArrayBuffer>> {
  const bytes: unknown = await files(name);

  if (!ArrayBuffer.isView(bytes))
    refuse("bad_request", `the file ${name} should come as a Uint8Array, not ${shown(bytes)}`);
  return bytes as Uint8Array<ArrayBuffer>;
}

/** SplitMix64: words for chance and bots, each independent of the others. */
class Seeds {
  constructor(private word: bigint) {}

  /* What uses a word and throws has not used it. */
  lend<T>(use: (seed: bigint) => T): T {
    const { word } = this;

    try {
      return use(this.next());
    } catch (error) {
      this.word = word;
      throw error;
    }
  }

  private next(): bigint {
    let z = this.word = BigInt.asUintN(64, this.word + 0x9e3779b97f4a7c15n);

    z = BigInt.asUintN(64, (z ^ z >> 30n) * 0xbf58476d1ce4e5b9n);
    z = BigInt.asUintN(64, (z ^ z >> 27n) * 0x94d049bb133111ebn);
    return z ^ z >> 31n;
  }
}

function seedsOf(seed: bigint | number | undefined): Seeds {
  if (seed === undefined)
    return new Seeds(globalThis.crypto?.getRandomValues(new BigUint64Array(1))[0] ?? BigInt(Math.floor(Math.random() * 2 ** 52)));
  if (typeof seed !== "bigint" && !Number.isSafeInteger(seed))
    refuse("bad_request", `the seed should be a whole number or a bigint, not ${shown(seed)}`);
  if (seed < 0 || seed >= 2n ** 64n)
    refuse("bad_request", `the seed should be 0 to 2**64 - 1, not ${seed}`);
  return new Seeds(BigInt(seed));
}

class Played implements Game {
  private readonly seeds: Seeds;

  /* `names`: of the record that the game was read from; null: it was opened at a position. */
  constructor(private readonly log: Log, seed: bigint | number | undefined, private readonly names?: string[] | null) {
    this.seeds = seedsOf(seed);
  }

  /* Chance moves, as at the beginning. */
  settle(): this {
    if (this.log.facts().to_move & 128)
      this.seeds.lend((seed) => this.log.chance(seed));
    return this;
  }

  get name(): string {
    return this.log.name;
  }

  get players(): number {
    return this.log.players;
  }

  get toMove(): number[] {
    const set = this.log.facts().to_move;

    return Array.from({ length: this.players }, (_, seat) => seat).filter((seat) => set >> seat & 1);
  }

  get isOver(): boolean {
    return this.log.facts().to_move === 0;
  }

  get result(): Result | null {
    return this.log.facts().result;
  }

  private acting(seat: number | undefined): number {
    const toMove = this.toMove;

    if (toMove.length === 0)
      refuse("illegal", "the game is over");
    if (seat !== undefined && !toMove.includes(seat))
      refuse("illegal", `seat ${shown(seat)} is not to move; to move: ${toMove.join(", ")}`);
    return seat ?? toMove[0]!;
  }

  private checked(seat: number): number {
    if (!Number.isInteger(seat) || seat < 0 || seat >= this.players)
      refuse("bad_request", `the seat should be 0 to ${this.players - 1}, not ${shown(seat)}`);
    return seat;
  }

  legal(seat?: number): string[] {
    const who = this.acting(seat);

    return this.view(who).legal[who] ?? [];
  }

  play(action: string, seat?: number): void {
    const who = this.acting(seat);

    isText(action, "the action");
    this.seeds.lend((word) => this.log.act(who, this.log.moment, [action], "", word));
  }

  view(seat?: number): View {
    return this.log.view<View>(seat === undefined ? [] : [this.checked(seat)]);
  }

  choose(bot: string, seat?: number): string {
    isText(bot, "the bot");
    return this.seeds.lend((word) => this.log.bot(bot, this.acting(seat), word))[0]!;
  }

  hint(bot = "expert", seat?: number): Hint {
    isText(bot, "the bot");
    return this.seeds.lend((word) => this.log.hint<{ hint: Hint }>(bot, this.acting(seat), word)).hint;
  }

  analyse(bot = "expert"): Analysis {
    const work = this.log.analyse(isText(bot, "the bot"), 0n, 64);

    for (;;) {
      const { done, value } = work.next();

      if (done)
        return value as Analysis;
    }
  }

  position(seat?: number): string {
    return this.log.position(seat === -1 || seat === undefined ? seat : this.checked(seat));
  }

  record(names?: string[]): GameRecord {
    if (this.names === null)
      refuse("conflict", "this game was opened at a position; a record begins with the first move");
    const { game, options, players, result } = this.log.facts();

    if (names !== undefined && !Array.isArray(names))
      refuse("bad_request", `the names should be a list of strings, not ${shown(names)}`);
    for (const name of names ?? []) {
      isText(name, "a name");
      if (name.includes("\0") || halfAPair.test(name))
        refuse("bad_request", `the name ${shown(name)} has a character 0 or half a surrogate pair, which no record may have`);
    }
    if (names && names.length !== players)
      refuse("bad_request", `a name is needed for each of ${players} players, not ${names.length}`);
    return { format: "khepri-record/1", game, ...(Object.keys(options).length ? { options } : {}),
      players: names ?? this.names?.slice() ?? Array.from({ length: players }, (_, seat) => `Player ${seat + 1}`), actions: this.log.actions(),
      ...(result ? { result } : {}) };
  }
}

/** The JSON of a record: the library judges it, as every reader does. */
function written(record: unknown): string {
  let text: string | undefined;

  if (typeof record === "string")
    return halfAPair.test(record) ? refuse("bad_request", "the record is not JSON: it has half a surrogate pair, which is no character") : record;
  try {
    const options = (record as Partial<GameRecord> | null | undefined)?.options;

    if (typeof options === "object" && options)
      isOptions(options);
    text = JSON.stringify(record);
  } catch (error) {
    if (isRefusal(error))
      throw error;
    refuse("bad_request", `the record cannot be written as JSON: ${error instanceof Error ? error.message : shown(error)}`);
  }
  return text ?? refuse("bad_request", `the record should be an object or a string, not ${shown(record)}`);
}

/** Loads the package. Its files are beside this module; a bundler that moves them needs `files`. */
export async function load(files: Files = besideThisModule): Promise<Khepri> {
  if (typeof files !== "function")
    refuse("bad_request", `the files should be a function that returns the bytes of each, not ${shown(files)}`);
  const name = hasVectors() ? "khepri-simd.wasm" : "khepri.wasm";
  const core = await Core.load(await fetched(files, name)).catch((error) => refuse("bad_request", `the file ${name} is no module of Khepri: ${String(error)}`));
  const nets = new Map<string, Promise<Uint8Array>>();

  async function withNet(log: Log): Promise<Log> {
    const file = `nets/${log.name}-${log.players}.bin`;
    const bytes = nets.get(file) ?? fetched(files, file);

    nets.set(file, bytes);
    try {
      log.net(await bytes);
    } catch (error) {
      nets.delete(file); /* so that the next game asks for it again */
      throw error;
    }
    return log;
  }

  return {
    games: () => core.games(),
    async begin(game, setup) {
      const { players, seed, options = {}, ...others } = isObject(setup, "the setup") as Setup;

      for (const key of Object.keys(others))
        refuse("bad_request", `the setup has no ${shown(key)}: it has players, seed and options, and what a game may be told is in its options`);
      isText(game, "the game");
      isOptions(options);
      if (!Number.isInteger(players) || players < 0 || players > 1000)
        refuse("bad_request", `"players" should be a number of seats, not ${shown(players)}`);
      const begun = written({ format: "khepri-record/1", game, options, players: Array(players).fill(""), actions: [] });

      return new Played(await withNet(await core.read(begun)), seed).settle();
    },
    async open(position, seed) {
      isText(position, "the position");
      return new Played(await withNet(await core.open(position)), seed, null).settle();
    },
    async read(record, seed) {
      const text = written(record), log = await withNet(await core.read(text));

      return new Played(log, seed, (JSON.parse(text) as GameRecord).players).settle();
    },
  };
}
