/* SPDX-License-Identifier: MIT
 * types.ts -- what docs/protocol.md sends, as types.
 */
export interface Seat {
  kind: "person" | "bot" | "open";
  name: string;
  bot?: string;
  online?: boolean;
}

export interface Table {
  id: string;
  game: string;
  options: Record<string, unknown>;
  players: number;
  status: "waiting" | "playing" | "over";
  public: boolean;
  seats: Seat[];
  seq: number;
  created: string;
  rematch: string | null;
}

export interface SeatState {
  ready: number[];
  spent: number[];
  score: number;
  tiles: Record<string, number>;
}

export interface State {
  game: string;
  options: { edition: string; god_disaster: string; empty_invoke: boolean | string };
  players: number;
  epoch: number;
  phase: "deal" | "turn" | "draw" | "auction" | "gods" | "discard" | "over";
  to_act: "chance" | number[];
  on_turn: number | null;
  ra_tiles: number;
  ra_track: number;
  track: (string | null)[];
  centre_sun: number;
  auction: null | {
    ra_player: number;
    cause: "ra" | "invoke";
    high: { seat: number; sun: number } | null;
    bids: Record<string, number>;
    passed: number[];
  };
  god_action: null | { seat: number; taken: string[]; disasters: string[] };
  owed: null | { seat: number; unrest: number; earthquake: number };
  bag: Record<string, number>;
  seats: SeatState[];
  epoch_scores: number[][];
  result: null | { scores: number[]; winners: number[] };
}

export interface Tally {
  gods: number;
  pharaohs: number;
  river: number;
  gold: number;
  civilisation: number;
  monument_kinds: number;
  monument_sets: number;
  suns: number;
  total: number;
}

export interface Insight {
  now: Tally[];
  lot: number[][];
  ra_chance: [number, number];
}

export interface GameEvent {
  event: string;
  seat?: number | null;
  count?: number;
  detail?: number | string;
}

export interface Step {
  seq: number;
  seat: number | null;
  action: string;
  events: GameEvent[];
}

export interface View {
  seq: number;
  last: number;
  state: State;
  legal: Record<string, string[]>;
  insight: Insight | null;
  step: Step | null;
}

/* One thing a seat at this screen may do now. */
export interface Choice {
  seat: number;
  action: string;
  verb: string;
  arg: string;
  key: string;
}
