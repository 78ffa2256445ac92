/* SPDX-License-Identifier: MIT
 * games.ts -- the games that can be played here, and what each brings: its board, its words, its sheets.
 *
 * The frame of the page knows no game. Each has a folder here. card.ts is part of the first page. The rest (index.tsx,
 * style.css and the sentences of lang/) is fetched when a table of it is opened. A game that the server plays and that has no
 * folder is played at a plain table (plain/).
 */
import type { ComponentChildren, ComponentType } from "preact";
import { useEffect, useState } from "preact/hooks";
import type { GameOffer } from "./api";
import { games, plain } from "./built";
import { has, learnPart, say, t, type Params } from "./i18n";
import type { Cutscene } from "./cutscene";
import type { Later } from "./later";
import type { Sound } from "./sound";
import type { Part } from "./ranking";
import { wear } from "./sheets";
import { addDrawings } from "./ui";
import type { GameRules, Rulebooks } from "./learn/types";
import type { Hint, HintAction } from "./teacher/types";
import type { Cast, Choice, Scene, Step, View } from "./types";

/* What the first page must know. It also speaks the sentences PREFIX.title and PREFIX.lobby.… of the game. */
export interface GameCard {
  name: string;                       /* as the server and records name the game */
  players: number;                    /* at a game that is to begin at once */
  files?: readonly string[];          /* options that are given as a JSON file, to the server */
  table?(options: Record<string, unknown>): Params;  /* for PREFIX.lobby.table, what table it is in a line */
}

/* One score sheet: where it stands in the game, how it is called, and what it says. */
export interface Sheet {
  step: number;
  title: string;
  open: string;                       /* on the button that opens it */
  wide?: boolean;
  body: () => ComponentChildren;
}

export interface Beside {
  scene: Scene;
  steps: Step[];                      /* up to the moment shown */
}

/* What hints say of a game beside the numbers. */
export interface HintWords {
  mixed?(view: View): boolean;        /* no action is best: the bot draws from several */
  ends?(action: HintAction, players: string[]): string;
  word?(name: string, word: string, view: View): string;     /* a tile or a province of a fact */
  More?: ComponentType<{ hint: Hint; view: View }>;
}

/* What text mode says of a game, and what can be typed there. */
export interface GameText {
  lines(view: View, cast: Cast): string[];
  legalLine(choices: Choice[]): string;
  typed(text: string, choices: Choice[], view: View): Choice | null;
  answer(word: string, view: View, cast: Cast): string[] | null;
  hint(): string;
}

export interface GameModule {
  art: string;                        /* the drawing beside its name */
  sprite?: string;                    /* drawings that only this game needs */
  secrets: boolean;                   /* hands that others at the same screen may not see */
  eyes?(view: View): number | null;   /* the seat whose hand this view shows */
  Board: ComponentType<{ scene: Scene }>;
  Aside?: ComponentType<Beside>;      /* above the log */
  Below?: ComponentType<Beside>;      /* below everything at the side */
  Help: ComponentType;
  hints?: HintWords;
  rules?: () => Promise<GameRules>;       /* what leads from the page to the rules */
  keyHelp: readonly (readonly [key: string, message: string])[];
  tie: string;                        /* the message on how equal points are told apart */
  choicesOf(view: View): Choice[];
  label(choice: Choice, view: View): string;
  prompt(view: View, players: string[], choices: Choice[]): string;
  sentences(step: Step, cast: Cast, all?: boolean): string[];
  text: Later<GameText>;
  final(actions: string[], view: View): boolean;     /* they spend or choose something for good */
  together?(seat: number, actions: string[], view: View, name: (action: string) => string): string[];  /* several that are sent as one */
  forgoes?(seat: number, actions: string[], view: View): string;      /* what is given up for nothing: always asked about */
  big(step: Step): boolean;           /* stands out in the log */
  dwell(step: Step): number;          /* milliseconds on show, at full motion */
  scoring(step: Step): boolean;       /* its sheet opens by itself */
  cutscenes?(step: Step, scene: Scene): Cutscene[];  /* what the step to this scene is shown as, in order */
  sound?(step: Step): Sound | "";                    /* what it is heard as */
  parts?(view: View, steps: Step[]): Part[];         /* what the points of a finished game are the sum of */
  idle?(view: View, seat: number): boolean;          /* nothing is left for the seat to decide before something new begins */
  sheets(steps: Step[], scene: Scene): Sheet[];
}

/* ---- what is known of each from the beginning ---- */

const brought = new Map(games.map((one) => [one.card?.name ?? one.prefix, one]));

/* Those with a card, in the order in which they are shown until the server has said which it plays. */
export const gamesHere: readonly string[] = games.flatMap(({ card }) => card?.name ?? []);

/* Its rules, by language; none for a game without. */
export function rulebooksOf(game: string): Rulebooks {
  return brought.get(game)?.rulebooks ?? {};
}

export function cardOf(game: string): GameCard | undefined {
  return brought.get(game)?.card;
}

function idOf(game: string, id: string): string {
  return `${brought.get(game)?.prefix ?? game}.${id}`;
}

/* A sentence of this game, or "" where it has none. */
export function wordOf(game: string, id: string, params?: Params): string {
  return has(idOf(game, id)) ? say(idOf(game, id), params) : "";
}

export function gameName(game: string): string {
  return wordOf(game, "title") || plainWord(game);
}

/* A name out of records, in letters for people. */
export function plainWord(name: string): string {
  return name.replaceAll("_", " ");
}

/* What table it is, in a line. */
export function tableTitle(game: string, options: Record<string, unknown>, players: number): string {
  return wordOf(game, "lobby.table", { ...cardOf(game)?.table?.(options), count: players }) || t("table.title", { count: players });
}

/* How many sit at a game that is to begin at once. */
export function quickPlayers(game: string, offer: GameOffer | null): number {
  return cardOf(game)?.players ?? Math.min(Math.max(3, offer?.min_players ?? 2), offer?.max_players ?? 5);
}

/* ---- modules ---- */

const loaded: Record<string, GameModule> = {};

export function moduleOf(game: string): GameModule | null {
  return loaded[game] ?? null;
}

export async function loadGame(game: string): Promise<GameModule> {
  const known = loaded[game];
  const { load, prefix = "", words } = brought.get(game) ?? {};

  if (known)
    return known;
  const [module] = await Promise.all([
    load ? load().then((folder) => folder.game) : import("./plain/index").then(({ plainGame }) => plainGame(game)),
    wear(load ? prefix : "plain"),
    words && learnPart(words),
    load ? undefined : learnPart(plain),
  ]);
  if (module.sprite && !loaded[game])
    addDrawings(module.sprite);
  return (loaded[game] ??= module);
}

/* The module of a game, null until it is there. `lost` when it cannot be had. */
export function useModule(game: string | null): { module: GameModule | null; lost: boolean } {
  const [, redraw] = useState({});
  const [lost, setLost] = useState(false);

  useEffect(() => {
    if (game && !loaded[game])
      loadGame(game).then(() => redraw({}), () => setLost(true));
  }, [game]);
  return { module: game ? loaded[game] ?? null : null, lost };
}
