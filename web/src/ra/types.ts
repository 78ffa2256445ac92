/* SPDX-License-Identifier: MIT
 * types.ts -- the state and the insight of Ra, as docs/protocol.md sends them.
 */
import type { State, View } from "../types";

export interface RaSeat {
  ready: number[];
  spent: number[];
  score: number;
  tiles: Record<string, number>;
}

export interface RaState extends State {
  options: { edition: string; god_disaster: string; empty_invoke: boolean | string };
  epoch: number;
  phase: "deal" | "turn" | "draw" | "auction" | "gods" | "discard" | "over";
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
  seats: RaSeat[];
  epoch_scores: number[][];
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

export interface RaInsight {
  now: Tally[];
  lot: number[][];
  ra_chance: [number, number];
}

export type RaView = View<RaState, RaInsight>;
