/* SPDX-License-Identifier: MIT
 * breaks.test.mjs -- reload, a server killed in mid-auction, a line that drops, an answer that comes late.
 */
import assert from "node:assert/strict";
import { cpSync, rmSync } from "node:fs";
import { after, before } from "node:test";
import { accessible, amunTable, amunUntil, asked, blameless, byMouse, byPress, closeBrowser, frugal, goto, longTest, playNow, playOn, playUnseen, Server, shot, sit, tableId, test, visitor } from "./lib.mjs";
import { tryRefused } from "./whole.mjs";

let server;
before(async () => (server = await Server.start()));
after(async () => {
  await closeBrowser();
  await server.stop();
});

/* A page at a table of Ra with two bots, where Anna has to act and may do `wanted`; what it asks is on it. */
async function atTable(page, wanted = "") {
  const made = await page.server.api("/tables", { game: "ra", players: 3, seats: [{ kind: "person", name: "Anna" }, ...[1, 2].map(() => ({ kind: "bot", bot: "easy" }))], public: false, start: true });
  const { id } = made.table;
  await playUnseen(page.server, id, made.tokens, frugal, ({ legal }) => legal[0]?.some((action) => action.startsWith(wanted)));
  await sit(page, id, made.tokens);
  await asked(page);
  return id;
}

const summary = (page) => page.evaluate(() => ({
  seq: document.querySelector("[data-seq]").dataset.seq,
  actions: [...document.querySelectorAll("[data-action]")].map((e) => e.dataset.action),
  log: [...document.querySelectorAll(".log .entry")].map((e) => e.textContent),
  suns: [...document.querySelectorAll("[data-sun]")].map((e) => e.getAttribute("aria-label")),
}));

test("a reload and a killed server in mid-auction lose nothing; what is sent meanwhile arrives once", async () => {
  const page = await visitor(server);
  const id = await atTable(page, "bid");
  const before = await summary(page);

  await page.reload();
  await asked(page);
  assert.deepEqual(await summary(page), before, "after a reload");

  await server.kill("SIGKILL");
  await page.locator('[data-line="offline"]').waitFor();
  await accessible(page, "a table without its server");
  await shot(page, "offline");
  await server.up();
  await page.locator('[data-line="live"]').waitFor();
  assert.deepEqual(await summary(page), before, "after the server is back");

  const now = await asked(page);
  const action = now.actions.at(-1);
  const done = (await server.api(`/tables/${id}/log`)).steps.filter((step) => step.seat === 0).length;
  await server.kill("SIGKILL");
  await page.locator('[data-line="offline"]').waitFor();
  await byMouse(page, action);
  await page.waitForFunction(() => document.querySelector("[data-action]:disabled"));
  await server.up();
  await page.waitForFunction((s) => Number(document.querySelector("[data-seq]").dataset.newest) > s, now.seq);
  const { steps } = await server.api(`/tables/${id}/log`);
  assert.equal(steps[now.seq].action, action);
  assert.equal(steps.filter((step) => step.seat === 0).length, done + 1, "it arrived once");
  blameless(page);
});

test("a server that comes back from a backup is believed, and the game goes on from there", async () => {
  const own = await Server.start();
  const page = await visitor(own);
  const backup = `${own.data}-backup`;
  const id = await atTable(page, "bid");
  const before = await summary(page);
  await own.kill();
  cpSync(own.data, backup, { recursive: true, filter: (file) => !file.endsWith(".sock") });
  await own.up();
  await page.locator('[data-line="live"]').waitFor();
  await playOn(page, byPress, (now) => now.seq > Number(before.seq) + 4);

  /* One tab looks at a moment that the backup does not have. */
  const { at } = { at: Number((await summary(page)).seq) - 2 };
  const other = await page.context().newPage();
  other.server = own;
  await goto(other, `#/t/${id}/at/${at}`);
  await other.locator(`[data-seq="${at}"]`).waitFor();

  await own.kill();
  rmSync(own.data, { recursive: true });
  cpSync(backup, own.data, { recursive: true });
  await own.up();
  await other.locator("[data-gone]").waitFor();
  assert.equal(await other.locator("[data-gone]").textContent(), `There is no moment ${at}: the game is at moment ${before.seq}.`);
  assert.ok(other.url().endsWith(`#/t/${id}`), "its address is the table's again, so it does not stop at another moment of that number");
  await other.close();
  await page.waitForFunction((s) => document.querySelector("[data-seq]").dataset.newest === s, before.seq);
  await asked(page);
  assert.deepEqual(await summary(page), before, "what was later is forgotten");
  const now = await asked(page);
  await byMouse(page, now.actions.at(-1));
  await page.waitForFunction((s) => Number(document.querySelector("[data-seq]").dataset.seq) > s, now.seq);
  const { steps } = await own.api(`/tables/${id}/log`);
  assert.equal(steps[now.seq].action, now.actions.at(-1));
  blameless(page);
  rmSync(backup, { recursive: true });
  await own.stop();
});

test("a server that is too busy to show a table is asked again", async () => {
  const page = await visitor(server);
  let refusals = 0;
  await page.routeWebSocket(/\/ws$/, (ws) => {
    const to = ws.connectToServer();
    ws.onMessage((message) => {
      if (JSON.parse(String(message)).op !== "watch" || refusals === 2)
        to.send(message);
      else if (++refusals)
        ws.send('{"op":"error","code":"busy","error":"there is not enough memory"}');
    });
  });
  await goto(page);
  await playNow(page);
  await page.locator('[data-line="live"]').waitFor();
  assert.equal(refusals, 2);
  blameless(page);
});

test("an answer to a moment that has passed is refused and explained", async () => {
  const page = await visitor(server);
  let deaf = false;
  await page.routeWebSocket(/\/ws$/, (ws) => {
    const to = ws.connectToServer();
    to.onMessage((message) => {
      if (!deaf || !/"op":"(step|table)"/.test(String(message)))
        ws.send(message);
    });
  });
  const id = await atTable(page, "draw");
  const token = await page.evaluate((t) => Object.values(JSON.parse(localStorage.getItem("khepri.tables"))[t].tokens)[0], id);
  const now = await asked(page);
  assert.ok(now.actions.includes("invoke"));

  deaf = true;
  const said = await server.api(`/tables/${id}/act`, { seat: now.seat, seq: now.seq, action: "invoke", key: "elsewhere" }, token);
  assert.equal(said.ok, true);
  await byMouse(page, "draw");
  await page.locator(".trouble").waitFor();
  assert.match(await page.locator(".trouble").textContent(), /moved on before your action/);
  await page.locator('[data-live="assertive"]', { hasText: /moved on before your action/ }).waitFor({ state: "attached" });
  deaf = false;
  await page.reload();
  await page.waitForFunction((s) => Number(document.querySelector("[data-seq]")?.dataset.newest) > s, now.seq);
  assert.equal((await server.api(`/tables/${id}/log`)).steps[now.seq].action, "invoke");
});

/* From the first list that the page tries on, it hears nothing. The line breaks at once, or when the next action was done. */
async function silentLine(page, { atOnce }) {
  const requests = [];
  let say, broken = false;
  const tried = new Promise((resolve) => (say = resolve));

  page.on("request", (r) => r.url().endsWith("/try") && requests.push(r.postDataJSON()));
  await page.routeWebSocket(/\/ws$/, (ws) => {
    const to = ws.connectToServer();
    let deaf = false;
    ws.onMessage((message) => {
      if (!broken && JSON.parse(String(message)).op === "try") {
        deaf = true;
        say();
      }
      to.send(message);
    });
    to.onMessage((message) => {
      const { op, view } = JSON.parse(String(message));
      if (!deaf)
        ws.send(message);
      else if (!broken && op === "reply" && (atOnce || !view)) {
        broken = true;
        ws.close();
        to.close();
      }
    });
  });
  return { tried, requests };
}

async function decides(page) {
  const { id, tokens } = await amunTable(page, [{ kind: "person", name: "Anna" }, ...[1, 2].map(() => ({ kind: "bot", bot: "rule" }))]);
  await playUnseen(server, id, tokens, frugal, ({ state, legal }) => state.phase === "actions" && legal[0]);
  await sit(page, id, tokens);
  await amunUntil(page, "actions");
}

test("a list that the line gave no answer to is tried by request", async () => {
  const page = await visitor(server);
  const heard = await silentLine(page, { atOnce: true });
  await decides(page);
  await page.locator('[data-buy="1"]', { hasText: "1 for 1 gold" }).waitFor();
  assert.ok(heard.requests.length > 0);
  blameless(page);
});

test("once the player has acted, nothing is tried in the moment before", async () => {
  const page = await visitor(server);
  const heard = await silentLine(page, { atOnce: false });
  await decides(page);
  const now = Number(await page.locator("[data-seq]").getAttribute("data-seq"));
  await heard.tried;
  await page.locator('.build [data-send="end"]').click();
  await page.waitForFunction((s) => Number(document.querySelector("[data-seq]")?.dataset.seq) > s, now);
  assert.deepEqual(heard.requests, []);
  blameless(page);
});

test("of lists and hints that are refused, those the page handles are no fault", async () => {
  const page = await visitor(server);
  await goto(page);
  await tryRefused(page);
  await page.evaluate(() => console.error("said"));
  assert.deepEqual(page.faults.map((fault) => /refused, \w+|said/.exec(fault)?.[0]), ["refused, conflict", "refused, illegal", "said"]);
});

/* Counts the answers to pings as the page hears them: in the same task as its own listener. */
function countPongs() {
  window.pongs = 0;
  window.WebSocket = class extends WebSocket {
    constructor(...how) {
      super(...how);
      this.addEventListener("message", (e) => (window.pongs += String(e.data).includes('"pong"')));
    }
  };
}

test("a line that dies without a word is noticed, and opened again", async () => {
  const page = await visitor(server);
  const pongs = () => page.evaluate(() => window.pongs);
  await page.addInitScript(countPongs);
  await page.clock.install();
  await atTable(page);
  const before = await asked(page);
  await page.locator('[data-line="live"]').waitFor();
  /* The page's clock stands still while an answer travels, however long that takes. */
  await page.clock.pauseAt(await page.evaluate(() => Date.now() + 1000));
  const heard = await pongs();
  await page.clock.fastForward(20000);
  while ((await pongs()) === heard)
    await page.evaluate(() => 0);
  await page.clock.fastForward(6000);
  assert.equal(await page.locator('[data-line="live"]').count(), 1, "a server that answers is not given up");

  server.child.kill("SIGSTOP");
  try {
    await page.clock.fastForward(20000);
    await page.clock.fastForward(6000);
    await page.locator('[data-line="offline"]').waitFor();
  } finally {
    server.child.kill("SIGCONT");
  }
  await page.clock.resume();
  await page.locator('[data-line="live"]').waitFor();
  assert.deepEqual((await asked(page)).actions, before.actions);
  blameless(page);
});

for (const [which, tested] of [["some", test], ["all", longTest]])
  tested(`what does not fit in the browser's storage is passed over: ${which}`, async () => {
    const page = await visitor(server);
    const id = await atTable(page);
    const tokens = await page.evaluate((t) => JSON.parse(localStorage.getItem("khepri.tables"))[t].tokens, id);
    const spoilt = {
      "khepri.settings": ['{"name":5,"lang":"fr","theme":[],"motion":7,"keys":"x"}', "{", '{"name":null,"text":null}', "[1]", "7"],
      "khepri.tables": [
        `{"${id}":{"tokens":${JSON.stringify(tokens)},"since":"x"},"bbbbbbbbbbbb":null,"cccccccccccc":{"tokens":"abc"},"../games":5}`,
        `{"${id}":{"tokens":${JSON.stringify({ ...tokens, 1: 5, 7: "x", y: {} })}}}`,
      ],
    };
    /* Each load of the page meets the next of each. */
    for (const [i, settings] of spoilt["khepri.settings"].slice(0, which === "all" ? 5 : 2).entries()) {
      const stored = { "khepri.settings": settings, "khepri.tables": spoilt["khepri.tables"][i % 2] };
      await page.evaluate((all) => Object.entries(all).forEach(([key, value]) => localStorage.setItem(key, value)), stored);
      await goto(page);
      await page.reload();
      await page.locator('[data-play="ra"]').waitFor();
      await goto(page, `#/t/${id}`);
      assert.ok((await asked(page)).actions.length, JSON.stringify(stored));
    }
    blameless(page);
  });

test("a table that does not exist, a token that is lost", async () => {
  const page = await visitor(server);
  await goto(page, "#/t/zzzzzzzzzzzz");
  await page.locator(".trouble").waitFor();
  await goto(page, "#/t/zzzz");
  assert.match(await page.locator(".trouble").textContent(), /couldn't find that page/);
  await goto(page);
  assert.equal(await page.locator(".trouble").count(), 0);
  const id = await playNow(page);
  await asked(page);
  for (const left of [".", "/", "%3E", ")."]) {
    await goto(page, `#/t/${id}${left}`);
    await asked(page);
  }
  await goto(page, `#/t/${id}`);
  await page.evaluate(() => localStorage.removeItem("khepri.tables"));
  await page.reload();
  await page.locator('[data-line="live"]').waitFor();
  assert.equal(tableId(page), id);
  assert.equal(await page.locator("[data-action]").count(), 0, "without its token a seat only looks on");
});
