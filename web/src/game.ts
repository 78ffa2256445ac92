/* SPDX-License-Identifier: MIT
 * game.ts -- one table as this page knows it: the newest view, the moment shown, and the steps so far.
 *
 * Views arrive as fast as bots act. They are shown one after another, each for as long as its step
 * takes to be understood. What may be done is offered only when the newest one is on show.
 */
import { api, explain, freshKey, Refused, type Act } from "./api";
import { isLocal } from "./core/ids";
import { moduleOf } from "./games";
import { t } from "./i18n";
import { restBots } from "./home";
import { Line, type LineState } from "./live";
import { held, hold, pace, tokensOf } from "./settings";
import { Store } from "./store";
import { landed } from "./tasks";
import type { Step, Table, View } from "./types";

export interface Shown {
  table: Table | null;
  view: View | null;
  before: View | null;        /* what was on show before, when the step to `view` was watched */
  steps: Step[];
  newest: number;
  line: LineState;
  missing: boolean;
  front: number | null | undefined;   /* the seat before the screen; null: nobody; undefined: all that are held */
  sending: boolean;
  error: string;
  hurrying: boolean;          /* nothing is dwelt on until somebody here is asked, or a score sheet opens */
}

const nothing: Shown = {
  table: null, view: null, before: null, steps: [], newest: 0, line: "catching", missing: false, front: undefined, sending: false, error: "", hurrying: false,
};

const mostWaiting = 40;
const attempts = 4;
const longestWait = 4000;
const overdue = 3000;
const pictureTime = 16;       /* milliseconds: what comes meanwhile is shown together with the next picture */

export class Game {
  readonly shown = new Store<Shown>(nothing);
  private line: Line | null = null;
  private queue: View[] = [];
  private timer = 0;
  private paused = false;
  private sent = -1;
  private past = new Map<number, View>();
  private ahead: Partial<Shown> = {};     /* has come, and changes nothing before the next view is shown: drawn with it */

  constructor(readonly id: string) {}

  open(): void {
    this.line = new Line(this.id, {
      tokens: () => this.tokens(),
      table: (table, view) => void this.take(table, view),
      step: (view) => void this.step(view),
      state: (line) => this.put({ line }),
      gone: () => this.lose(),
    });
    if (isLocal(this.id))
      api.table(this.id, []).then(() => this.takeSeats(), (error) => error.code !== "not_found" && this.put({ error: explain(error) }));
  }

  /* There is no such table; one that was on show was deleted. */
  private lose(): void {
    this.queue = [];
    this.put({ ...nothing, missing: true });
  }

  /* The seats of a table of this page are all at this screen, even if their tokens were mislaid. */
  private async takeSeats(): Promise<void> {
    if (tokensOf(this.id).length)
      return;
    hold(this.id, (await api.own(this.id)).tokens);
  }

  close(): void {
    this.hurried(false);
    window.clearTimeout(this.timer);
    this.timer = 0;
    this.line?.close();
    this.line = null;
  }

  /* From now on this seat alone is looked from. What others saw is forgotten: the log is fetched anew. */
  sit(front: number | null): void {
    if (front === this.shown.value.front)
      return;
    window.clearTimeout(this.timer);
    this.timer = 0;
    this.queue = [];
    this.put({ front, steps: [], error: "", before: null });
    this.rewatch();
  }

  private tokens(): string[] {
    const { front } = this.shown.value;
    if (front === undefined)
      return tokensOf(this.id);
    const token = front === null ? undefined : held.value[this.id]?.tokens[String(front)];
    return token ? [token] : [];
  }

  rewatch(): void {
    this.line?.watch();
  }

  /* While a score sheet is read, the game behind it waits. */
  pause(on: boolean): void {
    this.paused = on;
    if (!on && this.timer === 0)
      this.advance();
  }

  /* On to where somebody here is asked, or a score sheet opens. */
  hurry(): void {
    this.hurried(true);
    window.clearTimeout(this.timer);
    this.timer = 0;
    this.advance();
  }

  private hurried(on: boolean): void {
    if (on === this.shown.value.hurrying)
      return;
    this.put({ hurrying: on });
    if (isLocal(this.id))
      restBots(!on);
  }

  clearError(): void {
    this.put({ error: "" });
  }

  async moment(n: number): Promise<View> {
    const kept = this.past.get(n);
    if (kept)
      return kept;
    const { view } = await api.at(this.id, n);
    this.past.set(n, view);
    return view;
  }

  /* Sends an action by the WebSocket, or by HTTP when that gives no answer. The key makes both one. */
  async act(seat: number, actions: string[]): Promise<void> {
    const { view, sending } = this.shown.value;
    const token = held.value[this.id]?.tokens[String(seat)];

    if (!view || sending || !token)
      return;
    const act: Act = { seat, seq: view.seq, ...(actions.length === 1 ? { action: actions[0]! } : { actions }), key: freshKey() };
    this.sent = act.seq;
    this.put({ sending: true, error: "" });
    try {
      const reply = await this.line?.act(act);
      if (reply && !reply.ok)
        throw new Refused(String(reply.code), String(reply.error));
      const moment = reply ? Number(reply.seq) : (await this.insist(token, act)).seq;
      if (moment === act.seq)
        this.sealed();
    } catch (error) {
      this.put({ error: error instanceof Refused ? explain(error) : t("table.lost"), sending: false });
      this.rewatch();
      return;
    }
    /* The step itself may come after the answer; until it is on show, nothing more can be chosen. */
    if (this.shown.value.sending)
      window.setTimeout(() => this.shown.value.sending && this.sent <= act.seq && this.rewatch(), overdue);
  }

  /* The seat's view after these actions, of which nothing happens. */
  async attempt(seat: number, actions: string[]): Promise<View> {
    const { view } = this.shown.value;
    const token = held.value[this.id]?.tokens[String(seat)];

    if (!view || !token)
      throw new Refused("no_token", t("error.no_token"));
    const act = { seat, seq: view.seq, actions };
    const reply = await this.line?.attempt(act);
    if (reply && !reply.ok)
      throw new Refused(String(reply.code), String(reply.error));
    if (reply?.view)
      return reply.view;
    /* The line broke. An action that was sent meanwhile ends this moment, so the server would refuse to try more in it. */
    if (this.shown.value.sending || this.shown.value.view?.seq !== act.seq)
      throw new Refused("stale", t("error.stale"));
    return (await api.attempt(this.id, token, act)).view;
  }

  /* What was done is sealed: the moment stands still, but this seat's view is another one. */
  private sealed(): void {
    this.sent = -1;
    this.rewatch();
  }

  /* A server that is busy is asked a few times; one that cannot be reached, until it is back or the page is left. */
  private async insist(token: string, act: Act): Promise<{ seq: number }> {
    for (let i = 1; ; i++) {
      try {
        return await api.act(this.id, token, act);
      } catch (error) {
        const refused = error instanceof Refused;
        if ((refused && (i >= attempts || (error.code !== "busy" && error.code !== "too_many"))) || !this.line)
          throw error;
        await new Promise((resolve) => window.setTimeout(resolve, Math.min(500 * 2 ** i, longestWait)));
      }
    }
  }

  private put(part: Partial<Shown>): void {
    const { ahead } = this;
    this.ahead = {};
    this.shown.set({ ...this.shown.value, ...ahead, ...part });
  }

  /* What is shown, with what comes next. */
  private get known(): Shown {
    return { ...this.shown.value, ...this.ahead };
  }

  /* For how much of its time each step stays on show. */
  private get rate(): number {
    return this.shown.value.hurrying ? 0 : pace();
  }

  /* The newest view known, shown or not. */
  private get latest(): View | null {
    return this.queue[this.queue.length - 1] ?? this.shown.value.view;
  }

  private async take(table: Table, view: View | null): Promise<void> {
    this.put({ table, missing: false });
    if (!view)
      return;
    if (this.latest && this.latest.seq > view.seq)
      this.goBack(view);
    if (this.known.steps.length < view.seq)
      await this.fetchLog();
    const { latest } = this;
    if (latest && latest.seq > view.seq)
      return;
    if (latest && latest.seq === view.seq && this.queue.length)
      this.queue[this.queue.length - 1] = view;
    else
      this.jump(view);
  }

  /* The host put back a backup: what was later did not happen. */
  private goBack(view: View): void {
    window.clearTimeout(this.timer);
    this.timer = 0;
    this.sent = -1;
    this.past.clear();
    this.put({ steps: this.known.steps.slice(0, view.seq), newest: view.seq, sending: false });
    this.jump(view);
  }

  private async step(view: View): Promise<void> {
    const { steps, newest, view: old, table } = this.known;
    const gap = !view.step || view.step.seq !== steps.length;

    this.ahead = {
      steps: gap ? steps : [...steps, view.step!],
      newest: Math.max(newest, view.seq),
      table: table && { ...table, seq: view.seq, status: view.state.phase === "over" ? "over" : "playing" },
    };
    if (gap)
      await this.fetchLog();
    if (this.latest && this.latest.seq >= view.seq) {
      this.put({});
      return;
    }
    if (gap || !old || document.hidden || (this.rate > 0 && this.queue.length >= mostWaiting)) {
      this.jump(view);
      return;
    }
    this.queue.push(view);
    if (this.timer === 0)
      this.advance();
  }

  private jump(view: View): void {
    this.queue = [];
    this.show(view, null);
  }

  private async fetchLog(): Promise<void> {
    try {
      const { steps } = await api.log(this.id);
      if (steps.length >= this.known.steps.length)
        this.put({ steps });
    } catch {
      /* The next message finds the gap again. */
    }
  }

  private advance(): void {
    if (this.paused)
      return;
    const next = this.queue.shift();
    if (!next)
      return;
    const module = moduleOf(next.state.game);
    const dwell = next.step ? module?.dwell(next.step) ?? 0 : 0;
    const stops = !!next.step && !!module?.scoring(next.step);
    this.show(next, this.shown.value.view);
    if (stops)
      this.hurried(false);
    const wait = dwell * this.rate;
    /* The page draws what stops here before the next view comes: it may have the game wait. */
    if (wait === 0 && !stops && this.queue.length) {
      this.advance();
      return;
    }
    /* Nor does it come while something of this one flies, unless nothing is dwelt on. */
    const go = (): void => {
      if (this.timer === timer) {
        this.timer = 0;
        this.advance();
      }
    };
    const timer = (this.timer = window.setTimeout(() => (this.rate ? landed(go) : go()), Math.max(wait, pictureTime)));
  }

  private show(view: View, before: View | null): void {
    const sending = this.shown.value.sending && view.seq <= this.sent;
    if (view.state.result || Object.keys(view.legal).length)
      this.hurried(false);
    this.put({ view, before, sending, newest: Math.max(this.known.newest, view.last, view.seq) });
  }
}
