/* SPDX-License-Identifier: MIT
 * types.ts -- what docs/protocol.md sends, as types.
 */
import type { ComponentChildren } from "preact";

export interface Seat {
  kind: "person" | "bot" | "open";
  name: string;
  bot?: string;
  online?: boolean;
  away?: boolean;
  for?: string;
}

export interface Table {
  id: string;
  game: string;
  options: Record<string, unknown>;
  players: number;
  status: "waiting" | "playing" | "over";
  public: boolean;
  hints: boolean;
  pace: "human" | "off";
  stand_ins: "return" | "stay" | "none";
  seats: Seat[];
  seq: number;
  created: string;
  moved?: string | null;      /* when the newest moment came; null: before the start, or not known */
  rematch: string | null;
}

/* What the states of all games have. */
export interface State {
  game: string;
  options: Record<string, unknown>;
  players: number;
  phase: string;
  to_act: "chance" | number[];
  result: null | { scores: number[]; winners: number[] };
}

export interface GameEvent {
  event: string;
  seat?: number | null;
  count?: number;
  detail?: number | string | null;
  province?: string;
}

export interface Step {
  seq: number;
  seat: number | null;
  action: string | null;      /* null: not for these eyes */
  events: GameEvent[];
}

export interface View<S extends State = State, I = unknown> {
  seq: number;
  last: number;
  state: S;
  legal: Record<string, string[]>;
  insight: I | null;
  step: Step | null;
}

/* One thing a seat at this screen may do now. */
export interface Choice {
  seat: number;
  action: string;
  verb: string;
  arg: string;
  key: string;
  also?: string;              /* another key for it, not shown */
}

/* The players and the options: what sentences need. */
export interface Cast {
  players: string[];
  options: Record<string, unknown>;
}

/* What a board is drawn from, and what it may ask for. */
export interface Scene<V extends View = View> {
  view: V;
  before: V | null;           /* what was on show before, when the step to `view` was watched */
  steps: Step[];              /* up to the moment shown */
  players: string[];
  seats: Seat[];
  mine: number[];             /* the seats of this screen */
  acting: number;             /* the one of them that is asked now and whose choices are shown, or -1 */
  choices: Choice[];
  keysShown: boolean;
  sending: boolean;
  error: string;
  past: boolean;              /* an earlier moment is on show, by choice */
  hint: ComponentChildren;    /* the button that asks for one, to stand by what is asked; null: none */
  /* Sends one action or several: all of them happen, or none. */
  act(seat: number, actions: string[]): void;
  /* The seat's view after these actions, of which none happens: rules and prices are the server's. */
  attempt(seat: number, actions: string[]): Promise<V>;
}
