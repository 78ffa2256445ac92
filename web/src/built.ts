/* SPDX-License-Identifier: MIT
 * built.ts -- what build.mjs makes of include/khepri/games.def, of the games' folders beside this file, and of lang/. Here
 * are its types; the bundle has the values.
 */
import type { GameCard, GameModule } from "./games";
import type { Words } from "./i18n";
import type { Lesson, Puzzle, Rulebooks } from "./learn/types";

/* In the language itself; with the frame's sentences. */
export declare const languages: readonly { code: string; name: string; words: Words[string] }[];

/* The games that bring something to the page, in order. `prefix` begins the ids of a game's sentences, and is its folder. */
export declare const games: readonly { prefix: string; card?: GameCard; load?: () => Promise<{ game: GameModule }>; words?: Words; rulebooks: Rulebooks }[];

/* The lessons of data/lessons, by the game's name. */
export declare const lessons: Readonly<Record<string, () => Promise<{ default: Lesson }>>>;

/* The puzzles of data/puzzles, by the game's name. */
export declare const puzzles: Readonly<Record<string, () => Promise<{ default: Puzzle[] }>>>;

/* What hints and analyses say; rules, lessons and puzzles; a table of a game without a folder; and the page of the host. */
export declare const teacher: Words;
export declare const learn: Words;
export declare const plain: Words;
export declare const admin: Words;
