/* SPDX-License-Identifier: MIT
 * api.ts -- the HTTP half of docs/protocol.md.
 */
import { has, say, t } from "./i18n";
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
    return t("error.network");
  const id = `error.${error.code}`;
  if (!has(id))
    return error.message;
  return error.code === "bad_request" || error.code === "conflict" || error.code === "forbidden"
    ? `${say(id)} (${error.message})`
    : say(id);
}

async function call<T>(method: string, path: string, tokens: string[], body?: unknown): Promise<T> {
  const headers: Record<string, string> = {};
  if (tokens.length)
    headers.Authorization = `Bearer ${tokens.join(",")}`;
  if (body !== undefined)
    headers["Content-Type"] = "application/json";
  const answer = await fetch(`/api/1${path}`, {
    method,
    headers,
    body: body === undefined ? undefined : JSON.stringify(body),
    cache: "no-store",
  });
  const said = await answer.json();
  if (!said.ok)
    throw new Refused(String(said.code), String(said.error));
  return said as T;
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
}

export interface Made {
  table: Table;
  tokens: Record<string, string>;
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
  games: () => call<{ games: GameOffer[] }>("GET", "/games", []),
  tables: () => call<{ tables: Table[] }>("GET", "/tables", []),
  make: (wish: TableWish) => call<Made>("POST", "/tables", [], wish),
  table: (id: string, tokens: string[]) => call<{ table: Table; view: View | null }>("GET", `/tables/${id}`, tokens),
  join: (id: string, name: string, seat: number) =>
    call<{ table: Table; seat: number; token: string }>("POST", `/tables/${id}/join`, [], { seat, name }),
  seat: (id: string, tokens: string[], seat: number, bot: string) =>
    call<{ table: Table }>("POST", `/tables/${id}/seats`, tokens, { seat, kind: "bot", bot }),
  start: (id: string, tokens: string[]) => call<{ table: Table }>("POST", `/tables/${id}/start`, tokens, {}),
  act: (id: string, token: string, act: Act) =>
    call<{ seq: number; applied: number }>("POST", `/tables/${id}/act`, [token], act),
  attempt: (id: string, token: string, act: Omit<Act, "key">) => call<{ view: View }>("POST", `/tables/${id}/try`, [token], act),
  at: (id: string, n: number) => call<{ view: View }>("GET", `/tables/${id}/at/${n}`, []),
  log: (id: string) => call<{ steps: Step[] }>("GET", `/tables/${id}/log`, []),
  rematch: (id: string, tokens: string[]) => call<Made>("POST", `/tables/${id}/rematch`, tokens, {}),
  replay: (record: unknown, at: number | undefined, steps: boolean) =>
    call<Replayed>("POST", "/replay", [], { record, at, steps }),
  recordUrl: (id: string) => `/api/1/tables/${id}/record`,
};

/* 128 random bits as text: names an action, so that sending it twice does it once. */
export function freshKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (b) => b.toString(16).padStart(2, "0")).join("");
}
