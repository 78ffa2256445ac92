/* SPDX-License-Identifier: MIT
 * types.ts -- the rules as build.mjs reads them from rules/, what a game adds to them, lessons and puzzles.
 */
import type { Step } from "../types";

/* What a passage says, and the mark that ends it, "" for none. */
export type Passage = readonly [text: string, mark: string];

export interface Block {
  said?: Passage[];
  example?: string;
  question?: string;
  head?: string[];
  rows?: string[][];
  right?: boolean[];
}

export interface Chapter {
  n: number;
  title: string;
  marks: string;              /* what the marks of the chapter begin with */
  blocks: Block[];
}

export interface Rulebook {
  title: string;
  preface: Block[];
  chapters: Chapter[];
}

/* By language. */
export type Rulebooks = Readonly<Record<string, () => Promise<{ default: Rulebook }>>>;

/* What a game's rules.ts brings: drawings beside the passages, and which of them a thing on the page leads to. */
export interface GameRules {
  pictures: Readonly<Record<string, readonly string[]>>;      /* of a mark */
  marks: Readonly<Record<string, readonly string[]>>;         /* of a line of a sheet, a kind of tile, an event */
  ofStep(step: Step): string[];
  legend: readonly (readonly [art: string, words: () => string, marks: readonly string[]])[];
}

/* One card of a lesson: docs/lessons.md has the form. Without `accept` it is only read. */
export interface LessonStep {
  say: string;
  accept?: string[];
  wrong?: Readonly<Record<string, string>>;
  then?: string[];
}

export interface Lesson {
  game: string;
  players: number;
  seat: number;
  options: Record<string, unknown>;
  start: string[];
  steps: LessonStep[];
}

/* A line of data/puzzles, as build.mjs gives it. Chances are by 100,000; in the order of `actions`. */
export interface Puzzle {
  id: string;
  level: 1 | 2 | 3;
  players: number;
  options: Record<string, unknown>;
  before: string[];           /* the actions that lead to it */
  seat: number;
  actions: string[];
  win: number[];
  margin: number;
  score: number[];
  ends?: number[][];          /* how the auction ends: [seat, sun], [-1] for nobody, [] where there is none */
}
