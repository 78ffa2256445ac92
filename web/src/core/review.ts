/* SPDX-License-Identifier: MIT
 * review.ts -- a whole game analysed, by an instance of the module and by helpers: instances in other workers, each on a
 * processor of its own. Whoever is free takes the next action. What comes out does not depend on who judged what.
 */
import type { Options, Share, Thinker } from "./core";

/* A game and what judges it, for an instance of its own. */
export interface Task {
  module: WebAssembly.Module;
  net: Uint8Array | null;
  game: string;
  players: number;
  options: Options;
  actions: string[];
  bot: string;
}

/* Somebody who judges actions of a game in the order in which they are asked for: the earlier ones first. */
export interface Helper {
  begin(task: Task): void;
  judge(at: number): Promise<Uint8Array>;       /* for Share.give(); rejected if it cannot */
  end(): void;
}

/* How many actions are judged; and at last all of them. */
export interface Reviewed {
  done: number;
  analysis?: unknown;
}

/* Actions that a helper is asked for at once, so that it need not wait until this instance has time to hear of one. */
const ahead = 4;

const sliceTime = 25;

export class Review {
  private share: Share;
  private readonly all: number;
  private next = 0;
  private done = 0;
  /* Held here, for Firefox ends a worker that nobody holds, although it is at work. */
  private readonly helpers = new Set<Helper>();
  private failed = false;
  private heard = (): void => undefined;

  private constructor(private readonly whole: Thinker, private readonly bot: string, readonly chances: unknown) {
    this.share = whole.share(bot, 0n);
    this.all = whole.count;
  }

  /* With the chances alone, which are there soon. */
  static async begin(whole: Thinker, bot: string): Promise<Review> {
    return new Review(whole, bot, await chancesOf(whole, bot));
  }

  /* Has somebody take part until nothing is left to begin. */
  with(helper: Helper, task: Task): void {
    this.helpers.add(helper);
    void this.drive(helper, task).catch(() => void (this.failed = true)).finally(() => {
      helper.end();
      this.helpers.delete(helper);
      this.heard();
    });
  }

  private async drive(helper: Helper, task: Task): Promise<void> {
    helper.begin(task);
    await Promise.all(Array.from({ length: ahead }, () => this.ask(helper)));
  }

  private async ask(helper: Helper): Promise<void> {
    try {
      while (this.next < this.all && !this.failed) {
        const at = this.next++;

        this.share.give(at, await helper.judge(at));
        this.done++;
        this.heard();
      }
    } catch {
      this.failed = true;
    }
  }

  /* Works for that many milliseconds, on one action at least. Others are served before that. */
  async on(ms = sliceTime): Promise<Reviewed> {
    await served();
    const since = Date.now();

    do {
      if (this.next < this.all && !this.failed) {
        this.share.judge(this.next++);
        this.done++;
      } else if (this.helpers.size)
        await new Promise<void>((resolve) => void (this.heard = resolve));
      else if (this.failed)
        this.again();
      else
        return { done: this.all, analysis: this.share.end() };
    } while (Date.now() - since < ms);
    return { done: this.done };
  }

  /* Alone: what a helper did not judge lies behind. */
  private again(): void {
    this.share = this.whole.share(this.bot, 0n);
    this.next = this.done = 0;
    this.failed = false;
  }
}

async function chancesOf(whole: Thinker, bot: string): Promise<unknown> {
  const quick = whole.analyse(bot, 0n, 4, true);

  for (;;) {
    await served();
    for (const since = Date.now(); Date.now() - since < sliceTime;) {
      const { done, value } = quick.next();

      if (done)
        return value;
    }
  }
}

function served(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve));
}
