/* SPDX-License-Identifier: MIT
 * helper.ts -- a worker that judges actions for the review of another one (core/review.ts), and that other's side of it.
 */
import { openChance } from "./core/chance";
import { Core, coreOf, type Share } from "./core/core";
import { begun } from "./core/mind";
import type { Helper, Task } from "./core/review";

export const helperName = "helper";

/* Workers in all that share a review, if there are as many processors. */
const most = 4;

/* What is asked: to begin, then one action after the other. */
type Asked = Task | number;

/* Without `found`: it cannot. */
type Told = { found?: Uint8Array };

class WorkerHelper implements Helper {
  private readonly worker: Worker;
  private readonly waiting: ((told: Told) => void)[] = [];

  constructor(address: string) {
    this.worker = new Worker(address, { name: helperName });
    this.worker.onmessage = ({ data }: MessageEvent<Told>) => this.waiting.shift()?.(data);
    this.worker.onerror = () => this.waiting.splice(0).forEach((hear) => hear({}));
  }

  private ask(asked: Asked): void {
    this.worker.postMessage(asked);
  }

  begin(task: Task): void {
    this.ask(task);
  }

  judge(at: number): Promise<Uint8Array> {
    return new Promise((resolve, reject) => {
      this.waiting.push(({ found }) => (found ? resolve(found) : reject(new Error("a helper failed"))));
      this.ask(at);
    });
  }

  end(): void {
    this.worker.terminate();
  }
}

/* By the script at that address. None where a worker can begin no other. */
export function newHelpers(address: string): Helper[] {
  const others = typeof Worker === "undefined" ? 0 : Math.min(most, navigator.hardwareConcurrency || 1) - 1;

  return Array.from({ length: others }, () => new WorkerHelper(address));
}

async function shareOf(task: Task): Promise<Share> {
  await openChance();
  return (await begun(await coreOf(Core, task.module), task)).share(task.bot, 0n);
}

async function judged(share: Promise<Share>, at: number): Promise<Told> {
  try {
    (await share).judge(at);
    return { found: (await share).found(at) };
  } catch {
    return {};                  /* the other works alone then */
  }
}

/* What such a worker does. */
export function help(): void {
  const page = self as unknown as { postMessage(told: Told): void; onmessage: (event: MessageEvent<Asked>) => void };
  let share: Promise<Share>;

  page.onmessage = async ({ data }) => {
    if (typeof data === "number")
      page.postMessage(await judged(share, data));
    else
      share = shareOf(data);
  };
}
