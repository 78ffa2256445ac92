/* SPDX-License-Identifier: MIT
 * local.ts -- the page's side of the hall (src/hall, in khepri.wasm): it brings requests, messages and the time. It does
 * what the hall asks for: keep a text, tell a visitor, think, wake it up. Of the protocol it knows only whom an answer is for.
 *
 * It runs in a Web Worker and under node. Where games are kept, chance, the clock and pauses come from outside.
 */
import { systemSeed } from "./chance";
import { type Core, type Machine, Refusal } from "./core";
import { Mind, type MindSource, type Question } from "./mind";

export interface Reply {
  status: number;
  body: Record<string, unknown>;
}

type Message = Record<string, unknown>;

/* A line as a WebSocket would be. */
export interface Line {
  say(message: Message): void;
  close(): void;
}

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
  games?: bigint;                       /* for tests: games follow from this seed, tokens do not */
  now: () => Date;
  clock: () => number;                  /* milliseconds, never going back */
  pause: (ms: number) => Promise<void>;
  trouble: (error: unknown) => void;    /* a game could not be kept, or a bot failed: the page should say so */
  mind?: MindSource;                    /* for the bots that ask nets; without it there are none */
}

/* What the hall asks for: src/wasm/wasm_api.h, hallEffect. */
type Effect =
  | { do: "reply"; who: number; status: number; body: Message }
  | { do: "send"; who: number; message: Message }
  | { do: "commit"; keep: { id: string }[]; forget: string[] }
  | { do: "wake"; ms: number }
  | { do: "think" } & Question
  | { do: "trouble"; error: string };

const methods = ["GET", "HEAD", "POST"];
const statuses: Record<string, number> = { too_large: 413, net: 503 };

export class Hall {
  private readonly settings: Settings;
  private readonly mind: Mind | null;
  private readonly machine: Promise<Machine>;
  private readonly waiting = new Map<number, (reply: Reply) => void>();
  private readonly lines = new Map<number, (message: Message) => void>();
  private numbers = 0;
  private alarm = 0;
  private commits: Promise<void> = Promise.resolve();

  constructor(private readonly core: Core, settings: Partial<Settings> & { keeper: Keeper }) {
    this.settings = {
      botDelay: 700,
      seed: systemSeed,
      now: () => new Date(),
      clock: () => performance.now(),
      pause: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
      trouble: (error) => console.error(error),
      ...settings,
    };
    this.mind = settings.mind ? new Mind(settings.mind) : null;
    this.machine = this.begin();
  }

  private async begin(): Promise<Machine> {
    const machine = await this.core.machine();
    const bots = this.mind ? this.core.games().flatMap(({ name }) => this.mind!.bots(name).flatMap((bot) => [name, bot])) : [];

    if (this.settings.games !== undefined)
      machine.exports.hallSeed(this.settings.games);
    machine.put(bots);
    machine.exports.hallBegin(this.settings.botDelay);
    if (this.settings.games !== undefined)
      await this.fill(machine);
    return machine;
  }

  /* Names that follow from a seed come again: the hall has to know which of them are taken. */
  private async fill(machine: Machine): Promise<void> {
    const { keeper } = this.settings;

    for (const id of await keeper.list()) {
      machine.put([await keeper.get(id) ?? ""]);
      machine.exports.hallPut();
    }
  }

  /* How long bots rest. */
  async setDelay(ms: number): Promise<void> {
    (await this.machine).exports.hallDelay(ms);
  }

  /* Tells the hall something, then does what it asks for. */
  private async tell(what: (machine: Machine) => void): Promise<void> {
    const { seed, now, clock } = this.settings;
    const machine = await this.machine;
    const effects: Effect[] = [];

    machine.exports.hallNow(BigInt(Math.round(clock())), BigInt(Math.floor(now().getTime() / 1000)), seed());
    what(machine);
    for (let length = machine.exports.hallEffect(); length > 0; length = machine.exports.hallEffect())
      effects.push(JSON.parse(machine.text(length)) as Effect);
    effects.forEach((effect) => this.do(effect));
  }

  private do(effect: Effect): void {
    switch (effect.do) {
    case "reply":
      this.waiting.get(effect.who)?.({ status: effect.status, body: effect.body });
      this.waiting.delete(effect.who);
      break;
    case "send":
      this.lines.get(effect.who)?.(effect.message);
      break;
    case "commit":
      this.commits = this.commits.then(() => this.keep(effect)).catch(this.settings.trouble);
      break;
    case "wake":
      void this.wake(effect.ms, ++this.alarm).catch(this.settings.trouble);
      break;
    case "think":
      void this.think(effect).catch(this.settings.trouble);
      break;
    case "trouble":
      this.settings.trouble(new Error(effect.error));
    }
  }

  private async wake(ms: number, number: number): Promise<void> {
    await this.settings.pause(ms);
    if (number === this.alarm)
      await this.tell(({ exports }) => exports.hallTick());
  }

  /* What cannot be kept the page hears of, and the game goes on. */
  private async keep({ keep, forget }: { keep: { id: string }[]; forget: string[] }): Promise<void> {
    const { keeper, trouble } = this.settings;

    try {
      for (const table of keep)
        await keeper.put(table.id, JSON.stringify(table));
      for (const id of forget)
        await keeper.remove(id);
    } catch (error) {
      trouble(error);
    }
    await this.tell(({ exports }) => exports.hallCommitted(1));
  }

  /* ---- thinking ---- */

  private isOwn({ game, bot }: { game: string; bot: string }): boolean {
    return this.core.offer(game)?.bots.includes(bot.split(":")[0]!) ?? false;
  }

  private async think(question: Question): Promise<void> {
    const { thought, here, task } = question;
    const machine = await this.machine;

    if (here)
      return this.tell(({ exports }) => exports.hallChoose(thought));
    try {
      const { value, text } = await this.mind!.answer(question, machine.bytes(machine.exports.hallSeen(thought), machine.exports.hallSeenSize()));

      await this.tell((hall) => {
        hall.put(text ? [text] : []);
        hall.exports.hallThought(thought, 1, value);
      });
    } catch (error) {
      await this.tell((hall) => {
        hall.put([]);
        hall.exports.hallThought(thought, 0, 0);
      });
      if (task === "choose")
        throw error;
    }
  }

  /* Fetches what the bots that are named need to think with, or refuses. */
  private async ready(body: unknown): Promise<void> {
    const { game, players, seats, record } = (body ?? {}) as Record<string, any>;
    const named: unknown[] = Array.isArray(seats) ? seats.map((seat) => seat?.bot) : Array.isArray(record?.meta?.bots) ? record.meta.bots : [];
    const name = game ?? record?.game;

    if (this.mind && this.core.offer(name) && named.some((bot) => typeof bot === "string" && !this.isOwn({ game: name, bot }) && this.mind!.bots(name).includes(bot.split(":")[0]!)))
      await this.mind.ready(name, players ?? record?.players?.length);
  }

  /* ---- requests ---- */

  /* Has the hall know a table that is spoken of, if there is one. */
  private async know(spoken: string): Promise<void> {
    const [id] = /\b0[a-z2-9]{11}\b/.exec(spoken) ?? [];
    const machine = await this.machine;
    const has = (): boolean => {
      machine.put([id!]);
      return machine.exports.hallHas() !== 0;
    };

    if (id === undefined || has())
      return;
    const text = await this.settings.keeper.get(id);

    if (typeof text !== "string" || has())
      return;
    machine.put([text]);
    machine.exports.hallPut();
  }

  /* All tables that are kept, newest first. What cannot be read is passed over here, and says so when it is asked for. */
  private async tables(): Promise<Message[]> {
    const { keeper } = this.settings;
    const machine = await this.machine;
    const found: Message[] = [];

    for (const id of await keeper.list()) {
      machine.put([await keeper.get(id) ?? ""]);
      const length = machine.exports.hallRow();

      if (length > 0)
        found.push(JSON.parse(machine.text(length)) as Message);
    }
    return found.sort((a, b) => String(a.created) < String(b.created) ? 1 : String(a.created) > String(b.created) ? -1 : 0);
  }

  /* A request of docs/protocol.md: "GET", "/api/1/games". Never throws for what is asked. */
  async request(method: string, path: string, tokens: string[] = [], body: unknown = undefined): Promise<Reply> {
    try {
      if (method === "GET" && path === "/api/1/local/tables")
        return { status: 200, body: { ok: true, tables: await this.tables() } };
      if (method === "GET" && path === "/api/1/tables")
        return { status: 200, body: { ok: true, tables: (await this.tables()).filter((table) => table.public && table.status === "waiting") } };
      await this.ready(body);
      await this.know(path);
      const who = ++this.numbers;
      const replied = new Promise<Reply>((resolve) => this.waiting.set(who, resolve));

      await this.tell((machine) => {
        machine.put([path, tokens.length > 0 ? `Bearer ${tokens.join(",")}` : "", body === undefined ? "" : JSON.stringify(body)]);
        machine.exports.hallRequest(who, methods.includes(method) ? methods.indexOf(method) : 3);
      });
      return await replied;
    } catch (error) {
      if (!(error instanceof Refusal))
        throw error;
      return { status: statuses[error.code] ?? 400, body: { ok: false, error: error.message, code: error.code } };
    }
  }

  /* A WebSocket of docs/protocol.md. */
  connect(send: (message: Message) => void): Line {
    const who = ++this.numbers;
    let said = this.tell(({ exports }) => exports.hallOpen(who));
    const next = (what: () => Promise<void>): void => void (said = said.then(what).catch(this.settings.trouble));

    this.lines.set(who, send);
    return {
      say: (message) => next(async () => {
        const text = JSON.stringify(message);

        if (message?.op === "watch")
          await this.know(text);
        await this.tell((machine) => {
          machine.put([text]);
          machine.exports.hallMessage(who);
        });
      }),
      close: () => next(async () => {
        this.lines.delete(who);
        await this.tell(({ exports }) => exports.hallClose(who));
      }),
    };
  }
}
