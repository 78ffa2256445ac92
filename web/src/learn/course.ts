/* SPDX-License-Identifier: MIT
 * course.ts -- a lesson being played: the core in this page holds the game, the lesson says what happens in it.
 */
import { type Game, GameCore } from "../core/game";
import { loadGame } from "../games";
import { pace } from "../settings";
import { Store } from "../store";
import { landed } from "../tasks";
import type { Hint } from "../teacher/types";
import type { Step, View } from "../types";
import { hasVectors } from "../vectors";
import type { Lesson, LessonStep } from "./types";

export interface Told {
  at: number;                 /* which step of the lesson */
  view: View;
  before: View | null;
  steps: Step[];
  busy: boolean;              /* the others act */
  wrong: string | null;       /* the sentence on what was tried, "" for one without a sentence of its own */
}

/* How far somebody came: what they did at each step that asked for something. */
export interface Progress {
  at: number;
  done: string[][];
}

let loaded: Promise<GameCore> | null = null;

/* The whole module: the one in the worker knows only tables. Null where this page was built without. */
export function pageCore(): Promise<GameCore> | null {
  const { mind, mindSimd } = document.documentElement.dataset;
  const module = hasVectors() ? mindSimd : mind;

  if (module && !loaded) {
    loaded = fetch(new URL(module, document.baseURI)).then(async (answer) => GameCore.load(answer.headers.get("Content-Type") === "application/wasm" ? answer : await answer.arrayBuffer()));
    loaded.catch(() => (loaded = null));
  }
  return loaded;
}

/* What the bot that hints thinks of the position of a game of that core; its net comes with it. */
export async function hintAt(game: Game, seat: number): Promise<Hint> {
  const net = document.documentElement.dataset.nets?.split(" ").find((file) => file.startsWith(`${game.name}-${game.players}-`));

  if (net)
    game.net(new Uint8Array(await (await fetch(new URL(net, document.baseURI))).arrayBuffer()));
  return game.hint<{ hint: Hint }>("hard", seat, 0n).hint;
}

/* "bid:*" is any bid. */
export function fits(pattern: string, action: string): boolean {
  return pattern.endsWith("*") ? action.startsWith(pattern.slice(0, -1)) : pattern === action;
}

/* What is left of the wished actions after these, in any order but for the last one; null if one of them is not wished. */
function without(wished: string[], actions: string[]): string[] | null {
  const left = [...wished];

  for (const action of actions) {
    const at = left.findIndex((one) => fits(one, action));
    if (at < 0 || (at && at === left.length - 1))
      return null;
    left.splice(at, 1);
  }
  return left;
}

export class Course {
  readonly told: Store<Told | null> = new Store<Told | null>(null);
  private game!: Game;
  private ways: string[][] = [];      /* of the step at hand: what may still be done, in each of its ways */
  private doing: string[] = [];
  private done: string[][] = [];
  private paused = false;
  private go: (() => void) | null = null;
  private round = 0;

  constructor(private readonly core: GameCore, readonly lesson: Lesson, private readonly keep: (progress: Progress) => void) {}

  private get step(): LessonStep {
    return this.lesson.steps[this.told.value?.at ?? 0]!;
  }

  /* From the beginning to where somebody was. What does not fit this lesson (any more) is left out. */
  async begin(progress: Progress): Promise<void> {
    const { lesson } = this;
    const round = ++this.round;
    const game = await this.core.begin(lesson.game, lesson.players, lesson.options);
    const done = [...progress.done];
    let at = 0;

    if (round !== this.round)
      return;
    this.game = game;
    this.done = [];
    game.restore(lesson.start);
    try {
      for (; at < Math.min(progress.at, lesson.steps.length - 1); at++) {
        const step = lesson.steps[at]!;
        const own = step.accept ? done.shift() ?? step.accept[0]!.split(" ") : [];
        this.apply(own);
        if (step.accept)
          this.done.push(own);
        game.restore(step.then ?? []);
      }
    } catch {
      await this.begin({ at: 0, done: [] });
      return;
    }
    await loadGame(lesson.game);
    this.arrive(at, null);
  }

  private apply(actions: string[]): void {
    const { seat } = this.lesson;

    for (const action of actions) {
      const { to_act } = this.game.view<View>([seat]).state;
      this.game.restore([Array.isArray(to_act) && to_act.length > 1 ? `${seat}/${action}` : action]);
    }
  }

  private arrive(at: number, before: View | null): void {
    this.ways = (this.lesson.steps[at]!.accept ?? []).map((way) => way.split(" "));
    this.doing = [];
    this.put({ at, view: this.seen(at), before, steps: this.game.steps<Step>([this.lesson.seat]), busy: false, wrong: null });
    this.keep({ at, done: this.done });
  }

  /* Nothing is offered where the lesson asks for nothing. */
  private seen(at: number | null): View {
    const view = this.game.view<View>([this.lesson.seat]);

    return at !== null && this.lesson.steps[at]!.accept ? view : { ...view, legal: {} };
  }

  private put(part: Partial<Told>): void {
    this.told.set({ ...this.told.value!, ...part });
  }

  /* While a score sheet is read, the others wait. */
  pause(on: boolean): void {
    this.paused = on;
    if (!on)
      this.go?.();
  }

  attempt(seat: number, actions: string[]): View {
    return this.game.try<View>(seat, this.game.moment, actions);
  }

  /* What the player does: on with the lesson, or why not. */
  act(actions: string[]): void {
    const now = this.told.value;

    if (!now || now.busy || !this.step.accept)
      return;
    const ways = this.ways.map((way) => without(way, actions)).filter((left) => left !== null);
    if (!ways.length) {
      const found = Object.entries(this.step.wrong ?? {}).find(([pattern]) => actions.some((action) => fits(pattern, action)));
      this.put({ wrong: found?.[1] ?? "" });
      return;
    }
    this.apply(actions);
    this.doing.push(...actions);
    this.ways = ways;
    if (ways.some((way) => !way.length)) {
      this.done.push(this.doing);
      void this.follow();
      return;
    }
    this.put({ view: this.seen(now.at), before: now.view, steps: this.game.steps<Step>([this.lesson.seat]), wrong: null });
  }

  /* What the others and chance do, one after the other, and then the next card. */
  async follow(): Promise<void> {
    const { lesson } = this;
    const round = ++this.round;
    const { at, view } = this.told.value!;
    const module = await loadGame(lesson.game);
    let last = view;

    this.put({ busy: true, wrong: null });
    for (const action of ["", ...lesson.steps[at]!.then ?? []]) {
      if (action)
        this.game.restore([action]);
      const next = this.seen(null);
      if (next.seq === last.seq)
        continue;
      this.put({ view: next, before: last, steps: this.game.steps<Step>([lesson.seat]) });
      last = next;
      await this.rest((next.step ? module.dwell(next.step) : 0) * pace());
      if (round !== this.round)
        return;
    }
    this.arrive(Math.min(at + 1, lesson.steps.length - 1), null);
  }

  private async rest(ms: number): Promise<void> {
    if (ms)
      await new Promise((resolve) => window.setTimeout(resolve, ms));
    await new Promise<void>(landed);
    if (this.paused)
      await new Promise<void>((resolve) => (this.go = resolve));
    this.go = null;
  }

  back(): void {
    const { at } = this.told.value!;

    void this.begin({ at: at - 1, done: this.done });
  }

  again(): void {
    void this.begin({ at: 0, done: [] });
  }

  /* The game as far as it goes, with bots for the others. */
  record(players: string[], bot: string): unknown {
    const { game, options, seat } = this.lesson;

    return { format: "khepri-record/1", game, options, players, actions: this.game.actions(), meta: { bots: players.map((_, i) => (i === seat ? null : bot)) } };
  }

  close(): void {
    this.round++;
    this.go?.();
  }
}
