/* SPDX-License-Identifier: MIT
 * plain.mjs -- how a test plays at the plain table: what is asked there, and answers until the game is over.
 */
import assert from "node:assert/strict";

/* What is asked at a moment after `past`: {seq, seat, actions}, {curtain}, {over}. */
export async function asked(page, past) {
  const handle = await page.waitForFunction((last) => {
    const trouble = document.querySelector(".trouble")?.textContent;
    const curtain = document.querySelector("[data-curtain]");
    const prompt = document.querySelector('[data-prompt="mine"]');
    const seq = Number(document.querySelector("[data-seq]")?.dataset.seq ?? -1);
    if (trouble)
      return { trouble };
    if (curtain)
      return { curtain: curtain.dataset.curtain };
    if (document.querySelector(".final"))
      return { over: true };
    const actions = [...document.querySelectorAll(".plain [data-action]:not(:disabled)")].map((e) => e.dataset.action);
    return prompt && actions.length && `${seq}/${prompt.dataset.seatAsked}` !== last ? { seq, seat: prompt.dataset.seatAsked, actions } : null;
  }, past);
  const now = await handle.jsonValue();
  assert.equal(now.trouble, undefined);
  return now;
}

/* Plays on by `deed(action, now)` until the game is over or `enough()`. */
export async function play(page, deed, choose, look = async () => {}, enough = () => false) {
  let past = "";

  for (let turns = 0; turns < 900; turns++) {
    const now = await asked(page, past);
    if (now.over)
      return turns;
    if (now.curtain !== undefined) {
      await page.locator(`[data-lift="${now.curtain}"]`).click();
      await page.locator("[data-curtain]").waitFor({ state: "detached" });
      continue;
    }
    if (enough(turns))
      return turns;
    await look(now);
    await deed(choose(now), now);
    past = `${now.seq}/${now.seat}`;
  }
  assert.fail("the game does not end");
}

export const byClick = (page) => (action) => page.locator(`.plain [data-action="${action}"]`).click();
