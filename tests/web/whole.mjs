/* SPDX-License-Identifier: MIT
 * whole.mjs -- whole games in a page of any engine, and what every engine must see.
 */
import assert from "node:assert/strict";
import { amunPlay, amunTable, blameless, byMouse, goto, noSidewaysScroll, playNow, playOn, sit } from "./lib.mjs";

/* The ranking of the page has the server's points. */
async function counted(page, id) {
  const { view } = await page.server.api(`/tables/${id}`);
  const points = await page.locator(".final .ranking").first().evaluate((table) => [...table.querySelectorAll("tbody tr")].map((row) => Number([...row.cells].at(-1).textContent)));

  assert.deepEqual(points, [...view.state.result.scores].sort((a, b) => b - a));
  await noSidewaysScroll(page, "the end");
  await page.gatherFaults?.();
  blameless(page);
}

export async function wholeRa(page) {
  await goto(page);
  const id = await playNow(page);
  const { dialogs } = await playOn(page, byMouse);
  assert.equal(dialogs.length, 3, "a score sheet for each epoch");
  await counted(page, id);
}

export async function wholeAmun(page) {
  const { id, tokens } = await amunTable(page, [{ kind: "person", name: "Anna" }, ...[1, 2].map(() => ({ kind: "bot", bot: "rule" }))]);
  await sit(page, id, tokens);
  const { phases, dialogs } = await amunPlay(page);
  assert.ok(["bid", "actions", "offer"].every((phase) => phases.has(phase)), [...phases].join());
  assert.ok(dialogs.length >= 1, "a score sheet for each kingdom");
  await counted(page, id);
}

/* The page asks for a hint and tries a list, both in a moment that is not now. Then it does so in one that is, against the rules. These
 * last two are faults, and they alone. */
export async function tryRefused(page) {
  const { id, tokens } = await amunTable(page, ["Anna", "Ben", "Cleo"].map((name) => ({ kind: "person", name })), { hints: true });
  const { view } = await page.server.api(`/tables/${id}`);
  const seat = view.state.to_act[0];
  const waits = [0, 1, 2].find((other) => !view.state.to_act.includes(other));
  const { seq } = view;
  const codes = await page.evaluate(async ([table, keys, asked]) => {
    const said = [];
    for (const [what, body] of asked) {
      const answer = await fetch(`${table}/${what}`, { method: "POST", headers: { Authorization: `Bearer ${keys[body.seat]}`, "Content-Type": "application/json" }, body: JSON.stringify(body) });
      said.push((await answer.json()).code);
    }
    return said;
  }, [`api/1/tables/${id}`, tokens, [
    ["hint", { seat, seq: seq + 1 }],
    ["try", { seat, seq: seq + 1, actions: ["end"] }],
    ["hint", { seat: waits, seq }],
    ["try", { seat, seq, actions: ["end"] }],
  ]]);
  assert.deepEqual(codes, ["stale", "stale", "conflict", "illegal"]);
}
