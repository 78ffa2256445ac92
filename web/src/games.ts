/* SPDX-License-Identifier: MIT
 * games.ts -- the games that can be played here, and what each brings: its board, its words, its sheets.
 *
 * The frame of the page knows no game. A game's module is loaded when a table of it is opened, so that
 * nobody waits for the other one.
 */
import type { ComponentChildren, ComponentType } from "preact";
import { useEffect, useState } from "preact/hooks";
import { has, say, t } from "./i18n";
import type { Cast, Choice, Scene, Step, View } from "./types";

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

export interface GameModule {
  art: string;                        /* the drawing beside its name */
  sprite?: string;                    /* drawings that only this game needs */
  secrets: boolean;                   /* hands that others at the same screen may not see */
  eyes?(view: View): number | null;   /* the seat whose hand this view shows */
  Board: ComponentType<{ scene: Scene }>;
  Aside?: ComponentType<Beside>;      /* above the log */
  Below?: ComponentType<Beside>;      /* below everything at the side */
  Help: ComponentType;
  keyHelp: readonly (readonly [string, string])[];  /* key, message */
  tie: string;                        /* the message on how equal points are told apart */
  choicesOf(view: View): Choice[];
  label(choice: Choice, view: View): string;
  prompt(view: View, players: string[], choices: Choice[]): string;
  sentences(step: Step, cast: Cast, all?: boolean): string[];
  lines(view: View, cast: Cast, choices: Choice[]): string[];
  legalLine(choices: Choice[]): string;
  typed(text: string, choices: Choice[], view: View): Choice | null;
  answer(word: string, view: View, cast: Cast): string[] | null;
  textHint(): string;
  big(step: Step): boolean;           /* stands out in the log */
  dwell(step: Step): number;          /* milliseconds on show, at full motion */
  scoring(step: Step): boolean;       /* its sheet opens by itself */
  sheets(steps: Step[], scene: Scene): Sheet[];
}

const load: Record<string, () => Promise<GameModule>> = {
  ra: async () => (await import("./ra/index")).ra,
  amun_re: async () => (await import("./amun/index")).amun,
};

export const gameNames = Object.keys(load);
const loaded: Record<string, GameModule> = {};

export function moduleOf(game: string): GameModule | null {
  return loaded[game] ?? null;
}

export async function loadGame(game: string): Promise<GameModule> {
  const module = loaded[game] ?? await (load[game] ?? load.ra!)();

  if (module.sprite && !loaded[game]) {
    const drawings = document.createElement("div");
    drawings.className = "sprite";
    drawings.setAttribute("aria-hidden", "true");
    drawings.innerHTML = module.sprite;
    document.body.append(drawings);
  }
  loaded[game] = module;
  return module;
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

export function gameName(game: string): string {
  return has(`game.${game}`) ? say(`game.${game}`) : game;
}

/* What table it is, in a line: the edition of Ra, the options of Amun-Re that differ. */
export function tableTitle(game: string, options: Record<string, unknown>, players: number): string {
  return game === "ra"
    ? t("table.title", { edition: String(options.edition ?? "2016"), players })
    : t("table.title.plain", { players });
}
