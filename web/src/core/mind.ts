/* SPDX-License-Identifier: MIT
 * mind.ts -- what thinks harder than the small core: the whole module, with the bots that ask nets, and the nets
 * themselves. Nothing of it is fetched before it is needed.
 *
 * A table stays with its own game; beside it the module has a twin, brought up to date when it is asked.
 */
import { type Core, type Game, Refusal } from "./core";

/* Where it comes from. */
export interface MindSource {
  bots: Record<string, string[]>;     /* by game: all there are, those of the small core too */
  core(): Promise<Core>;
  net(game: string, players: number): Promise<Uint8Array | null>;   /* null: there is none */
}

const masterTime = 300;

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
  private pace = 60;            /* positions a millisecond */
  private readonly twins = new WeakMap<Game, Game>();

  constructor(private readonly source: MindSource) {}

  bots(game: string): string[] {
    return this.source.bots[game] ?? [];
  }

  /* Fetches what a game of so many needs, or refuses. */
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

  /* What a bot does. The module has no clock: who is to think for a time gets as many positions as this machine
   * lately looked at in such a time. */
  async choose(own: Game, bot: string, seat: number, seed: bigint): Promise<string[]> {
    const twin = await this.twin(own);
    const [, time] = /^master(?::(\d+)ms)?$/.exec(bot) ?? [null, null];

    if (time === null)
      return twin.bot(bot, seat, seed);
    const ms = Number(time ?? masterTime);
    const began = performance.now();
    const actions = twin.bot(`master:${Math.max(500, Math.round(this.pace * ms))}`, seat, seed);
    const spent = performance.now() - began;

    this.pace *= spent > ms ? Math.max(0.25, ms / spent) : spent < ms / 4 ? 1.1 : 1;
    return actions;
  }

  async twin(own: Game): Promise<Game> {
    const { core, net } = await this.ready(own.name, own.players);
    let twin = this.twins.get(own);

    if (!twin) {
      twin = await core.begin(own.name, own.players, own.facts().options);
      if (net)
        twin.net(net);
      this.twins.set(own, twin);
    }
    twin.restore(own.actions(twin.count));
    return twin;
  }
}
