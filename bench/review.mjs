/* SPDX-License-Identifier: MIT
 * review.mjs -- how soon the page has analysed a game: node bench/review.mjs [SLOWER [SEED]]
 *
 * Each row is a whole game of `hard`, opened as a record on a screen of a phone, 390x844. Its processor is SLOWER times
 * slower, 4 unless said. Chromium slows the page down so, but not a worker, whose measured time is multiplied instead.
 * A row counts the processor time of the page and of the worker that worked longest, from the press of the button until
 * the first chances are drawn and until the whole analysis is. As many workers share the work as there are processors,
 * four at most. Fetching the net and the module is in it, except the time on a network.
 * $KHEPRI and $CHROMIUM are as for the browser tests.
 */
import { execFileSync } from "node:child_process";
import { loadavg } from "node:os";
import { closeBrowser, goto, program, Server, visitor } from "../tests/web/lib.mjs";
import { mainThread, tasksOf, threadsOf, traced } from "./traced.mjs";

const [slower = "4", seed = "review"] = process.argv.slice(2);
const games = [["ra", 2], ["ra", 3], ["ra", 4], ["ra", 5], ["amun_re", 3], ["amun_re", 4], ["amun_re", 5]];

/* Marks in the trace when the analysis is asked for, when its first chances are there, and when it is whole. */
function markStages() {
  const marked = new Set();
  const mark = (name) => marked.has(name) || (marked.add(name), performance.mark(`review ${name}`));
  new MutationObserver(() => {
    const stage = document.querySelector("[data-analysis]")?.dataset.analysis;
    if (stage)
      mark("asked");
    if (document.querySelector(".analysis .graph"))
      mark("first");
    if (stage === "shown")
      mark("whole");
  }).observe(document, { subtree: true, childList: true, attributes: true });
}

/* Seconds of processor time from one moment of the trace to another; a task that is cut counts in part. */
function spent(events, thread, from, to) {
  const within = ({ ts, dur, tdur }) => tdur * Math.max(0, Math.min(to, ts + dur) - Math.max(from, ts)) / Math.max(1, dur);

  return tasksOf(events, thread).reduce((sum, task) => sum + within(task), 0) / 1e6;
}

async function measured(server, game, players) {
  const record = execFileSync(program, ["simulate", game, "--players", String(players), "--games", "1", "--seed", seed, "--policy", "hard", "--records", "-"], { stdio: ["ignore", "pipe", "ignore"] });
  const page = await visitor(server, { width: 390, height: 844 });
  const session = await page.context().newCDPSession(page);
  await session.send("Emulation.setCPUThrottlingRate", { rate: Number(slower) });
  await goto(page);
  await page.locator('input[name="record"]').setInputFiles({ name: "game.jsonl", mimeType: "application/x-ndjson", buffer: record });
  await page.waitForURL(/#\/record/);
  await page.locator("[data-go-analysis]").waitFor();
  await page.evaluate(markStages);
  const events = await traced(session, async () => {
    await page.locator("[data-go-analysis]").click();
    await page.locator('[data-analysis="shown"]').waitFor();
  });
  await page.context().close();

  const main = mainThread(events);
  const workers = threadsOf(events, "DedicatedWorker thread").filter(({ pid }) => pid === main.pid);
  const at = (name) => events.find((e) => e.name === `review ${name}`).ts;
  return ["first", "whole"].map((name) => ({
    page: spent(events, main, at("asked"), at(name)),
    workers: workers.map((worker) => spent(events, worker, at("asked"), at(name)) * Number(slower)),
    wall: (at(name) - at("asked")) / 1e6,
  }));
}

const server = await Server.start();
try {
  console.log(`seconds of a processor ${slower} times slower (page + the worker that worked longest), and by the clock with the worker not slowed down; load ${loadavg()[0].toFixed(1)}`);
  for (const [game, players] of games) {
    const told = (await measured(server, game, players)).map(({ page, workers, wall }) =>
      `${(page + Math.max(...workers)).toFixed(2)} (${page.toFixed(2)} + ${workers.map((time) => time.toFixed(2)).join(" or ")}; clock ${wall.toFixed(2)})`);
    console.log(`${game} ${players}: first chances ${told[0]}, whole ${told[1]}`);
  }
} finally {
  await closeBrowser();
  await server.stop();
}
