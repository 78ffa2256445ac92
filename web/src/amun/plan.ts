/* SPDX-License-Identifier: MIT
 * plan.ts -- a list of actions that is being thought over: what it would lead to, and what may be added.
 *
 * The rules stay with the server. Each list is tried there, and the view after it shows prices, what is
 * left and what is legal next. What was wanted shows at once; what it brings, when the answer is there.
 * An answer to a list that is no longer wanted is kept for later, and shows nothing.
 */
import { Store } from "../store";

export interface Sight {
  legal: Record<string, string[]>;
}

export interface Planned<V> {
  plan: string[];
  view: V;                    /* after `plan` if settled, else after the last list that was answered */
  settled: boolean;
  refused: unknown;           /* why the last wish was taken back, or null */
}

const apart = " ";

/* Where an action belongs: sales first, for their gold; farmers before stones. A builder card and stones
 * stay in the order they were chosen, for it matters. */
function place(action: string): number {
  const order: Record<string, number> = { sell: 0, free_farmer: 1, buy: 2, farmer: 3, stone: 4, builder: 4, end: 5 };
  return order[action.split(":")[0]!] ?? 4;
}

export function added(plan: string[], action: string): string[] {
  const behind = plan.findIndex((a) => place(a) > place(action));
  const at = behind < 0 ? plan.length : behind;
  return [...plan.slice(0, at), action, ...plan.slice(at)];
}

export function without(plan: string[], action: string): string[] {
  const at = plan.lastIndexOf(action);
  return at < 0 ? plan : [...plan.slice(0, at), ...plan.slice(at + 1)];
}

export function times(plan: string[], action: string): number {
  return plan.filter((a) => a === action).length;
}

export class Planner<V extends Sight> {
  static readonly most = 31;  /* actions in a list, with room for `end` */

  readonly shown: Store<Planned<V>>;
  private wanted: string[] = [];
  private history: string[][] = [];
  private known = new Map<string, V | "refused">();
  private asking = new Set<string>();
  private refused: unknown = null;

  constructor(readonly seat: number, base: V, private readonly attempt: (actions: string[]) => Promise<V>) {
    this.shown = new Store<Planned<V>>({ plan: [], view: base, settled: true, refused: null });
    this.known.set("", base);
  }

  get plan(): string[] {
    return this.wanted;
  }

  /* The table has moved on, by our own doing: what is still planned is tried anew. */
  rebase(base: V, plan: string[] = this.wanted): void {
    this.known = new Map<string, V | "refused">([["", base]]);
    this.asking.clear();
    this.history = [[]];
    this.refused = null;
    this.wanted = [];
    this.shown.set({ plan: [], view: base, settled: true, refused: null });
    if (plan.length)
      this.want(plan);
  }

  want(plan: string[]): void {
    this.history.push(this.wanted);
    this.wanted = plan;
    this.refused = null;
    this.show();
  }

  add(action: string): void {
    if (this.mayAdd(action))
      this.want(added(this.wanted, action));
  }

  remove(action: string): void {
    this.want(without(this.wanted, action));
  }

  clear(): void {
    this.want([]);
  }

  /* What is known of the list with one more action. At the end of the list that is what is legal after it; within
   * it the server is asked. Not known yet counts as yes: it may be tried. */
  mayAdd(action: string): boolean {
    const { plan, view, settled } = this.shown.value;
    const next = added(this.wanted, action);

    if (next.length > Planner.most)
      return false;
    if (place(action) === 0 || next[next.length - 1] === action)
      return settled ? this.legalIn(view).includes(action) : this.known.get(next.join(apart)) !== "refused";
    const before = this.known.get(plan.filter((a) => place(a) <= place(action)).join(apart));
    if (before && before !== "refused" && !this.legalIn(before).includes(action))
      return false;
    return this.known.get(next.join(apart)) !== "refused";
  }

  /* Asks for what mayAdd() cannot know otherwise. */
  probe(actions: string[]): void {
    if (!this.shown.value.settled)
      return;
    for (const action of actions) {
      const next = added(this.wanted, action);
      if (next[next.length - 1] !== action && place(action) > 0 && this.mayAdd(action))
        this.ask(next);
    }
  }

  /* The view after a part of the plan, if it was ever answered. */
  after(plan: string[]): V | null {
    const view = this.known.get(plan.join(apart));
    return view && view !== "refused" ? view : null;
  }

  learn(plan: string[]): void {
    this.ask(plan);
  }

  private legalIn(view: V): string[] {
    return view.legal[String(this.seat)] ?? [];
  }

  /* Shows the wanted list; steps back over what was refused. */
  private show(): void {
    for (;;) {
      const answer = this.known.get(this.wanted.join(apart));
      if (answer === "refused") {
        this.wanted = this.history.pop() ?? [];
        continue;
      }
      this.shown.set({ plan: this.wanted, view: answer ?? this.shown.value.view, settled: !!answer, refused: this.refused });
      if (!answer)
        this.ask(this.wanted);
      return;
    }
  }

  private ask(plan: string[]): void {
    const key = plan.join(apart);
    const { known } = this;

    if (known.has(key) || this.asking.has(key))
      return;
    this.asking.add(key);
    const answered = (answer: V | "refused", why: unknown): void => {
      if (known !== this.known)
        return;
      const wanted = key === this.wanted.join(apart);
      const untold = why !== null && (why as { code?: string }).code !== "illegal";     /* as when the line was down */
      this.asking.delete(key);
      if (untold && !wanted)
        return;
      known.set(key, answer);
      if (wanted) {
        this.refused = why;
        this.show();
        if (untold)
          known.delete(key);    /* the list may be tried again */
      } else {
        this.shown.set({ ...this.shown.value });
      }
    };
    this.attempt(plan).then((view) => answered(view, null), (error) => answered("refused", error ?? new Error("refused")));
  }
}
