/* SPDX-License-Identifier: MIT
 * api.ts -- the HTTP half of docs/protocol.md, asked of the server or, for tables of this page, of its worker.
 */
import { isLocal } from "./core/ids";
import { guard, homely, HomeLost, homeRequest, server } from "./home";
import { has, say, t } from "./i18n";
import type { Hint, Reviewed } from "./teacher/types";
import type { Step, Table, View } from "./types";

/* A refused request: the server's code, and its sentence. */
export class Refused extends Error {
  constructor(readonly code: string, sentence: string) {
    super(sentence);
  }
}

/* What to tell a person: our own sentence in their language, with the server's where it says more. */
export function explain(error: unknown): string {
  if (!(error instanceof Refused))
    return t(error instanceof HomeLost ? "error.home" : "error.network");
  const id = `error.${error.code}`;
  if (!has(id))
    return error.message;
  return error.code === "bad_request" || error.code === "conflict" || error.code === "forbidden"
    ? `${say(id)} (${error.message})`
    : say(id);
}

async function askServer(method: string, path: string, tokens: string[], body?: unknown): Promise<Record<string, unknown>> {
  const headers: Record<string, string> = {};
  if (tokens.length)
    headers.Authorization = `Bearer ${tokens.join(",")}`;
  if (body !== undefined)
    headers["Content-Type"] = "application/json";
  try {
    const answer = await fetch(`api/1${path}`, {
      method,
      headers,
      body: body === undefined ? undefined : JSON.stringify(body),
      cache: "no-store",
    });
    const said = await answer.json();
    server.set("there");
    return said;
  } catch (error) {
    server.set("away");
    throw error;
  }
}

async function askHome(method: string, path: string, tokens: string[], body?: unknown): Promise<Record<string, unknown>> {
  return (await homeRequest(method, `/api/1${path}`, tokens, body)).body;
}

const ofHome = /^\/(local\/|tables\/0)/;

export async function call<T>(method: string, path: string, tokens: string[], body?: unknown, ask = ofHome.test(path) ? askHome : askServer): Promise<T> {
  const said = await ask(method, path, tokens, body);
  if (said.ok === false)
    throw new Refused(String(said.code), String(said.error));
  return said as T;
}

/* What both can do is asked of the server, and if there is none, or it is away, of this page. */
async function callAny<T>(method: string, path: string, body?: unknown): Promise<T> {
  if (server.value === "there" || !homely) {
    try {
      return await call<T>(method, path, [], body);
    } catch (error) {
      if (error instanceof Refused || !homely)
        throw error;
    }
  }
  return call<T>(method, path, [], body, askHome);
}

export interface SeatWish {
  kind: "person" | "bot" | "open";
  name?: string;
  bot?: string;
}

export interface TableWish {
  game: string;
  players: number;
  options: Record<string, unknown>;
  seats: SeatWish[];
  public: boolean;
  start: boolean;
  hints?: boolean;
  pace?: "human" | "off";
  stand_ins?: "return" | "stay" | "none";
}

export interface Made {
  table: Table;
  tokens: Record<string, string>;
}

/* Now there is something to lose. */
function kept(made: Made): Made {
  if (isLocal(made.table.id))
    guard();
  return made;
}

export type OptionValue = string | number | boolean;

export interface OptionOffer {
  key: string;
  values: OptionValue[];
  default: OptionValue;       /* none of the values where it follows from another option */
}

export interface GameOffer {
  name: string;
  min_players: number;
  max_players: number;
  hidden_information: boolean;
  options: OptionOffer[];
  bots: string[];
}

export interface Replayed {
  view: View;
  players: string[];
  steps?: Step[];
}

/* One action, or several of which all happen or none. */
export interface Act {
  seat: number;
  seq: number;
  action?: string;
  actions?: string[];
  key: string;
}

export const api = {
  games: () => callAny<{ games: GameOffer[] }>("GET", "/games"),
  tables: () => call<{ tables: Table[] }>("GET", "/tables", []),
  make: (wish: TableWish) => call<Made>("POST", "/tables", [], wish),
  /* For persons at this screen and bots, who need no server. */
  makeAny: (wish: TableWish) => callAny<Made>("POST", "/tables", wish).then(kept),
  makeHere: (wish: TableWish) => call<Made>("POST", "/tables", [], wish, askHome).then(kept),
  table: (id: string, tokens: string[]) => call<{ table: Table; view: View | null }>("GET", `/tables/${id}`, tokens),
  join: (id: string, name: string, seat: number) =>
    call<{ table: Table; seat: number; token: string }>("POST", `/tables/${id}/join`, [], { seat, name }),
  /* Before the start: a bot sits there, or without one it is open again. */
  seat: (id: string, tokens: string[], seat: number, bot?: string) =>
    call<{ table: Table }>("POST", `/tables/${id}/seats`, tokens, { seat, kind: bot ? "bot" : "open", bot }),
  start: (id: string, tokens: string[]) => call<{ table: Table }>("POST", `/tables/${id}/start`, tokens, {}),
  act: (id: string, token: string, act: Act) =>
    call<{ seq: number; applied: number }>("POST", `/tables/${id}/act`, [token], act),
  attempt: (id: string, token: string, act: Omit<Act, "key">) => call<{ view: View }>("POST", `/tables/${id}/try`, [token], act),
  hint: (id: string, token: string, seat: number, seq: number) => call<{ seq: number; hint: Hint }>("POST", `/tables/${id}/hint`, [token], { seat, seq }),
  analysis: (id: string) => call<Reviewed>("GET", `/tables/${id}/analysis`, []),
  analyse: (record: unknown) => call<Reviewed>("POST", "/local/analysis", [], { record }),
  at: (id: string, n: number) => call<{ view: View }>("GET", `/tables/${id}/at/${n}`, []),
  log: (id: string) => call<{ steps: Step[] }>("GET", `/tables/${id}/log`, []),
  replace: (id: string, tokens: string[], seat: number, bot: string) => call<{ table: Table }>("POST", `/tables/${id}/replace`, tokens, { seat, bot }),
  comeBack: (id: string, token: string, seat: number) => call<{ table: Table }>("POST", `/tables/${id}/return`, [token], { seat }),
  rematch: (id: string, tokens: string[]) => call<Made>("POST", `/tables/${id}/rematch`, tokens, {}),
  replay: (record: unknown, at: number | undefined, steps: boolean) =>
    callAny<Replayed>("POST", "/replay", { record, at, steps }),
  recordUrl: (id: string) => `api/1/tables/${id}/record`,
  /* Tables of this page only: docs/wasm.md. */
  here: () => call<{ tables: Table[] }>("GET", "/local/tables", []),
  own: (id: string) => call<Made>("GET", `/local/tables/${id}`, []),
  record: (id: string) => call<Record<string, unknown>>("GET", `/local/tables/${id}/record`, []),
  remove: (id: string) => call<object>("POST", `/local/tables/${id}/forget`, [], {}),
  keep: (record: unknown) => call<Made>("POST", "/local/import", [], { record }).then(kept),
};

/* 128 random bits as text: names an action, so that sending it twice does it once. */
export function freshKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (b) => b.toString(16).padStart(2, "0")).join("");
}
