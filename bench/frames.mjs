/* SPDX-License-Identifier: MIT
 * frames.mjs -- how smoothly a game runs on a slow processor: node bench/frames.mjs GAME [SLOWER [STEPS [WIDTHxHEIGHT]]]
 *
 * A page watches a game against bots with all motion, in Chromium with its processor slowed down (4 times, unless said), while
 * Chromium traces it. Prints the tasks of the page's main thread by processor time, which other programs do not change much,
 * and the time between frames while something flies, which they do. The machine's load is printed for that reason.
 * $KHEPRI and $CHROMIUM are as for the browser tests.
 */
import { loadavg } from "node:os";
import { closeBrowser, Server, sit, visitor } from "../tests/web/lib.mjs";
import { mainThread, tasksOf, traced } from "./traced.mjs";

const [game, slower = "4", steps = "120", size = "1280x800"] = process.argv.slice(2);
if (!game) {
  console.error("frames: which game? node bench/frames.mjs GAME [SLOWER [STEPS [WIDTHxHEIGHT]]]");
  process.exit(2);
}
const [width, height] = size.split("x").map(Number);
const milliseconds = (list) => list.map((n) => n.toFixed(0)).join(" ");
const at = (list, share) => list[Math.min(list.length - 1, Math.floor(list.length * share))] ?? 0;

/* Does what is possible when it has been shown, a different thing at each moment, up to that one. */
async function play(server, page, id, token, last) {
  for (let n = 0; ; n++) {
    const shown = await page.evaluate(() => {
      document.querySelector("dialog[open]")?.querySelector("button:last-of-type")?.click();
      return Number(document.querySelector("[data-seq]")?.dataset.seq ?? 0);
    });
    const { view } = await server.api(`/tables/${id}`, undefined, token);
    const legal = view.legal["0"] ?? [];

    if (view.state.result || shown >= last)
      return;
    if (legal.length && shown === view.seq)
      await server.api(`/tables/${id}/act`, { seat: 0, seq: view.seq, action: legal[(view.seq * 7) % legal.length], key: `frames ${n}` }, token);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

/* The time between frames while something flies. */
function watchFrames() {
  window.gaps = [];
  let last = 0;
  const frame = (now) => {
    const flies = document.querySelector(".flying") !== null;
    if (flies && last)
      window.gaps.push(now - last);
    last = flies ? now : 0;
    requestAnimationFrame(frame);
  };
  requestAnimationFrame(frame);
}

/* What a task spent its time with, the most first. */
function inside(task, events) {
  const within = events.filter((e) => e.tid === task.tid && e.pid === task.pid && e.ts >= task.ts && e.ts + (e.dur ?? 0) <= task.ts + task.dur && !e.name.endsWith("RunTask"));
  const by = {};

  for (const { name, tdur = 0 } of within)
    by[name] = (by[name] ?? 0) + tdur / 1000;
  return Object.entries(by).sort(([, a], [, b]) => b - a).slice(0, 5).map(([name, ms]) => `${name} ${ms.toFixed(0)}`).join(", ");
}

const server = await Server.start();
try {
  const page = await visitor(server, { width, height, settings: { motion: "auto", pace: "brisk", scenes: true } });
  const bots = [1, 2].map(() => ({ kind: "bot", bot: "rule" }));
  const made = await server.api("/tables", { game, players: 3, seats: [{ kind: "person", name: "Anna" }, ...bots], public: false, start: true });
  await sit(page, made.table.id, made.tokens);
  await page.locator("[data-seq]").waitFor();
  const session = await page.context().newCDPSession(page);
  await session.send("Emulation.setCPUThrottlingRate", { rate: Number(slower) });
  await page.evaluate(watchFrames);
  const load = loadavg()[0];
  const events = await traced(session, () => play(server, page, made.table.id, made.tokens["0"], Number(steps)));
  const main = mainThread(events);
  const tasks = tasksOf(events, main);
  const costs = tasks.map((e) => e.tdur / 1000).sort((a, b) => b - a);
  const gaps = (await page.evaluate(() => window.gaps)).sort((a, b) => a - b);
  const shown = await page.locator("[data-seq]").getAttribute("data-seq");

  console.log(`${game}, ${size}, processor ${slower} times slower, moment ${shown}, load ${load.toFixed(1)} to ${loadavg()[0].toFixed(1)}`);
  console.log(`tasks of the main thread: ${tasks.length}; over 50 ms: ${costs.filter((ms) => ms > 50).length}; over 100 ms: ${costs.filter((ms) => ms > 100).length}; longest: ${milliseconds(costs.slice(0, 8))} ms of processor time`);
  for (const task of [...tasks].sort((a, b) => b.tdur - a.tdur).slice(0, 5))
    console.log(`  ${(task.tdur / 1000).toFixed(0)} ms: ${inside(task, events)}`);
  const spent = (name) => events.filter((e) => e.pid === main.pid && e.tid === main.tid && e.name === name).reduce((sum, { tdur = 0 }) => sum + tdur / 1000, 0) / Number(shown);
  console.log(`for each moment: ${["ThreadControllerImpl::RunTask", "FunctionCall", "UpdateLayoutTree", "Layout", "PrePaint", "Paint", "Layerize"].map((name) => `${name.split(":").at(-1)} ${spent(name).toFixed(1)}`).join(", ")} ms`);
  console.log(`frames while something flies: ${gaps.length}; between them, half ${at(gaps, 0.5).toFixed(1)}, nine of ten ${at(gaps, 0.9).toFixed(1)}, 99 of 100 ${at(gaps, 0.99).toFixed(1)} ms`);
} finally {
  await closeBrowser();
  await server.stop();
}
