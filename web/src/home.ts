/* SPDX-License-Identifier: MIT
 * home.ts -- tables played in this very page, without a server: the page's side of the worker in hall.ts.
 *
 * The worker, and with it the core, is started when it is first needed. index.html says where both are,
 * and whether there is a server at all (build.mjs).
 */
import type { Asking, Parts, Told, ToWorker } from "./hall";
import { settings } from "./settings";
import { Store } from "./store";

export interface Reply {
  status: number;
  body: Record<string, unknown>;
}

/* What a line to a table runs through: a WebSocket, or the worker. */
export interface Pipe {
  ready(): boolean;
  send(message: Record<string, unknown>): void;
  close(): void;
}

export interface PipeReader {
  opened(): void;
  heard(message: Record<string, unknown>): void;
  closed(): void;
}

const { hall, core, mind, mindSimd, nets, review, server: named } = document.documentElement.dataset;

/* Whether this browser can: the worker needs locks, which browsers give to https and localhost only. */
export const homely = !!hall && !!core && "locks" in navigator && "BroadcastChannel" in window && "indexedDB" in window;

/* "none": this page was made to be without. "away": it did not answer when it was last asked. */
export const server = new Store<"there" | "away" | "none">(named === "none" ? "none" : "there");

/* What is wrong with the games of this page: they are not kept, or ("net") a bot has not got what it thinks with. */
export const trouble = new Store<{ code: string; error: string } | null>(null);

let guarded = false;

/* Games of this page are nowhere else: the browser is asked, once, to clear away other things first. It may say no; the
 * help says what that means. */
export function guard(): void {
  if (!guarded)
    navigator.storage?.persist?.().catch(() => undefined);
  guarded = true;
}

/* How long bots rest before they act, in milliseconds, so that people can follow. */
const rests = { calm: 700, brisk: 250, instant: 0 } as const;

/* The worker did not answer: it could not be loaded, or its host went away. */
export class HomeLost extends Error {}

interface Waiting {
  asking: Asking & { kind: "request" };
  resolve: (reply: Reply) => void;
  reject: (error: Error) => void;
}

const waiting = new Map<number, Waiting>();
const readers = new Map<number, PipeReader>();
let worker: Worker | null = null;
let numbers = 0;

function post(message: ToWorker): void {
  worker ??= begin();
  worker.postMessage(message);
}

function begin(): Worker {
  const begun = new Worker(new URL(hall!, document.baseURI));

  begun.onmessage = ({ data }: MessageEvent<Told>) => hear(data);
  begun.onerror = (event) => hear({ kind: "broken", error: event.message });
  const at = (name: string): string => new URL(name, document.baseURI).href;
  const parts: Parts = { core: at(core!), mind: at(mind!), mindSimd: at(mindSimd!), review: at(review!), nets: (nets ?? "").split(" ").filter(Boolean).map(at) };

  /* A seed is for tests alone: only a browser that a program steers takes one. */
  const seed = (navigator.webdriver && localStorage.getItem("khepri.seed")) || undefined;

  begun.postMessage({ kind: "begin", parts, rest: rests[settings.value.pace], seed });
  return begun;
}

/* Whether the bots of this page's tables take their time. */
export function restBots(on: boolean): void {
  worker?.postMessage({ kind: "rest", rest: on ? rests[settings.value.pace] : 0 });
}

settings.follow(() => restBots(true));

function hear(told: Told): void {
  switch (told.kind) {
  case "reply":
    waiting.get(told.n)?.resolve({ status: told.status, body: told.body });
    waiting.delete(told.n);
    break;
  case "hear":
    if (told.message.op === "step" && trouble.value?.code === "net")
      trouble.set(null);
    readers.get(told.line)?.heard(told.message);
    break;
  case "lost":
    lost((one) => one.asking.method !== "GET");
    for (const { asking } of waiting.values())
      post(asking);
    break;
  case "trouble":
    trouble.set({ code: told.code, error: told.error });
    break;
  case "broken":
    worker?.terminate();
    worker = null;
    lost(() => true);
    break;
  }
}

/* What was asked may have been done or not: whoever asked must look. */
function lost(which: (one: Waiting) => boolean): void {
  for (const [n, one] of [...waiting]) {
    if (which(one)) {
      waiting.delete(n);
      one.reject(new HomeLost());
    }
  }
  for (const [line, reader] of [...readers]) {
    readers.delete(line);
    reader.closed();
  }
}

/* A request of docs/protocol.md or docs/wasm.md, answered in this page. */
export function homeRequest(method: string, path: string, tokens: string[], body?: unknown): Promise<Reply> {
  return new Promise((resolve, reject) => {
    const n = ++numbers;
    const asking = { kind: "request" as const, n, method, path, tokens, body };

    waiting.set(n, { asking, resolve, reject });
    post(asking);
  });
}

export function homePipe(reader: PipeReader): Pipe {
  const line = ++numbers;

  readers.set(line, reader);
  post({ kind: "open", line });
  queueMicrotask(() => readers.has(line) && reader.opened());
  return {
    ready: () => readers.has(line),
    send: (message) => post({ kind: "say", line, message }),
    close: () => {
      if (readers.delete(line))
        post({ kind: "close", line });
    },
  };
}
