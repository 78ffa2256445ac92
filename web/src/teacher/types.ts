/* SPDX-License-Identifier: MIT
 * types.ts -- hints and analyses as khepri-records(7) describes them. Chances are from 0 to 1.
 */
/* What follows from an action: a kind and its numbers. */
export type Fact = { fact: string } & Record<string, string | number>;

export interface HintAction {
  action: string;
  win: number;
  score: number;
  loss: number;
  wins: number[];
  ends?: { seat: number; sun: number } | null;    /* null: nobody gets the lot */
  facts?: Fact[];                                 /* of most: see khepri-records(7) */
}

export interface Hint {
  bot: string;
  best: string;
  win?: number[];
  score?: number[];
  actions: HintAction[];
  why: { term: string; of: "own" | "table"; by: number }[];
  odds?: { tiles: number; kinds: Record<string, [count: number, chance: number]>; epoch_ends: number[] };
}

/* What was so before an action; the last has none. */
export interface Moment {
  index: number;
  win: number[];
  score: number[];
  action?: string;
  seat?: number;
  best?: string;
  loss?: number;
  luck?: number[];
  facts?: Fact[];             /* of a decision that cost something, and of the best */
  best_facts?: Fact[];
}

export interface SeatSum {
  decisions: number;
  loss: number;
  loss_per_decision: number;
  start: number;
  luck: number;
  given: number;
  revised: number;
  result: number;
  worst: number[];
}

export interface Analysis {
  game: string;
  players: number;
  bot: string;
  preliminary?: boolean;      /* only chances: no seats, no luck, no decision compared */
  moments: Moment[];
  seats: SeatSum[];
}

export interface Reviewed {
  done: boolean;
  progress?: [done: number, all: number];
  analysis?: Analysis;        /* preliminary until it is done */
}
