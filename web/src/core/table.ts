/* SPDX-License-Identifier: MIT
 * table.ts -- a table in the page: who sits there, what is kept of it, who looks on, and its bots.
 */
import { chanceMoves, type Acted, type Game, type Options } from "./core";
import type { MindSource } from "./mind";
import { writeRecord } from "./record";
import { type Body, readChoice, readFlag } from "./wishes";

/* Where tables are kept: a text for each, by the table's name. */
export interface Keeper {
  list(): Promise<string[]>;
  get(id: string): Promise<string | null | undefined>;
  put(id: string, text: string): Promise<void>;
  remove(id: string): Promise<void>;
}

export function memoryKeeper(texts = new Map<string, string>()): Keeper {
  return {
    list: async () => [...texts.keys()],
    get: async (id) => texts.get(id),
    put: async (id, text) => void texts.set(id, text),
    remove: async (id) => void texts.delete(id),
  };
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

export interface KeptSeat {
  kind: "person" | "bot" | "open";
  name: string;
  bot?: string;
  token?: string;
}

/* What is agreed on when a table is made. */
export interface Agreed {
  hints: boolean;
  pace: string;
  stand_ins: string;
}

/* What is stored of a table: with the actions it is all there is to it. */
export interface Kept {
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

export const keptFormat = "khepri-local/1";

export function readAgreed(body: Body, seats: KeptSeat[]): Agreed {
  const alone = seats.filter(({ kind }) => kind === "person").length === 1 && seats.every(({ kind }) => kind !== "open");

  return {
    hints: body.hints === undefined ? alone : readFlag(body, "hints"),
    pace: readChoice(body, "pace", ["human", "off"]),
    stand_ins: readChoice(body, "stand_ins", ["return", "stay", "none"]),
  };
}

export const notAgreed: Agreed = { hints: false, pace: "human", stand_ins: "return" };

export function tableJson({ id, game, options, status, public: open, agreed = notAgreed, seats, seq, created, rematch }: Kept, online: (seat: number) => boolean): Body {
  const shown = seats.map(({ kind, name, bot }, i) => kind === "bot" ? { kind, bot, name } : kind === "person" ? { kind, name, online: online(i), away: false } : { kind, name: "" });

  return { id, game, options, players: seats.length, status, public: open, ...agreed, seats: shown, seq, created, rematch };
}

/* Somebody who looks on, with the seats of the tokens shown. */
export interface Visitor {
  tokens: string[];
  send(message: Body): void;
}

/* Asks a bot for what it does for a seat. */
export type Chooser = (game: Game, bot: string, seat: number, seed: bigint) => Promise<string[]>;

export class LocalTable {
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

  /* Returns whether it acted and chance had no part in it. */
  private async bot(seat: number): Promise<boolean> {
    const { seed } = this.settings;

    if (this.gone || (this.game.facts().to_move >> seat & 1) === 0)
      return false;
    const bot = this.kept.seats[seat]!.bot!;
    const actions = await this.choose(this.game, bot, seat, seed());
    const before = this.game.count;

    await this.turn(() => this.game.act(seat, this.game.moment, actions, "", seed()));
    return this.game.count === before + actions.length;
  }

  /* Bots act one after the other, each after a rest, until a person is to act or the game is over. After its own action a bot
   * rests a third as long: a turn of Amun-Re can be of ten. */
  async bots(): Promise<void> {
    let last = -1;

    if (this.botting || !this.started)
      return;
    this.botting = true;
    try {
      for (let seat = this.botToMove(); seat >= 0 && !this.gone; seat = this.botToMove()) {
        const next = seat;

        if (this.kept.agreed?.pace !== "off")
          await this.settings.pause(this.settings.botDelay / (next === last ? 3 : 1));
        await this.queue(async () => {
          last = await this.bot(next) ? next : -1;
        });
      }
    } catch (error) {
      this.settings.trouble(error);
    } finally {
      this.botting = false;
    }
  }
}
