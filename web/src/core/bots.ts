/* SPDX-License-Identifier: MIT
 * bots.ts -- what bots there are in the page, and which of the two cores each thinks in.
 */
import type { Core, Game, GameOffer } from "./core";
import { Mind } from "./mind";

/* As ai.h reads them: how many positions a bot may look at, or for how many milliseconds. */
const mostPositions = 1_000_000_000;
const mostTime = 600_000;

export class Bots {
  constructor(private readonly core: Core, readonly mind: Mind | null) {}

  offer(name: unknown): GameOffer | undefined {
    const offer = this.core.offer(name);

    return offer && { ...offer, bots: this.mind?.bots(offer.name) ?? offer.bots };
  }

  /* Whether the small core has not got it. */
  private isHard(game: string, bot: string): boolean {
    return this.mind !== null && !this.core.offer(game)!.bots.includes(bot.split(":")[0]!);
  }

  async choose(game: Game, bot: string, seat: number, seed: bigint): Promise<string[]> {
    return this.isHard(game.name, bot) ? this.mind!.choose(game, bot, seat, seed) : game.bot(bot, seat, seed);
  }

  /* Fetches what these bots need to think with, or refuses. */
  async ready(game: Game, bots: (string | undefined)[]): Promise<void> {
    for (const bot of bots) {
      if (bot !== undefined && this.isHard(game.name, bot))
        await this.mind!.ready(game.name, game.players);
    }
  }

  /* "master:1000ms" and "master:20000" say how much it may think. */
  knows(game: string, bot: string): boolean {
    const { bots } = this.offer(game)!;
    const [, number, unit] = /^master:(\d+)(ms)?$/.exec(bot) ?? [];
    const limit = Number(number ?? 0);

    return bots.includes(bot) || (bots.includes("master") && limit >= 1 && limit <= (unit ? mostTime : mostPositions));
  }

  /* Their names, as a sentence that refuses another has them. */
  words(game: string): string {
    return this.offer(game)!.bots.map((bot) => bot === "master" ? `${bot} (or, with a limit, ${bot}:20000, ${bot}:100ms)` : bot).join(", ");
  }
}
