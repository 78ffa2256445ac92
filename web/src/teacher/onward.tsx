/* SPDX-License-Identifier: MIT
 * onward.tsx -- what can be done with a game gone through. Let it go by itself, play on from the moment shown, or save
 * a picture of its result.
 */
import { useEffect, useRef, useState } from "preact/hooks";
import { api, explain } from "../api";
import { homely } from "../home";
import { percent, say, t } from "../i18n";
import { botOf } from "../levels";
import { hold, settings } from "../settings";
import { tell, warn } from "../ui";

/* ---- by itself ---- */

const dwell = 1600;
const speeds = [0.5, 1, 2, 4] as const;

export function Autoplay({ at, last, go }: { at: number; last: number; go: (n: number) => void }) {
  const [on, setOn] = useState(false);
  const [speed, setSpeed] = useState(1);
  const rewinding = useRef(false);

  /* The next moment is asked for when this one is on show, so a slow page is not overtaken. */
  useEffect(() => {
    if (!on)
      return;
    if (at >= last) {
      setOn(rewinding.current);
      return;
    }
    rewinding.current = false;
    const timer = window.setTimeout(() => go(at + 1), dwell / speed);
    return () => window.clearTimeout(timer);
  }, [on, at, speed]);
  return (
    <div class="autoplay">
      <button type="button" class="button small" aria-pressed={on} data-autoplay onClick={() => {
        rewinding.current = !on && at >= last;
        if (rewinding.current)
          go(0);
        setOn(!on);
      }}>{say(on ? "analysis.auto.stop" : "analysis.auto")}</button>
      <label><span class="unseen">{say("analysis.speed")}</span> <select name="speed" title={say("analysis.speed")} value={String(speed)} onChange={(e) => setSpeed(Number(e.currentTarget.value))}>
        {speeds.map((one) => <option key={one} value={String(one)}>×{one}</option>)}
      </select></label>
    </div>
  );
}

/* ---- from here on ---- */

type Record_ = { [key: string]: unknown; actions: string[]; players: string[] };

/* The record up to a moment is a game of its own, kept by this page: one seat is a person's, the others are bots'. */
async function playOn(whole: unknown, at: number, seat: number): Promise<void> {
  const { result, meta, ...record } = whole as Record_;
  const { games } = await api.games();
  const bot = botOf(games.find(({ name }) => name === record.game) ?? null, settings.value.level);
  const made = await api.keep({ ...record, actions: record.actions.slice(0, at), meta: { bots: record.players.map((_, i) => (i === seat ? null : bot)) } });

  hold(made.table.id, made.tokens);
  location.hash = `#/t/${made.table.id}`;
}

export function PlayOn({ record, at, last, seat, player }: { record: () => Promise<unknown>; at: number; last: number; seat: number; player: string }) {
  const [busy, setBusy] = useState(false);
  const go = async (): Promise<void> => {
    setBusy(true);
    try {
      await playOn(await record(), at, seat);
    } catch (e) {
      warn(explain(e));
    }
    setBusy(false);
  };

  return homely ? <button type="button" class="button small" data-play-on={seat} disabled={busy || at >= last} onClick={() => void go()}>{say("analysis.onward", { player })}</button> : null;
}

/* ---- the picture ---- */

export interface Result {
  title: string;
  names: string[];
  scores: number[];
  winners: boolean[];
  chances: number[][];        /* by moment, by seat */
}

const size = { width: 1200, height: 630 };
const head = 138;
const table = { left: 40, top: 178, width: 480, height: 412 };
const graph = { left: 548, top: 178, width: 612, height: 412 };
const inside = 24;
const frieze = ["#17315e", "#f2dfae", "#2f9c9c", "#f2dfae", "#c4552f", "#f2dfae"];
const dashes = [[], [14, 6], [4, 6], [20, 6, 4, 6], [8, 4, 2, 4]];

function colourOf(seat: number): string {
  const line = document.querySelector(`.seat-line-${seat}`);

  return (line && getComputedStyle(line).getPropertyValue("--line").trim()) || "#444";
}

/* What does not fit is cut: names may have 24 letters. */
function fit(to: CanvasRenderingContext2D, text: string, width: number): string {
  let cut = text;

  while (cut.length > 1 && to.measureText(cut).width > width)
    cut = `${cut.slice(0, -2)}…`;
  return cut;
}

type Colour = (name: string) => string;

/* A band as over the page: the game, who won, and the sun. */
function drawHead(to: CanvasRenderingContext2D, { title, names, winners }: Result, colour: Colour): void {
  to.fillStyle = colour("--head");
  to.fillRect(0, 0, size.width, head);
  for (let x = 0, i = 0; x < size.width; x += i++ % 2 ? 6 : 28) {
    to.fillStyle = frieze[i % frieze.length]!;
    to.fillRect(x, head, i % 2 ? 6 : 28, 14);
  }
  to.fillStyle = "#ffd76a";
  to.font = `400 60px ${colour("--serif")}`;
  to.fillText(title, table.left, 70);
  to.fillStyle = colour("--head-ink");
  to.font = `400 28px ${colour("--sans")}`;
  to.fillText(fit(to, names.filter((_, seat) => winners[seat]).map((player) => t("final.wins", { player })).join(" "), 850), table.left, 114);
  drawSun(to, size.width - 100, head / 2);
  to.textAlign = "right";
  to.font = `400 40px ${colour("--serif")}`;
  to.fillText(t("app.title"), size.width - 165, head / 2 + 14);
  to.textAlign = "left";
}

function drawSun(to: CanvasRenderingContext2D, x: number, y: number): void {
  to.fillStyle = "#e0a92f";
  to.beginPath();
  for (let ray = 0; ray < 24; ray++) {
    const far = ray % 2 ? 38 : 54;
    to.lineTo(x + far * Math.cos(ray * Math.PI / 12), y + far * Math.sin(ray * Math.PI / 12));
  }
  to.fill();
  to.fillStyle = "#ffd76a";
  to.beginPath();
  to.arc(x, y, 34, 0, 2 * Math.PI);
  to.fill();
}

function drawCard(to: CanvasRenderingContext2D, { left, top, width, height }: typeof graph, colour: Colour): void {
  to.fillStyle = colour("--card");
  to.strokeStyle = colour("--edge");
  to.lineWidth = 2;
  to.beginPath();
  to.rect(left, top, width, height);
  to.fill();
  to.stroke();
}

/* The winner stands first; the line before a name is that of the graph. */
function drawNames(to: CanvasRenderingContext2D, { names, scores, winners }: Result, colour: Colour): void {
  const order = names.map((_, seat) => seat).sort((a, b) => Number(winners[b]) - Number(winners[a]) || scores[b]! - scores[a]!);
  const high = Math.min(92, (table.height - 2 * 16) / names.length);
  const top = table.top + (table.height - high * names.length) / 2;

  order.forEach((seat, i) => {
    const y = top + (i + 0.5) * high;

    if (winners[seat]) {
      to.fillStyle = `${colour("--glow")}55`;
      to.fillRect(table.left + 10, y - high / 2 + 3, table.width - 20, high - 6);
    }
    to.fillStyle = colour("--ink");
    to.font = `${winners[seat] ? 700 : 400} 34px ${colour("--sans")}`;
    to.fillText(fit(to, names[seat]!, 250), table.left + 114, y + 12);
    to.textAlign = "right";
    to.font = `${winners[seat] ? 700 : 400} 40px ${colour("--sans")}`;
    to.fillText(String(scores[seat]), table.left + table.width - inside, y + 14);
    to.textAlign = "left";
    drawLine(to, seat, 7, [[table.left + inside, y], [table.left + 96, y]]);
  });
}

/* Each in its pattern, over a faint whole line, so that its course can be followed. */
function drawLine(to: CanvasRenderingContext2D, seat: number, width: number, points: number[][]): void {
  to.strokeStyle = colourOf(seat);
  to.lineJoin = "round";
  for (const [alpha, dash, thick] of [[0.35, [], width / 2], [1, dashes[seat]!, width]] as const) {
    to.globalAlpha = alpha;
    to.lineWidth = thick;
    to.setLineDash([...dash]);
    to.beginPath();
    for (const [x, y] of points)
      to.lineTo(x!, y!);
    to.stroke();
  }
  to.globalAlpha = 1;
  to.setLineDash([]);
}

function drawChances(to: CanvasRenderingContext2D, { names, chances }: Result, colour: Colour): void {
  const [left, right, top, bottom] = [graph.left + 82, graph.left + graph.width - inside, graph.top + 64, graph.top + graph.height - inside];
  const high = (win: number): number => bottom - win * (bottom - top);

  to.font = `400 22px ${colour("--sans")}`;
  to.fillStyle = colour("--ink-2");
  to.fillText(say("analysis.chances"), graph.left + inside, graph.top + 38);
  to.strokeStyle = colour("--edge");
  to.lineWidth = 1;
  to.textAlign = "right";
  for (const win of [0, 0.5, 1]) {
    to.fillText(percent(win, 1), left - 10, high(win) + 8);
    to.strokeRect(left, high(win), right - left, 0);
  }
  to.textAlign = "left";
  names.forEach((_, seat) => drawLine(to, seat, 3.5, chances.map((win, n) => [left + (n / Math.max(1, chances.length - 1)) * (right - left), high(win[seat]!)])));
}

export function drawResult(canvas: HTMLCanvasElement, result: Result): void {
  const to = canvas.getContext("2d")!;
  const style = getComputedStyle(document.documentElement);
  const colour: Colour = (name) => style.getPropertyValue(name).trim();

  Object.assign(canvas, size);
  to.fillStyle = colour("--page");
  to.fillRect(0, 0, size.width, size.height);
  drawHead(to, result, colour);
  drawCard(to, table, colour);
  drawCard(to, graph, colour);
  drawNames(to, result, colour);
  drawChances(to, result, colour);
}

/* Given to another program where the browser can, else saved as a file. */
async function give(result: Result, name: string): Promise<void> {
  const canvas = document.createElement("canvas");

  await document.fonts.ready;
  drawResult(canvas, result);
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, "image/png"));
  if (!blob)
    throw new Error("no picture");
  const file = new File([blob], name, { type: "image/png" });
  if (navigator.canShare?.({ files: [file] })) {
    await navigator.share({ files: [file], title: result.title }).catch((e: Error) => {
      if (e.name !== "AbortError")
        throw e;
    });
    return;
  }
  const url = URL.createObjectURL(blob);
  const link = Object.assign(document.createElement("a"), { href: url, download: name });
  link.click();
  window.setTimeout(() => URL.revokeObjectURL(url), 60_000);
  tell(say("analysis.picture.saved"));
}

export function Picture({ result, name }: { result: Result; name: string }) {
  const go = (): void => void give(result, name).catch(() => warn(say("analysis.picture.failed")));

  return <button type="button" class="button small" data-picture onClick={go}>{say("analysis.picture")}</button>;
}
