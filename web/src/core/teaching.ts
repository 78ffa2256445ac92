/* SPDX-License-Identifier: MIT
 * teaching.ts -- hints for who sits at a table, and games gone through.
 */
import type { Bots } from "./bots";
import type { Core, Game } from "./core";
import type { Mind } from "./mind";
import { readRecord } from "./record";
import type { LocalTable } from "./table";
import { type Answer, type Body, isCount, refuse } from "./wishes";

const mostReviews = 4;
const sliceTime = 25;

/* Worked out in slices between which others are served, so that nobody waits for it. */
class Review {
  private progress: [number, number] = [0, 0];
  private analysis: unknown;
  private error: unknown;

  constructor(thinker: Promise<Game>, bot: string) {
    this.run(thinker, bot).catch((error) => (this.error = error));
  }

  private async run(thinker: Promise<Game>, bot: string): Promise<void> {
    const game = await thinker;
    const work = game.analyse(bot, 0n);

    for (let since = Date.now(); ;) {
      const { done, value } = work.next();

      if (done) {
        this.analysis = value;
        return;
      }
      this.progress = value;
      if (Date.now() - since >= sliceTime) {
        await new Promise((resolve) => setTimeout(resolve));
        since = Date.now();
      }
    }
  }

  get failed(): boolean {
    return this.error !== undefined;
  }

  answer(): Answer {
    if (this.failed)
      throw this.error;
    return [200, this.analysis === undefined ? { ok: true, done: false, progress: this.progress } : { ok: true, done: true, analysis: this.analysis }];
  }
}

export class Teaching {
  private readonly reviews = new Map<string, Review>();

  constructor(private readonly core: Core, private readonly bots: Bots) {}

  /* Who thinks, and by which bot: the strongest of those that need no search. */
  private teacher(game: string): { mind: Mind; bot: string } {
    const { mind } = this.bots;
    const bot = mind?.bots(game).find((name) => name === "hard");

    return mind && bot ? { mind, bot } : refuse("conflict", "there is no net for this game yet, and so neither hints nor analyses");
  }

  async hint(table: LocalTable, tokens: string[], body: Body): Promise<Body> {
    const { seat, seq } = body;
    const { game, kept } = table;

    if (!isCount(seat, 4) || !isCount(seq, 1000000))
      refuse("bad_request", 'a hint needs "seat" and "seq" (whole numbers)');
    if (!table.seatsOf(tokens).includes(seat))
      tokens.length === 0 ? refuse("no_token", "a hint for a seat needs its token") : refuse("forbidden", `the token shown is not that of seat ${seat}`);
    if (!kept.agreed?.hints)
      refuse("conflict", "there are no hints at this table: that was agreed on when it was made");
    if (!table.started)
      refuse("conflict", "the game has not started");
    if (seq !== game.moment)
      refuse("stale", "the table has moved on");
    const { mind, bot } = this.teacher(game.name);

    return (await mind.twin(game)).hint<Body>(bot, seat, 0n);
  }

  /* Begins the work when it is first asked for; then says how far it is. */
  review(name: string, game: Game): Answer {
    const { mind, bot } = this.teacher(game.name);
    let review = this.reviews.get(name);

    this.reviews.delete(name);
    review = review && !review.failed ? review : new Review(mind.twin(game), bot);
    this.reviews.set(name, review);
    for (const old of [...this.reviews.keys()].slice(0, -mostReviews))
      this.reviews.delete(old);
    return review.answer();
  }

  async reviewRecord(body: Body): Promise<Answer> {
    const { game } = await readRecord(this.core, body.record);

    return this.review(JSON.stringify([game.name, game.facts().options, game.players, game.actions()]), game);
  }
}
