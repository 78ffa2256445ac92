/* SPDX-License-Identifier: MIT
 * live.ts -- the WebSocket half of docs/protocol.md: one table, followed for as long as it is shown. A table of
 * this page is followed in the same way, only not through a WebSocket (home.ts).
 *
 * The line may break at any time. It is opened again with growing pauses, at once when the browser
 * says it is online or the page is looked at again. Each opening asks for the whole view. A line
 * can also die without a word (a laptop closed, a network changed), so silence is probed.
 */
import type { Act } from "./api";
import { isLocal } from "./core/ids";
import { homePipe, type Pipe, type PipeReader } from "./home";
import { Store } from "./store";
import type { Table, View } from "./types";

/* What the host of the server said last to everybody, until the reader closes it. */
export const notice = new Store<{ text: string } | null>(null);

export type LineState = "live" | "catching" | "offline";

export interface LineReply {
  op: "reply";
  id: number;
  ok: boolean;
  code?: string;
  error?: string;
  seq?: number;
  view?: View;
}

export interface LineReader {
  tokens(): string[];         /* of the seats to look from */
  table(table: Table, view: View | null): void;
  step(view: View): void;
  state(state: LineState): void;
  gone(): void;               /* the table is none, or no more */
}

const firstPause = 400;
const longestPause = 8000;
const patience = 6000;
const openingPatience = 12000;
const beat = 20000;

function serverPipe(reader: PipeReader): Pipe {
  const socket = new WebSocket(new URL("ws", location.href.replace(/^http/, "ws")), "khepri-1");

  socket.onopen = () => reader.opened();
  socket.onmessage = (message) => reader.heard(JSON.parse(String(message.data)));
  socket.onclose = () => reader.closed();
  return {
    ready: () => socket.readyState === WebSocket.OPEN,
    send: (message) => socket.send(JSON.stringify(message)),
    close: () => socket.close(),
  };
}

export class Line {
  private pipe: Pipe | null = null;
  private pause = firstPause;
  private retry = 0;
  private probe = 0;
  private nextId = 1;
  private readonly beating: number;
  private readonly waiting = new Map<number, (reply: LineReply | null) => void>();
  private closed = false;

  constructor(private readonly id: string, private readonly reader: LineReader) {
    document.addEventListener("visibilitychange", this.look);
    window.addEventListener("online", this.look);
    this.beating = window.setInterval(() => this.send({ op: "ping" }) && this.expect(patience), beat);
    this.open();
  }

  close(): void {
    this.closed = true;
    document.removeEventListener("visibilitychange", this.look);
    window.removeEventListener("online", this.look);
    window.clearTimeout(this.retry);
    window.clearTimeout(this.probe);
    window.clearInterval(this.beating);
    this.drop();
  }

  /* Asks for the whole view again, with the tokens held now. */
  watch(): void {
    this.send({ op: "watch", table: this.id, tokens: this.reader.tokens() });
  }

  /* The server's answer; null when the line broke or was silent, and nothing is known. */
  act(act: Act): Promise<LineReply | null> {
    return this.ask("act", act);
  }

  attempt(act: Omit<Act, "key">): Promise<LineReply | null> {
    return this.ask("try", act);
  }

  private ask(op: string, act: Omit<Act, "key">): Promise<LineReply | null> {
    const id = this.nextId++;

    return new Promise((resolve) => {
      if (!this.send({ op, id, ...act })) {
        resolve(null);
        return;
      }
      this.waiting.set(id, resolve);
      window.setTimeout(() => this.waiting.has(id) && this.lost(), patience);
    });
  }

  private answer(id: number, reply: LineReply | null): void {
    this.waiting.get(id)?.(reply);
    this.waiting.delete(id);
  }

  private send(message: Record<string, unknown>): boolean {
    if (!this.pipe?.ready())
      return false;
    this.pipe.send(message);
    return true;
  }

  private open(): void {
    const pipe: Pipe = (isLocal(this.id) ? homePipe : serverPipe)({
      opened: () => {
        this.reader.state("catching");
        this.watch();
      },
      heard: (message) => pipe === this.pipe && this.hear(message),
      closed: () => pipe === this.pipe && this.lost(),
    });

    this.pipe = pipe;
    this.expect(openingPatience);
  }

  private hear(message: Record<string, unknown>): void {
    window.clearTimeout(this.probe);
    switch (message.op) {
      case "table":
        this.pause = firstPause;
        this.reader.table(message.table as Table, message.view as View | null);
        this.reader.state("live");
        break;
      case "step":
        this.reader.step(message.view as View);
        break;
      case "reply":
        this.answer(Number(message.id), message as unknown as LineReply);
        break;
      case "error":
        if (message.code === "not_found")
          this.reader.gone();
        else if (message.code === "busy")
          this.later(() => this.watch());
        break;
      case "notice":
        notice.set({ text: String(message.text) });
        break;
      case "closing":
        this.pause = firstPause;
        break;
    }
  }

  /* The line is given up unless something is heard within `time`. */
  private expect(time: number): void {
    window.clearTimeout(this.probe);
    this.probe = window.setTimeout(() => this.lost(), time);
  }

  private drop(): void {
    const { pipe } = this;
    this.pipe = null;
    pipe?.close();
    for (const id of [...this.waiting.keys()])
      this.answer(id, null);
  }

  private lost(): void {
    window.clearTimeout(this.probe);
    this.drop();
    if (this.closed)
      return;
    this.reader.state("offline");
    this.later(() => this.open());
  }

  private later(work: () => void): void {
    window.clearTimeout(this.retry);
    this.retry = window.setTimeout(work, this.pause * (0.75 + Math.random() / 2));
    this.pause = Math.min(this.pause * 2, longestPause);
  }

  /* The page is looked at again: what stands there may be old. */
  private readonly look = (): void => {
    if (document.visibilityState !== "visible" || this.closed)
      return;
    if (this.pipe?.ready()) {
      this.reader.state("catching");
      this.watch();
      this.expect(patience);
    } else if (this.pipe === null) {
      window.clearTimeout(this.retry);
      this.pause = firstPause;
      this.open();
    }
  };
}
