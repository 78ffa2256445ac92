/* SPDX-License-Identifier: MIT
 * shelf.ts -- the tables that are kept, of which a few are in memory.
 */
import { chanceMoves, type Core, type Game } from "./core";
import type { Bots } from "./bots";
import { isLocal } from "./ids";
import { type Kept, keptFormat, LocalTable, type Settings, tableJson } from "./table";
import { type Body, refuse } from "./wishes";

const mostLoaded = 6;

export class Shelf {
  private readonly loaded = new Map<string, Promise<LocalTable>>();
  private clock = 0;

  constructor(private readonly core: Core, private readonly settings: Settings, private readonly bots: Bots) {}

  private make(kept: Kept, game: Game): LocalTable {
    return new LocalTable(this.settings, kept, game, (...asked) => this.bots.choose(...asked));
  }

  private async load(id: string): Promise<LocalTable> {
    const text = isLocal(id) ? await this.settings.keeper.get(id) : null;

    if (text === null || text === undefined)
      refuse("not_found", "there is no such table");
    const kept = JSON.parse(text) as Kept;

    if (kept.format !== keptFormat)
      refuse("busy", `this table was kept by another version of Khepri, as ${String(kept.format)}`);
    const game = await this.core.begin(kept.game, kept.seats.length, kept.options);

    game.restore(kept.actions);
    const table = this.make(kept, game);

    if (table.started && game.facts().to_move === chanceMoves)
      await table.begin();
    return table;
  }

  /* Of the tables that nobody watches only the last few stay in memory. */
  private async forgetSome(): Promise<void> {
    const idle: { id: string; used: number }[] = [];

    for (const [id, loading] of this.loaded) {
      const table = await loading.catch(() => null);

      if (table && table.visitors.size === 0 && !table.busy)
        idle.push({ id, used: table.used });
    }
    idle.sort((a, b) => b.used - a.used);
    for (const { id } of idle.slice(mostLoaded))
      this.loaded.delete(id);
  }

  async table(id: string): Promise<LocalTable> {
    let loading = this.loaded.get(id);

    if (!loading) {
      loading = this.load(id);
      this.loaded.set(id, loading);
      loading.catch(() => this.loaded.delete(id));
      void this.forgetSome();
    }
    const table = await loading;

    table.used = ++this.clock;
    return table;
  }

  async add(kept: Kept, game: Game): Promise<LocalTable> {
    await this.bots.ready(game, kept.seats.map(({ bot }) => bot));
    const table = this.make(kept, game);

    table.used = ++this.clock;
    this.loaded.set(kept.id, Promise.resolve(table));
    if (table.started && game.facts().to_move === chanceMoves)
      await table.begin();
    else
      await table.keep();
    void table.bots();
    return table;
  }

  async forget(table: LocalTable): Promise<void> {
    table.gone = true;
    this.loaded.delete(table.kept.id);
    await this.settings.keeper.remove(table.kept.id);
  }

  /* All that are kept, newest first. What cannot be read is passed over here, and says so when it is asked for. */
  async tables(): Promise<Body[]> {
    const found: Body[] = [];

    for (const id of await this.settings.keeper.list()) {
      const table = await this.loaded.get(id);

      if (table) {
        found.push(table.json());
      } else {
        try {
          const kept = JSON.parse(await this.settings.keeper.get(id) ?? "null") as Kept | null;

          if (kept?.format === keptFormat)
            found.push(tableJson(kept, () => false));
        } catch (error) {
          this.settings.trouble(error);
        }
      }
    }
    return found.sort((a, b) => String(a.created) < String(b.created) ? 1 : String(a.created) > String(b.created) ? -1 : 0);
  }
}
