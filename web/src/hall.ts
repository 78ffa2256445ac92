/* SPDX-License-Identifier: MIT
 * hall.ts -- the Web Worker behind home.ts: the core, the tables played in the page, and their bots.
 *
 * Two tabs must not keep the same games, so the worker that holds a lock is the host. The workers of
 * all other tabs pass on to it what their pages ask. When the host's tab is closed, the lock goes to
 * another, which finds every game in the browser's storage. The pages then ask anew.
 */
import { Core, Refusal } from "./core/core";
import { Hall, type Keeper, type Line, memoryKeeper } from "./core/local";
import type { MindSource } from "./core/mind";
import { browserKeeper } from "./keeper";
import type { NewReview } from "./reviewer";
import { hasVectors } from "./vectors";

/* What a page asks. `n` and `line` are its own numbers. */
export type Asking =
  | { kind: "request"; n: number; method: string; path: string; tokens: string[]; body?: unknown }
  | { kind: "open"; line: number }
  | { kind: "say"; line: number; message: Record<string, unknown> }
  | { kind: "close"; line: number };

/* Where the parts of the core are; nets as a list of files. */
export interface Parts {
  core: string;
  mind: string;
  mindSimd: string;
  review: string;
  nets: string[];
}

export type ToWorker = { kind: "begin"; parts: Parts; rest: number; seed?: string } | { kind: "rest"; rest: number } | Asking;

/* What a page hears. "lost": the host is another now, and knows of no line and no request. */
export type Told =
  | { kind: "reply"; n: number; status: number; body: Record<string, unknown> }
  | { kind: "hear"; line: number; message: Record<string, unknown> }
  | { kind: "lost" }
  | { kind: "trouble"; code: string; error: string }
  | { kind: "broken"; error: string };

/* Between the workers of several tabs. */
type Passed =
  | { kind: "who" }
  | { kind: "hosting"; host: string }
  | { kind: "asking"; host: string; from: string; asking: Asking }
  | { kind: "told"; to: string; told: Told };

const hallLock = "khepri.hall";
const tabLock = (tab: string): string => `khepri.tab ${tab}`;
const own = Array.from(crypto.getRandomValues(new Uint8Array(12)), (b) => b.toString(16)).join("-");
const channel = new BroadcastChannel("khepri.hall");
const page = self as unknown as { postMessage(told: Told): void; onmessage: (event: MessageEvent<ToWorker>) => void };

const why = (error: unknown): string => (error instanceof Error ? error.message : String(error));
const pass = (message: Passed): void => channel.postMessage(message);

/* Holds a lock for as long as this worker lives. */
function hold(name: string): Promise<void> {
  return new Promise((resolve) => void navigator.locks.request(name, () => {
    resolve();
    return new Promise(() => undefined);
  }));
}

/* ---- the host ---- */

class Host {
  private readonly lines = new Map<string, Line>();
  private readonly tabs = new Set<string>();

  constructor(private readonly hall: Hall) {}

  rest(ms: number): void {
    void this.hall.setDelay(ms);
  }

  async serve(from: string, asking: Asking, tell: (told: Told) => void): Promise<void> {
    if (from !== own)
      this.welcome(from);
    if (asking.kind === "request") {
      const { n, method, path, tokens, body } = asking;
      const reply = await this.hall.request(method, path, tokens, body).catch((error) => ({ status: 500, body: { ok: false, code: "storage", error: why(error) } }));

      tell({ kind: "reply", n, ...reply });
      return;
    }
    const { line } = asking;
    const name = `${from}/${line}`;

    if (asking.kind === "open")
      this.lines.set(name, this.hall.connect((message) => tell({ kind: "hear", line, message })));
    else if (asking.kind === "say")
      this.lines.get(name)?.say(asking.message);
    else
      this.leave(name);
  }

  private leave(name: string): void {
    this.lines.get(name)?.close();
    this.lines.delete(name);
  }

  /* A tab's lock is free when the tab is gone; then nobody watches from there any more. */
  private welcome(tab: string): void {
    if (this.tabs.has(tab))
      return;
    this.tabs.add(tab);
    void navigator.locks.request(tabLock(tab), () => {
      this.tabs.delete(tab);
      [...this.lines.keys()].filter((name) => name.startsWith(`${tab}/`)).forEach((name) => this.leave(name));
    });
  }
}

/* ---- every worker ---- */

let host: string | null = null;
let hosted: Host | null = null;
let early: Asking[] = [];
let rest = 0;

function ask(asking: Asking): void {
  if (hosted)
    void hosted.serve(own, asking, (told) => page.postMessage(told));
  else if (host)
    pass({ kind: "asking", host, from: own, asking });
  else
    early.push(asking);
}

function follow(next: string): void {
  if (next === host)
    return;
  if (host)
    page.postMessage({ kind: "lost" });
  host = next;
  early.splice(0).forEach(ask);
}

async function got(address: string): Promise<Response> {
  const answer = await fetch(address);

  if (!answer.ok)
    throw new Error(`${address}: ${answer.status}`);
  return answer;
}

async function loadCore(address: string): Promise<Core> {
  const answer = await got(address);

  /* A plain host may not know the type, without which the browser does not compile while it loads. */
  return Core.load(answer.headers.get("Content-Type") === "application/wasm" ? answer : await answer.arrayBuffer());
}

function trouble(error: unknown): void {
  page.postMessage({ kind: "trouble", code: error instanceof Refusal ? error.code : "storage", error: why(error) });
}

async function keep(): Promise<Keeper> {
  try {
    return await browserKeeper();
  } catch (error) {
    trouble(error);
    return memoryKeeper();
  }
}

/* All bots of each game (build.mjs). */
declare const BOTS: Record<string, string[]>;

/* Of reviewer.ts, once that is here. */
declare const self: { newReview?: NewReview };
declare function importScripts(address: string): void;

/* The net of a game with 3 players is called GAME-3-HASH.bin. */
function mindOf({ mind, mindSimd, nets, review }: Parts): MindSource {
  const named = (game: string, players: number): string | undefined =>
    nets.find((address) => address.split("/").at(-1)!.startsWith(`${game}-${players}-`));

  return {
    bots: BOTS,
    review: async (whole, task) => {
      if (!self.newReview)
        importScripts(review);
      return self.newReview!(whole, task, review);
    },
    core: () => loadCore(hasVectors() ? mindSimd : mind),
    net: async (game, players) => {
      const address = named(game, players);

      return address === undefined ? null : new Uint8Array(await (await got(address)).arrayBuffer());
    },
  };
}

async function begin(parts: Parts, seed?: string): Promise<void> {
  await hold(tabLock(own));
  pass({ kind: "who" });
  await navigator.locks.request(hallLock, async () => {
    try {
      const core = await loadCore(parts.core);

      hosted = new Host(new Hall(core, { keeper: await keep(), botDelay: rest, trouble, mind: mindOf(parts), games: seed ? BigInt(seed) : undefined }));
    } catch (error) {
      page.postMessage({ kind: "broken", error: why(error) });
      return;
    }
    pass({ kind: "hosting", host: own });
    follow(own);
    await new Promise(() => undefined);
  });
}

channel.onmessage = ({ data }: MessageEvent<Passed>) => {
  if (data.kind === "who" && hosted)
    pass({ kind: "hosting", host: own });
  else if (data.kind === "hosting" && !hosted)
    follow(data.host);
  else if (data.kind === "asking" && data.host === own)
    void hosted?.serve(data.from, data.asking, (told) => pass({ kind: "told", to: data.from, told }));
  else if (data.kind === "told" && data.to === own)
    page.postMessage(data.told);
};

page.onmessage = ({ data }) => {
  if (data.kind === "begin" || data.kind === "rest")
    ({ rest } = data);
  if (data.kind === "rest")
    hosted?.rest(rest);
  if (data.kind === "begin")
    void begin(data.parts, data.seed);
  else if (data.kind !== "rest")
    ask(data);
};
