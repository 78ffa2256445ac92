/* SPDX-License-Identifier: MIT
 * dialog-types.ts -- what the dialogues of Amun-Re need to know of a view and of the page around them.
 */
import type { Step } from "../types";

export interface ProvinceState {
  owner: number | null;
  farmers: number;
  free_farmers: number;
  stones: number;
  pyramids: number;
}

export interface SealedOffer {
  sealed?: boolean;
  gold?: number;
  steal?: boolean;
  correction?: boolean;
  sold?: string[];
}

export interface SacrificeState {
  offers: Record<string, SealedOffer>;
  total: number | null;
  corrections_due: number[];
  rewards_due: { seat: number; items: number }[];
  placing: null | { seat: number; cards: number; farmers: number; stones: number };
}

export interface AmunState {
  options: { board?: unknown; baharya_printed_farmers?: unknown };
  players: number;
  round: number;
  phase: string;
  to_act: "chance" | number[];
  starting: number | null;
  temple: number | null;
  provinces: Record<string, ProvinceState>;
  turn: null | { seat: number; bought: number; to_draw: number; farmers: number; stones: number; free_farmer: boolean; builder: boolean; step: string };
  sacrifice: SacrificeState | null;
  seats: { gold: number; score: number; cards: Record<string, number> }[];
  result: null | { scores: number[]; winners: number[] };
}

export interface AmunInsight {
  now: { pyramids: number; sets: number; sides: number; temples: number; total: number }[];
  income: number[][];
}

export interface AmunView {
  seq: number;
  last: number;
  state: AmunState;
  legal: Record<string, string[]>;
  insight: AmunInsight | null;
  step: Step | null;
}

export interface AmunScene {
  view: AmunView;
  before: AmunView | null;
  players: string[];
  acting: number;             /* the seat of this screen that decides now, or -1 */
  mine: number[];
  sending: boolean;
  error: string;
  past: boolean;
  act(seat: number, actions: string[]): void;
  attempt(seat: number, actions: string[]): Promise<AmunView>;
}
