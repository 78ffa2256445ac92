/* SPDX-License-Identifier: MIT
 * mind.ts -- what thinks harder than the small core: the whole module, with the bots that ask nets, and the nets
 * themselves. Nothing of it is fetched before it is needed.
 */
import { type Core, type Options, Refusal, type Thinker } from "./core";
import type { Review, Task } from "./review";

/* Where it comes from. */
export interface MindSource {
  bots: Record<string, string[]>;     /* by game: all there are, those of the small core too */
  core(): Promise<Core>;
  net(game: string, players: number): Promise<Uint8Array | null>;   /* null: there is none */
  review(whole: Thinker, task: Task): Promise<Review>;    /* of a game that was played in that instance */
}

/* What the hall wants thought about: a choice, a hint, or a slice of a review. */
export interface Question {
  thought: number;
  task: "choose" | "hint" | "review";
  game: string;
  players: number;
  seat: number;
  bot: string;
  here: boolean;
  searches: boolean;
  positions: number;
  ms: number;
  at: number;
  options?: Options;
  actions?: string[];
}

/* The number of an action, or how far a review is; the JSON of a hint or of a finished review. */
export interface Thought {
  value: number;
  text?: string;
}

/* Kept when it came; asked for again when it did not. */
function once<T>(kept: Map<string, Promise<T>>, key: string, get: () => Promise<T>): Promise<T> {
  const known = kept.get(key) ?? get();

  kept.set(key, known);
  known.catch(() => kept.delete(key));
  return known;
}

export class Mind {
  private readonly cores = new Map<string, Promise<Core>>();
  private readonly nets = new Map<string, Promise<Uint8Array | null>>();
  private readonly thinkers = new Map<string, Promise<Thinker>>();
  private readonly reviews = new Map<number, Review>();
  private pace = 60;            /* positions a millisecond */

  constructor(private readonly source: MindSource) {}

  bots(game: string): string[] {
    return this.source.bots[game] ?? [];
  }

  /* Fetches what a game with that number of players needs, or refuses. */
  async ready(game: string, players: number): Promise<{ core: Core; net: Uint8Array | null }> {
    try {
      const core = once(this.cores, "", () => this.source.core());
      const net = once(this.nets, `${game} ${players}`, () => this.source.net(game, players));

      return { core: await core, net: await net };
    } catch (error) {
      throw error instanceof Refusal ? error
        : new Refusal("net", `what ${game} for ${players} players is thought over with could not be had: ${error instanceof Error ? error.message : String(error)}`);
    }
  }

  private async begin(game: string, players: number, options: Options): Promise<Thinker> {
    const { core, net } = await this.ready(game, players);

    return begun(core, { net, game, players, options, actions: [] });
  }

  /* `seen`: what may be known for it. */
  async answer(question: Question, seen: Uint8Array): Promise<Thought> {
    const { task, game, players, seat, bot } = question;
    const known = seen.slice();

    if (task === "review")
      return this.review(question);
    const thinker = await once(this.thinkers, `${game} ${players}`, () => this.begin(game, players, {}));

    thinker.see(known);
    return task === "hint" ? { value: 0, text: JSON.stringify(thinker.thinkHint(bot, seat)) } : { value: this.choose(thinker, question) };
  }

  /* The module has no clock. A bot that is to think for a time gets as many positions as this machine lately looked at
   * in such a time. */
  private choose(thinker: Thinker, { bot, seat, searches, positions, ms }: Question): number {
    if (!searches)
      return thinker.think(bot, seat);
    const began = performance.now();
    const action = thinker.think(`${bot}:${positions || Math.max(500, Math.round(this.pace * ms))}`, seat);
    const spent = performance.now() - began;

    if (!positions)
      this.pace *= spent > ms ? Math.max(0.25, ms / spent) : spent < ms / 4 ? 1.1 : 1;
    return action;
  }

  /* Worked out in slices between which others are served, so that nobody waits for it. The first answer has the chances
   * alone, and some of the work besides: nothing done would mean that it begins. */
  private async review({ thought, game, players, bot, options, actions, at }: Question): Promise<Thought> {
    const known = this.reviews.get(thought);

    if (known && at > 0)
      return this.reviewOn(thought, known);
    const { core, net } = await this.ready(game, players);
    const task = { module: core.module, net, game, players, options: options ?? {}, actions: actions ?? [], bot };
    const work = await this.source.review(await begun(core, task), task);

    this.reviews.set(thought, work);
    return { text: JSON.stringify(work.chances), ...await this.reviewOn(thought, work, 0) };
  }

  private async reviewOn(thought: number, work: Review, ms?: number): Promise<Thought> {
    const { done, analysis } = await work.on(ms);

    if (!analysis)
      return { value: done };
    this.reviews.delete(thought);
    return { value: done, text: JSON.stringify(analysis) };
  }
}

/* An instance in which the game was played. */
export async function begun(core: Core, { net, game, players, options, actions }: Omit<Task, "module" | "bot">): Promise<Thinker> {
  const whole = await core.begin(game, players, options);

  if (net)
    whole.net(net);
  whole.restore(actions);
  return whole;
}
