/* SPDX-License-Identifier: MIT
 * types.ts -- the state of Amun-Re as a seat or a spectator sees it, and its insight: records, section 4.
 */
import type { Scene, State, View } from "../types";

/* Kinds with their numbers; a hand or deck that is hidden has only its `count`. */
export type Cards = Record<string, number>;

export interface ProvinceState {
  owner: number | null;
  farmers: number;
  free_farmers: number;       /* on flat land */
  stones: number;
  pyramids: number;
  gold: number;
  cards: (string | null)[];   /* null: face down */
}

export interface Offer {
  gold?: number;
  steal?: boolean;
  correction?: boolean;
  sold?: string[];
  sealed?: boolean;           /* of another seat: that it is made, and no more */
}

export interface Sacrifice {
  offers: Record<string, Offer>;
  total: number | null;
  corrections_due: number[];
  rewards_due: { seat: number; items: number }[];
  placing: null | { seat: number; cards: number; farmers: number; stones: number };
}

export interface Turn {
  seat: number;
  bought: number;
  to_draw: number;
  farmers: number;
  stones: number;
  free_farmer: boolean;
  builder: boolean;
  step: "cards" | "farmers" | "stones";
}

export interface AmunSeat {
  gold: number;
  score: number;
  cards: Cards;
}

export interface AmunOptions extends Record<string, unknown> {
  baharya_printed_farmers: number;
  supplies: "unlimited" | "limited";
  side_award_min_pyramids: number;
  gold_tie_ranks: "drop_all" | "drop_one";
  board: string | Board;
}

export interface AmunState extends State {
  options: AmunOptions;
  round: number;
  phase: "start" | "provinces" | "bid" | "actions" | "offer" | "correct" | "reward" | "income" | "scoring" | "over";
  starting: number | null;
  temple: number | null;
  deck: { count: number; kinds: Cards | null };
  discard: Cards;
  province_deck: string[];
  offered: string[];
  provinces: Record<string, ProvinceState>;
  markers: Record<string, { province: string; number: number }>;
  blockade: number[];
  overbid_power: number[];
  turn: Turn | null;
  sacrifice: Sacrifice | null;
  income: null | { eight_gold: string | null; harvest: string | null };
  bonuses: string[] | null;
  seats: AmunSeat[];
}

export interface AmunTally {
  pyramids: number;
  sets: number;
  sides: number;
  temples: number;
  total: number;
}

export interface AmunInsight {
  now: AmunTally[];
  income: number[][];         /* of each seat, with the temple on space 1 to 4 */
  bonus: string[][];          /* of each seat: the kinds of bonus card that would hold now */
}

export type AmunView = View<AmunState, AmunInsight>;
export type AmunScene = Scene<AmunView>;

/* What the parts of the board share: the scene, a line that explains, and the card of a province. */
export interface Talk {
  scene: AmunScene;
  explain: (text: string, about: string, title: string) => void;
  open: (province: string) => void;
}

/* ---- what is printed: data/board-2003.json ---- */

export interface Ground {
  side: "west" | "east";
  egypt: "lower" | "upper";
  bank: boolean;
  farms: number;
  printed_farmers: number;
  limit: number;
  free: { cards: number; stones: number; gold: number };
  income_always: number;
  income_camel: number;
  temples: number;
  grades?: Record<string, string>;
}

export interface Board {
  name: string;
  bid_numbers: number[];
  temple_ranges: { space: number; min: number | null; max: number | null }[];
  power_cards: Cards;
  supplies: { stones: number; pyramids: number; farmers: number };
  provinces: Record<string, Ground>;
}
