/* SPDX-License-Identifier: MIT
 * onward.tsx -- what can be done with a game gone through: let it go by itself, play on from the moment shown, and take a
 * picture of its result along.
 */
import { useEffect, useRef, useState } from "preact/hooks";
import { api, explain } from "../api";
import { homely } from "../home";
import { say, t } from "../i18n";
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
      <label>{say("analysis.speed")} <select name="speed" value={String(speed)} onChange={(e) => setSpeed(Number(e.currentTarget.value))}>
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
const graph = { left: 560, right: 1150, top: 170, bottom: 560 };
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

export function drawResult(canvas: HTMLCanvasElement, { title, names, scores, winners, chances }: Result): void {
  const to = canvas.getContext("2d")!;
  const style = getComputedStyle(document.documentElement);
  const colour = (name: string): string => style.getPropertyValue(name).trim();
  const order = names.map((_, seat) => seat).sort((a, b) => Number(winners[b]) - Number(winners[a]) || scores[b]! - scores[a]!);

  Object.assign(canvas, size);
  to.fillStyle = colour("--card") || "#fff";
  to.fillRect(0, 0, size.width, size.height);
  to.fillStyle = colour("--glow") || "#e5a823";
  to.fillRect(0, 0, size.width, 14);
  to.fillStyle = colour("--ink") || "#000";
  to.font = `700 56px ${colour("--serif") || "serif"}`;
  to.fillText(fit(to, title, 1100), 50, 105);
  order.forEach((seat, i) => {
    const y = 205 + i * 78;

    to.strokeStyle = colourOf(seat);
    to.lineWidth = 7;
    to.setLineDash(dashes[seat]!);
    to.beginPath();
    to.moveTo(50, y - 12);
    to.lineTo(120, y - 12);
    to.stroke();
    to.font = `${winners[seat] ? 700 : 400} 36px ${colour("--sans") || "sans-serif"}`;
    to.fillText(fit(to, `${winners[seat] ? "★ " : ""}${names[seat]}`, 290), 140, y);
    to.textAlign = "right";
    to.fillText(String(scores[seat]), 520, y);
    to.textAlign = "left";
  });
  to.lineWidth = 4;
  names.forEach((_, seat) => {
    to.strokeStyle = colourOf(seat);
    to.setLineDash(dashes[seat]!);
    to.beginPath();
    chances.forEach((win, n) => to.lineTo(graph.left + (n / Math.max(1, chances.length - 1)) * (graph.right - graph.left), graph.bottom - win[seat]! * (graph.bottom - graph.top)));
    to.stroke();
  });
  to.setLineDash([]);
  to.lineWidth = 2;
  to.strokeStyle = colour("--ink-2") || "#666";
  to.strokeRect(graph.left, graph.top, graph.right - graph.left, graph.bottom - graph.top);
  to.fillStyle = colour("--ink-2") || "#666";
  to.font = `400 24px ${colour("--sans") || "sans-serif"}`;
  to.fillText(say("analysis.chances"), graph.left, graph.bottom + 40);
  to.fillText(t("app.title"), 50, graph.bottom + 40);
}

/* Given to another program where the browser can, else saved as a file. */
async function give(result: Result, name: string): Promise<void> {
  const canvas = document.createElement("canvas");

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
