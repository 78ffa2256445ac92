/* SPDX-License-Identifier: MIT
 * traced.mjs -- the processor time of a page's threads, from a trace of Chromium: for the measurements beside it.
 */
const categories = ["blink.user_timing", "devtools.timeline", "disabled-by-default-devtools.timeline", "toplevel"];

/* For pictures: what animates, and each frame that reached the screen. */
export const pictured = [...categories, "blink.animations", "disabled-by-default-display.framedisplayed"];

/* The events of Chromium while `work` is done. */
export async function traced(session, work, includedCategories = categories) {
  const events = [];
  const over = new Promise((resolve) => session.once("Tracing.tracingComplete", resolve));
  session.on("Tracing.dataCollected", ({ value }) => events.push(...value));
  await session.send("Tracing.start", { transferMode: "ReportEvents", traceConfig: { includedCategories } });
  await work();
  await session.send("Tracing.end");
  await over;
  return events;
}

/* The threads of that name. */
export const threadsOf = (events, name) => events.filter((e) => e.name === "thread_name" && e.args.name === name);

/* The thread of the page itself, which ran its script. */
export function mainThread(events) {
  return threadsOf(events, "CrRendererMain").find(({ pid }) => events.some((e) => e.pid === pid && e.name === "FunctionCall"));
}

/* The tasks of a thread; `tdur` is the processor time of one, in microseconds. */
export function tasksOf(events, thread) {
  return events.filter((e) => e.ph === "X" && e.name === "ThreadControllerImpl::RunTask" && e.pid === thread.pid && e.tid === thread.tid && e.tdur);
}
