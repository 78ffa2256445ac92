/* SPDX-License-Identifier: MIT
 * frames.mjs -- how smoothly a game runs on a slow processor: node bench/frames.mjs GAME [SLOWER [STEPS [WIDTHxHEIGHT]]]
 *
 * A page watches a game against bots with all motion, in Chromium with its processor slowed down (4 times, unless said), while
 * Chromium traces it. The bots rest as they do in the page at a brisk pace. Prints the tasks of the page's main thread by
 * processor time, which other programs do not change much.
 *
 * It also prints the frames on the screen while something flies, which other programs do change: the load is printed too.
 * A flight runs on the compositor, which draws frames of its own while the main thread is busy, so the page's own
 * `requestAnimationFrame` would count too few. An animation that only the main thread can draw is named.
 * $KHEPRI and $CHROMIUM are as for the browser tests.
 */
import { loadavg } from "node:os";
import { closeBrowser, Server, sit, visitor } from "../tests/web/lib.mjs";
import { mainThread, pictured, tasksOf, traced } from "./traced.mjs";

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

/* Marks each moment that the page shows, and measures each flight, from the first picture in which it moves to its end. */
function markShown() {
  let last = "";
  new MutationObserver((changes) => {
    const moment = document.querySelector("[data-seq]")?.dataset.seq ?? "";
    const over = document.querySelector("dialog[open] h2, .cutscene")?.textContent.slice(0, 30) ?? "";
    const now = `moment ${moment}${over && ` under "${over}"`}`;
    if (now !== last)
      performance.mark(last = now);
    const added = changes.flatMap(({ addedNodes }) => [...addedNodes]).filter((e) => e.matches?.(".flying"));
    for (const flight of added.flatMap((e) => e.getAnimations()))
      flight.ready.then(() => performance.measure("flight", { start: flight.startTime, duration: flight.effect.getComputedTiming().endTime }), () => undefined);
  }).observe(document.body, { subtree: true, childList: true, attributes: true, attributeFilter: ["data-seq"] });
}

/* From when to when something flies, in the trace's microseconds; flights beside each other are one. */
function flightsOf(events, main) {
  const measured = events.filter((e) => e.name === "flight" && e.pid === main.pid && e.cat.includes("blink.user_timing"));
  const open = new Map();
  const flights = [];

  for (const { ph, ts, id2, id = id2?.local } of measured.sort((a, b) => a.ts - b.ts || (a.ph < b.ph ? -1 : 1))) {
    const from = open.get(id);
    open.delete(id);
    if (ph === "b")
      open.set(id, ts);
    else if (from !== undefined)
      flights.push({ from, to: ts });
  }
  return flights.sort((a, b) => a.from - b.from).reduce((list, flight) => {
    const last = list.at(-1);
    if (last && flight.from <= last.to)
      last.to = Math.max(last.to, flight.to);
    else
      list.push(flight);
    return list;
  }, []);
}

/* How many frames a second the screen showed while something flew, and the times between them. */
function framesIn(events, flights) {
  const shown = events.filter((e) => e.name === "Display::FrameDisplayed").map(({ ts }) => ts).sort((a, b) => a - b);
  const within = flights.map(({ from, to }) => shown.filter((ts) => ts >= from && ts <= to));
  const gaps = within.flatMap((list) => list.slice(1).map((ts, i) => (ts - list[i]) / 1000)).sort((a, b) => a - b);

  return { count: within.flat().length, seconds: flights.reduce((sum, { from, to }) => sum + to - from, 0) / 1e6, gaps };
}

/* From when to when each animation and transition of the page ran, flights too. */
function animationsOf(events, main) {
  const open = new Map();
  const ran = [];

  for (const { ph, ts, id2, id = id2?.local, args: { data } } of events.filter((e) => e.name === "Animation" && e.pid === main.pid).sort((a, b) => a.ts - b.ts)) {
    if (ph === "b")
      open.set(id, { from: ts, to: Infinity, name: data.displayName || data.nodeName });
    else if (ph === "e" && open.has(id)) {
      ran.push({ ...open.get(id), to: ts });
      open.delete(id);
    }
  }
  return [...ran, ...open.values()];
}

/* Animations that the compositor cannot draw by itself, and why: properties, or the number that Chromium gives. */
function onMainThread(events) {
  const names = new Map();
  const found = new Set();

  for (const { ph, pid, id2, id = id2?.local, args: { data } } of events.filter((e) => e.name === "Animation").sort((a, b) => a.ts - b.ts)) {
    if (ph === "b")
      names.set(`${pid} ${id}`, data.displayName || data.nodeName);
    else if (data?.compositeFailed)
      found.add(`${names.get(`${pid} ${id}`)} (${data.unsupportedProperties?.join(", ") || data.compositeFailed})`);
  }
  return [...found];
}

/* What a task spent its time with, the most first. */
function inside(task, events) {
  const within = events.filter((e) => e.tid === task.tid && e.pid === task.pid && e.ts >= task.ts && e.ts + (e.dur ?? 0) <= task.ts + task.dur && !e.name.endsWith("RunTask"));
  const by = {};

  for (const { name, tdur = 0 } of within)
    by[name] = (by[name] ?? 0) + tdur / 1000;
  return Object.entries(by).sort(([, a], [, b]) => b - a).slice(0, 5).map(([name, ms]) => `${name} ${ms.toFixed(0)}`).join(", ");
}

const inFlight = ({ ts, dur }, flights) => flights.some(({ from, to }) => from < ts + dur && to > ts);

/* What ran already when a task began, and was not over: what the task itself begins is not held up by it. */
const heldUp = ({ ts }, animations) => [...new Set(animations.filter(({ from, to }) => from < ts && to > ts).map(({ name }) => name))];

/* What the page showed when a task ended, and whether something flew. */
function during(task, events, flights) {
  const moment = events.filter((e) => e.name.startsWith("moment ") && e.pid === task.pid && e.ts < task.ts + task.dur).sort((a, b) => a.ts - b.ts).at(-1)?.name ?? "before the first moment";

  return `${moment}${inFlight(task, flights) ? ", in a flight" : ""}`;
}

const server = await Server.start("1", "/", 250);
try {
  const page = await visitor(server, { width, height, settings: { motion: "auto", pace: "brisk", scenes: true } });
  const bots = [1, 2].map(() => ({ kind: "bot", bot: "rule" }));
  const made = await server.api("/tables", { game, players: 3, seats: [{ kind: "person", name: "Anna" }, ...bots], public: false, start: true });
  await sit(page, made.table.id, made.tokens);
  await page.locator("[data-seq]").waitFor();
  const session = await page.context().newCDPSession(page);
  await session.send("Emulation.setCPUThrottlingRate", { rate: Number(slower) });
  await page.evaluate(markShown);
  const load = loadavg()[0];
  const events = await traced(session, () => play(server, page, made.table.id, made.tokens["0"], Number(steps)), pictured);
  const main = mainThread(events);
  const tasks = tasksOf(events, main);
  const costs = tasks.map((e) => e.tdur / 1000).sort((a, b) => b - a);
  const flights = flightsOf(events, main);
  const animations = animationsOf(events, main);
  const long = tasks.filter((task) => task.tdur > 100e3);
  const { count, seconds, gaps } = framesIn(events, flights);
  const shown = await page.locator("[data-seq]").getAttribute("data-seq");

  console.log(`${game}, ${size}, processor ${slower} times slower, moment ${shown}, load ${load.toFixed(1)} to ${loadavg()[0].toFixed(1)}`);
  console.log(`tasks of the main thread: ${tasks.length}; over 50 ms: ${costs.filter((ms) => ms > 50).length}; over 100 ms: ${long.length}, of these in a flight: ${long.filter((task) => inFlight(task, flights)).length}, while anything moves: ${long.filter((task) => heldUp(task, animations).length).length}; longest: ${milliseconds(costs.slice(0, 8))} ms of processor time`);
  for (const task of [...tasks].sort((a, b) => b.tdur - a.tdur).slice(0, 5))
    console.log(`  ${(task.tdur / 1000).toFixed(0)} ms at ${during(task, events, flights)}: ${inside(task, events)}${heldUp(task, animations).map((name) => `; ${name} moves`).join("")}`);
  const spent = (name) => events.filter((e) => e.pid === main.pid && e.tid === main.tid && e.name === name).reduce((sum, { tdur = 0 }) => sum + tdur / 1000, 0) / Number(shown);
  console.log(`for each moment: ${["ThreadControllerImpl::RunTask", "FunctionCall", "UpdateLayoutTree", "Layout", "PrePaint", "Paint", "Layerize"].map((name) => `${name.split(":").at(-1)} ${spent(name).toFixed(1)}`).join(", ")} ms`);
  console.log(`flights: ${flights.length}, ${seconds.toFixed(1)} s; frames on the screen ${count}, ${(count / seconds).toFixed(1)} a second; between them, half ${at(gaps, 0.5).toFixed(1)}, nine of ten ${at(gaps, 0.9).toFixed(1)}, 99 of 100 ${at(gaps, 0.99).toFixed(1)} ms`);
  console.log(`animations that need the main thread: ${onMainThread(events).join("; ") || "none"}`);
} finally {
  await closeBrowser();
  await server.stop();
}
