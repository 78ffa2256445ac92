/* SPDX-License-Identifier: MIT
 * lib.mjs -- a real server, a real browser, and what the browser tests do with them.
 *
 * Tests wait on what the page shows, never on time; KHEPRI_SLOW=6 makes the browser six times slower to show
 * where one does not. The program is $KHEPRI, else build/app/khepri.
 */
import { execFile, execFileSync, spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { createInterface } from "node:readline";
import { test as nodeTest } from "node:test";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import assert from "node:assert/strict";

const here = dirname(fileURLToPath(import.meta.url));
export const root = dirname(dirname(here));
const need = createRequire(join(root, "web", "package.json"));
const { chromium, firefox } = need("playwright-core");
const axeSource = readFileSync(need.resolve("axe-core/axe.min.js"), "utf8");
export const program = process.env.KHEPRI ?? join(root, "build", "app", "khepri");
/* Where pictures of the pages go, to be looked at; without it none are taken, for a picture takes long. */
export const shots = process.env.KHEPRI_SHOTS;
/* The client for plain hosts; "" where the core could not be built. */
export const staticFolder = process.env.KHEPRI_STATIC ?? join(root, "build", "web-static");
/* The codes of lang/languages.def, English first. */
export const languages = () => [...readFileSync(join(root, "lang", "languages.def"), "utf8").matchAll(/^LANGUAGE\(\w+, "([\w-]+)"\)/gm)].map(([, code]) => code);
const browserPath = [process.env.CHROMIUM, "/usr/bin/chromium-headless-shell", "/usr/bin/chromium"].find((path) => path && existsSync(path));
/* Firefox is looked at where it is installed; "" where it is not. */
export const firefoxPath = [process.env.FIREFOX, "/usr/bin/firefox-esr", "/usr/bin/firefox"].find((path) => path && existsSync(path)) ?? "";

/* Tests of ./check, and those of the long suite, which KHEPRI_FULL=1 runs alone: a second theme, size or language. */
const full = process.env.KHEPRI_FULL === "1";
const left = () => undefined;
export const test = full ? left : nodeTest;
export const longTest = full ? nodeTest : left;

/* ---- the server ---- */

/* Of the loopback addresses one for this process alone: a port of it that a server leaves is there for the next one. */
export const ownAddress = `127.${64 + ((process.pid >> 16) & 63)}.${(process.pid >> 8) & 255}.${process.pid & 255}`;

export class Server {
  /* Its games are the same each time. It is below a path of its host, if one is named. Its bots wait for `rest` milliseconds
   * before they act. */
  static async start(seed = "1", path = "/", rest = 0) {
    const server = new Server();
    server.seed = seed;
    server.rest = rest;
    server.path = path;
    server.port = 0;
    server.data = mkdtempSync(join(tmpdir(), "khepri-web-"));
    await server.up();
    return server;
  }

  get url() {
    return `http://${ownAddress}:${this.port}${this.path.slice(0, -1)}`;
  }

  get adminSocket() {
    return join(this.data, "admin.sock");
  }

  /* What its host asks of it; the answer as text. */
  async admin(...words) {
    const { stdout } = await promisify(execFile)(program, ["admin", "--socket", this.adminSocket, ...words]);
    return stdout;
  }

  /* Again where it was before, if it was. */
  async up() {
    this.said = "";
    this.child = spawn(program, ["serve", "--listen", `${ownAddress}:${this.port}`, "--data", join(this.data, "khepri.sqlite"), "--bot-delay", String(this.rest), "--rate", "requests=0", "--rate", "messages=0", "--rate", "tables=0", "--seed", this.seed, "--path", this.path, "--admin", this.adminSocket, "--admin-page"], {
      stdio: ["ignore", "pipe", "pipe"],
    });
    for (const stream of [this.child.stdout, this.child.stderr])
      stream.on("data", (d) => (this.said = (this.said + d).slice(-4000)));
    this.gone = new Promise((resolve) => this.child.on("exit", resolve));
    /* It says where it listens, or ends. */
    const told = await new Promise((resolve) => {
      createInterface({ input: this.child.stdout }).once("line", resolve).once("close", resolve);
    });
    const port = /^listening on http:.*:(\d+)\//.exec(told ?? "")?.[1];
    if (!port)
      await this.gone;
    assert.ok(port, `the server did not start: ${this.said}`);
    this.port = Number(port);
  }

  async kill(signal = "SIGKILL") {
    this.child.kill(signal);
    await this.gone;
  }

  async stop() {
    if (this.child.exitCode === null && this.child.signalCode === null)
      await this.kill("SIGTERM");
    rmSync(this.data, { recursive: true, force: true });
  }

  async api(path, body, token) {
    const answer = await fetch(`${this.url}/api/1${path}`, {
      method: body === undefined ? "GET" : "POST",
      headers: { ...(token ? { Authorization: `Bearer ${token}` } : {}), "Content-Type": "application/json" },
      body: body === undefined ? undefined : JSON.stringify(body),
    });
    return answer.json();
  }
}

/* ---- the browser ---- */

const launch = {
  chromium: () => chromium.launch({
    executablePath: browserPath,
    args: ["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking", "--disable-component-update", "--disable-sync"],
  }),
  /* By WebDriver BiDi, so an ordinary Firefox does. */
  firefox: () => firefox.launch({ channel: "moz-firefox", executablePath: firefoxPath }),
};
let browser = null;

/* One at a time: a file of tests keeps to one engine. */
export async function openBrowser(engine = process.env.KHEPRI_ENGINE ?? "chromium") {
  browser ??= await launch[engine]();
  return browser;
}

export async function closeBrowser() {
  await browser?.close();
  browser = null;
}

/* What a visitor has stored: no motion, no waiting, no scenes and no question whether they are sure, unless said. */
export function tuned(settings = {}, seed = "1") {
  const chosen = { motion: "off", pace: "instant", scenes: false, confirm: "never", ...settings };
  return { "khepri.settings": JSON.stringify(chosen), "khepri.seed": seed };
}

/* Without pictures nobody sees what is painted. So Chromium paints it small, which saves up to a fifth of the time of a turn.
 * The page does not notice: its own measures and the mouse keep to its pixels. */
async function paintSmall(page, { isMobile: mobile = false }) {
  const session = await page.context().newCDPSession(page);
  const size = page.setViewportSize.bind(page);
  const small = ({ width, height }) => session.send("Emulation.setDeviceMetricsOverride", {
    width, height, screenWidth: width, screenHeight: height, deviceScaleFactor: 1, mobile,
    screenOrientation: mobile && width < height ? { angle: 0, type: "portraitPrimary" } : { angle: mobile ? 90 : 0, type: "landscapePrimary" },
    viewport: { x: 0, y: 0, width, height, scale: 0.05 },
  });

  page.setViewportSize = async (to) => {
    await size(to);
    await small(to);
  };
  await small(page.viewportSize());
}

const askedLate = /status of 409 \([^)]*\) \S+\/(try|hint)$/;

/* Runs in the page. A hint is asked for one moment, and so is a list of actions where the line broke. That moment may pass on the way.
 * The page handles that, so it is no fault. The console does not say why they were refused: this names the other reasons, before the
 * page hears of them. */
function nameRefusals() {
  const { fetch } = window;

  window.fetch = async (...asked) => {
    const answer = await fetch(...asked);
    if (answer.status === 409 && /\/(try|hint)$/.test(answer.url)) {
      const { code, error } = await answer.clone().json();
      if (code !== "stale")
        console.error(`refused, ${code}: ${error}`);
    }
    return answer;
  };
}

/* A visitor of their own: nothing stored but what `tuned` says; no service worker comes between, unless said.
 * Games in the page follow from `seed`. `faults` gathers what no page may do. */
export async function visitor(server, { width = 1280, height = 800, settings = {}, engine, seed = "1", ...context } = {}) {
  const b = await openBrowser(engine);
  const own = await b.newContext({ viewport: { width, height }, acceptDownloads: true, locale: "en-GB", serviceWorkers: "block", ...context });
  await own.addInitScript((stored) => {
    for (const [key, value] of Object.entries(stored))
      if (!localStorage.getItem(key))
        localStorage.setItem(key, value);
  }, tuned(settings, seed));
  await own.addInitScript(nameRefusals);
  const page = await own.newPage();
  page.setDefaultTimeout(Number(process.env.KHEPRI_PATIENCE ?? 600000)); /* only for a test that would never end: a busy machine is slow */
  if (process.env.KHEPRI_SLOW) {
    const session = await own.newCDPSession(page);
    await session.send("Emulation.setCPUThrottlingRate", { rate: Number(process.env.KHEPRI_SLOW) });
  }
  page.faults = [];
  page.on("pageerror", (e) => page.url() !== "about:blank" && page.faults.push(`error: ${e.message}`));
  page.on("console", (m) => {
    const said = `${m.text()} ${m.location().url}`;
    if (m.type() === "error" && !/ERR_CONNECTION_REFUSED|ERR_CONNECTION_RESET|ERR_EMPTY_RESPONSE|WebSocket connection/.test(m.text()) && !askedLate.test(said))
      page.faults.push(`console: ${said}`);
  });
  /* The console of Firefox says nothing of what a server refuses. */
  if (b.browserType().name() === "firefox")
    page.on("response", (r) => {
      const said = `status of ${r.status()} (${r.statusText()}) ${r.url()}`;
      if (r.status() >= 400 && !askedLate.test(said))
        page.faults.push(`refused: ${said}`);
    });
  page.on("request", (r) => {
    if (!r.url().startsWith(server.url) && !/^(data|blob):/.test(r.url()))
      page.faults.push(`a request to ${r.url()}`);
  });
  page.server = server;
  page.asksNoIcon = b.browserType().name() === "chromium";
  if (!shots && b.browserType().name() === "chromium")
    await paintSmall(page, context);
  sayWhatWasSeen(page);
  return page;
}

/* A wait that never ends tells what the page showed at last. */
function sayWhatWasSeen(page) {
  const wait = page.waitForFunction.bind(page);

  page.waitForFunction = async (...asked) => {
    try {
      return await wait(...asked);
    } catch (error) {
      if (error.name === "TimeoutError") {
        const seen = await page.evaluate(() => ({
          at: location.hash, data: [...document.querySelectorAll("[data-seq], [data-phase], [data-prompt], [data-plan], [data-curtain], .trouble")].map((e) => ({ ...e.dataset })),
          dialogs: [...document.querySelectorAll("dialog[open]")].map((e) => e.textContent.slice(0, 200)), text: document.body.innerText.slice(0, 1500),
        })).catch(String);
        error.message += `\n${JSON.stringify(asked[1])}: ${JSON.stringify(seen)}\n${page.faults.join("\n")}`;
      }
      throw error;
    }
  };
}

export function blameless(page) {
  assert.deepEqual(page.faults, []);
}

export async function goto(page, hash = "#/") {
  await page.goto(`${page.server.url}/${hash}`);
  await page.locator("main").waitFor();
  await page.locator("[data-coming]").waitFor({ state: "detached" });      /* the first page has its lower part */
}

export async function shot(page, name) {
  if (!shots)
    return;
  mkdirSync(shots, { recursive: true });
  const { length } = page.faults;
  await page.screenshot({ path: join(shots, `${name}.png`), timeout: 0 });  /* the test's own limit is enough: a machine may be slow */
  if (browser.browserType().name() === "firefox")
    page.faults.length = length;        /* what Playwright puts into the page for it is refused by our policy there */
}

/* A picture that a page made, beside those of the pages. */
export function keep(name, bytes) {
  if (!shots)
    return;
  mkdirSync(shots, { recursive: true });
  writeFileSync(join(shots, `${name}.png`), bytes);
}

/* axe finds nothing on the page as it is now, or in one part of it. What fades in has come in: half seen it has no contrast. */
export async function accessible(page, where, without = [], inside = "html") {
  await page.evaluate(() => Promise.allSettled(document.getAnimations().filter((a) => a.effect.getComputedTiming().endTime !== Infinity).map((a) => a.finished)));
  if (!(await page.evaluate(() => "axe" in window)))
    await page.evaluate(axeSource);
  const found = await page.evaluate(([off, part]) => window.axe.run(part, {
    resultTypes: ["violations"],
    runOnly: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"],
    rules: { "label-content-name-mismatch": { enabled: true }, ...Object.fromEntries(off.map((rule) => [rule, { enabled: false }])) },
  }), [without, inside]);
  const told = found.violations.map((v) => `${v.id}: ${v.help} ${v.nodes.slice(0, 3).map((n) => `${n.html} ${n.failureSummary}`).join(" | ")}`);
  assert.deepEqual(told, [], `axe on ${where}`);
  assert.ok(found.passes.length > 5, "axe looked at the page");
}

export async function noSidewaysScroll(page, where) {
  const [inside, wide] = await page.evaluate(() => [document.documentElement.scrollWidth, window.innerWidth]);
  assert.ok(inside <= wide, `${where} scrolls sideways: ${inside} in ${wide}`);
  const sheets = await page.evaluate(() => [...document.querySelectorAll(".decisions, dialog[open]")]
    .filter((e) => e.scrollWidth > e.clientWidth && /auto|scroll/.test(getComputedStyle(e).overflowX)).map((e) => e.className));
  assert.deepEqual(sheets, [], `a sheet of ${where} scrolls sideways`);
}

/* All that can be pressed is at least 44 by 44; links within a sentence excepted. */
export async function fingers(page, where) {
  const small = await page.evaluate(() => [...document.querySelectorAll("button, select, input, a")]
    .filter((e) => e.getClientRects().length && !e.closest("p, .skip, .trouble, .unseen") && !e.closest("label.check, label.game-card") && !e.matches(".skip"))
    .map((e) => [e.outerHTML.slice(0, 90), e.getBoundingClientRect()])
    .filter(([, r]) => r.width < 43.5 || r.height < 43.5)
    .map(([html, r]) => `${Math.round(r.width)} x ${Math.round(r.height)} ${html}`));
  assert.deepEqual(small, [], where);
}

/* Runs in the page: what lies over the middle of this element; null if nothing does. The page may scroll to what is outside the
 * screen or behind the bar of actions. Only the card of a lesson must leave it free at once. */
function whatCovers(e) {
  const over = () => {
    const { left, top, width, height } = e.getBoundingClientRect();
    const found = document.elementFromPoint(left + width / 2, top + height / 2);
    return e.contains(found) ? null : found ?? document.documentElement;
  };
  if (over() && !over().closest(".lesson-card"))
    e.scrollIntoView({ block: "center", behavior: "instant" });
  return over()?.outerHTML.slice(0, 120) ?? null;
}

/* Nothing lies over what is asked for when a finger comes to it. */
export async function inReach(page, selector) {
  const button = page.locator(selector).first();
  await (await button.elementHandle()).waitForElementState("stable");
  assert.equal(await button.evaluate(whatCovers), null, `what covers ${selector}`);
  return button;
}

export async function touch(page, selector) {
  await (await inReach(page, selector)).tap();
}

/* Tab, until the focus is there. */
export async function tabTo(page, selector) {
  const there = () => page.evaluate((s) => !!document.activeElement?.matches(s), selector);

  await page.locator(selector).first().waitFor();
  for (let tabs = 0; !(await there()); tabs++) {
    assert.ok(tabs < 300, `Tab does not reach ${selector}`);
    await page.keyboard.press("Tab");
  }
}

/* ---- playing ---- */

const tableIn = (url) => /#\/t\/([a-z2-9]{12})/.exec(url)[1];
export const tableId = (page) => tableIn(page.url());

export async function playNow(page) {
  await page.locator('[data-play="ra"]').click();
  await page.waitForURL(/#\/t\//);
  await page.locator("[data-seq]").waitFor();
  return tableIn(await page.url());       /* some drivers have to ask */
}

/* What the page asks for now: {dialog}, {over} or {seq, seat, actions}; waits until it is something. */
export async function asked(page, after = -1) {
  const handle = await page.waitForFunction((past) => {
    const said = document.querySelector(".trouble")?.textContent;
    if (said)
      return { trouble: said };
    if (document.querySelector("dialog[open]"))
      return { dialog: document.querySelector("dialog[open] h2").textContent };
    if (document.querySelector(".final"))
      return { over: true };
    const seq = Number(document.querySelector("[data-seq]")?.dataset.seq ?? -1);
    const actions = [...document.querySelectorAll("[data-action]:not(:disabled)")].map((e) => e.dataset.action);
    const seat = document.querySelector("[data-seat-asked]")?.dataset.seatAsked;
    return seq > past && actions.length ? { seq, seat: Number(seat), actions, lot: document.querySelectorAll("[data-slot][data-kind]").length } : null;
  }, after);
  return handle.jsonValue();
}

/* A way of playing that meets everything: full tracks, auctions, gods, disasters. */
export function whim({ actions, lot, seq }) {
  const one = (start) => actions.find((a) => a.startsWith(start));
  if (one("take") && seq % 3)
    return one("take");
  if (one("discard"))
    return one("discard");
  if (one("draw") && (lot < 5 || seq % 2))
    return "draw";
  if (one("bid") && (lot >= 4 || !one("pass")))
    return one("bid");
  return one("pass") ?? one("invoke") ?? one("draw") ?? actions[0];
}

/* A short way through a game: suns are spent as fast as can be. */
export function hasty({ actions }) {
  const bids = actions.filter((a) => a.startsWith("bid"));
  return bids.at(-1) ?? actions.find((a) => a === "invoke") ?? actions[0];
}

/* Enough of everything, and then to the end. */
export const soonHasty = (now) => (now.seq < 70 ? whim : hasty)(now);

/* Plays on by `deed(page, action, now)` until the game is over or `enough(now)`; returns what was met. */
export async function playOn(page, deed, enough = () => false, choose = soonHasty) {
  const met = { verbs: new Set(), dialogs: [], turns: 0 };
  let last = -1;

  for (let i = 0; i < 1500; i++) {
    const now = await asked(page, last);
    assert.equal(now.trouble, undefined);
    if (now.dialog || now.over) {
      met.dialogs.push(await readSheet(page));
      if (await page.locator(".final").count())
        return met;
      continue;
    }
    if (await enough(now))
      return met;
    const action = choose(now);
    met.verbs.add(action.split(":")[0]);
    met.turns++;
    await deed(page, action, now);
    last = now.seq;
  }
  assert.fail("the game does not end");
}

/* Plays on at the server without a page, for the seats of these tokens, until the game is over or `enough(view)`. */
export async function playUnseen(server, id, tokens, choose, enough = () => false) {
  for (;;) {
    const { view } = await server.api(`/tables/${id}`, undefined, Object.values(tokens).join(","));
    if (view.state.result || enough(view))
      return;
    const [turn] = Object.entries(view.legal);
    if (!turn)          /* bots are at it: to look without a pause would keep the processor from them */
      await new Promise((resolve) => setTimeout(resolve, 10));
    for (const [seat, actions] of turn ? [turn] : []) {
      const said = await server.api(`/tables/${id}/act`, { seat: Number(seat), seq: view.seq, action: choose({ actions, seq: view.seq }), key: randomUUID() }, tokens[seat]);
      assert.ok(said.ok, said.error);
    }
  }
}

/* Plays on at the server for the seats that this page holds, and comes back: a page costs most of what a game costs. */
export async function playAway(page, choose, enough) {
  const id = tableId(page);
  const tokens = await page.evaluate((t) => JSON.parse(localStorage.getItem("khepri.tables"))[t].tokens, id);

  await page.goto("about:blank");
  await playUnseen(page.server, id, tokens, choose, enough);
  await goto(page, `#/t/${id}`);
}

/* Checks the score sheet that is or will be open, and closes it; returns its heading. */
export async function readSheet(page) {
  await page.locator("dialog[open] table.sheet").waitFor();
  const title = await page.locator("dialog[open] h2").textContent();
  await checkSheet(page);
  await page.keyboard.press("Escape");
  await page.locator("dialog[open]").waitFor({ state: "detached" });
  return title;
}

/* On the open score sheet every column adds up. */
export async function checkSheet(page) {
  const sheet = await page.locator("dialog[open] table.sheet").evaluate((table) => {
    const number = (e) => (e ? Number(e.textContent.replace("−", "-")) : 0);
    const rows = [...table.tBodies[0].rows].map((row) => [...row.cells].slice(1).map((cell) => number(cell.querySelector(".num"))));
    return { rows, total: [...table.querySelectorAll("[data-total]")].map((e) => Number(e.dataset.total)) };
  });
  assert.ok(sheet.rows.length >= 5, "the sheet has its lines");
  sheet.total.forEach((total, seat) => assert.equal(sheet.rows.reduce((sum, row) => sum + row[seat], 0), total, `column ${seat} of the sheet`));
}

export async function byMouse(page, action) {
  await page.locator(`[data-action="${action}"]`).click();
}

/* Without the mouse, where that is not the subject: Playwright looks for two frames whether a button stands still. */
export function byPress(page, action) {
  return page.locator(`[data-action="${action}"]`).evaluate((button) => button.click());
}

export function settled(page, seq) {
  return page.waitForFunction((s) => Number(document.querySelector("[data-seq]")?.dataset.seq) > s, seq);
}

export const gameFile = join(here, "game.jsonl");

/* The record of a game between bots, as text. One of Ra by two that play at random is a quarter of `gameFile`, so soon analysed. */
export function simulated(game, players, seed, policy = "rule") {
  return execFileSync(program, ["simulate", game, "--players", String(players), "--games", "1", "--seed", String(seed), "--policy", policy, "--records", "-"],
    { encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] });
}

export async function openRecord(page, record) {
  await goto(page);
  await page.locator('input[name="record"]').setInputFiles({ name: "game.jsonl", mimeType: "application/x-ndjson", buffer: Buffer.from(record) });
  await page.waitForURL(/#\/record/);
  await page.locator("[data-seq]").waitFor();
}

/* ---- Amun-Re ---- */

/* A short way through a game for `playUnseen`: nothing is built, and little is offered. */
export const frugal = ({ actions }) => actions.find((a) => a === "end" || a === "offer:1") ?? actions[0];

/* Does the next thing the page asks for, the cheapest way, as soon as it can be pressed: by `press(page, selector, phase)`, if there
 * is one. Says what it was: {did, seq} or {curtain}, {dialog}, {over}; {there} when the phase `stop` asks. `past` names what was
 * done last, so that nothing is done twice. */
export async function amunStep(page, past = "", stop = "", press = null) {
  const handle = await page.waitForFunction(([last, end, apart]) => {
    const trouble = document.querySelector(".trouble")?.textContent;
    if (trouble)
      return { trouble };
    const curtain = document.querySelector("[data-curtain]");
    if (curtain)
      return { curtain: Number(curtain.dataset.curtain) };
    /* What is given up for nothing is asked about. */
    const go = document.querySelector('dialog.sure [data-sure="go"]');
    const at = document.querySelector("[data-seq]")?.dataset.seq;
    if (go) {
      if (last === `sure ${at}`)
        return null;
      go.click();
      return { did: `sure ${at}`, seq: Number(at) };
    }
    /* On a phone a province on offer opens its card, which takes the bid. */
    if (document.querySelector("dialog[open]") && !document.querySelector("dialog[open] .rung-do"))
      return { dialog: document.querySelector("dialog[open] h2").textContent };
    if (document.querySelector(".final"))
      return { over: true };
    const seq = document.querySelector("[data-seq]")?.dataset.seq;
    const seat = document.querySelector('[data-prompt="mine"]')?.dataset.seatAsked;
    if (seat === undefined)
      return null;
    const phase = document.querySelector("[data-phase]").dataset.phase;
    if (phase === end)
      return { there: true };
    const ways = {
      bid: [".rung-do", "[data-bid-on]"], actions: ['.build [data-send="end"]'], offer: ["[data-seal]"], correct: [".correct [data-action]"],
      reward: ['[data-send="place"]', '[data-more^="farmer:"]', '[data-more^="stone:"]', '[data-more="card"]', "[data-take]"], income: [".choices [data-action]"], scoring: [".choices [data-action]"],
    };
    for (const way of ways[phase] ?? []) {
      const button = [...document.querySelectorAll(way)].find((e) => !e.disabled && e.getAttribute("aria-disabled") !== "true");
      const did = `${phase} ${seq} ${seat} ${way} ${document.querySelector("[data-plan]")?.dataset.plan ?? ""}`;
      if (button && did !== last) {
        if (!apart)
          button.click();
        return { did, phase, way, seq: Number(seq), seat: Number(seat) };
      }
    }
    return null;
  }, [past, stop, press !== null]);
  const met = await handle.jsonValue();
  assert.equal(met.trouble, undefined);
  if (press && met.way)
    await press(page, `${met.way}:not(:disabled, [aria-disabled="true"])`, met.phase);
  return met;
}

/* Plays one page's part until the game is over or `enough(met)`; `look(met)` is called after each step. */
export async function amunPlay(page, { enough = () => false, look = async () => {}, stop = "", press = null } = {}) {
  const phases = new Set();
  const dialogs = [];
  let past = "";

  for (let i = 0; i < 600; i++) {
    const met = await amunStep(page, past, stop, press);
    past = met.did ?? past;
    await look(met);
    if (met.phase)
      phases.add(met.phase);
    if (met.over || met.there || enough(met))
      return { phases, dialogs };
    if (met.curtain !== undefined) {
      await page.locator(`[data-lift="${met.curtain}"]`).click();
      await page.locator("[data-curtain]").waitFor({ state: "detached" });
    }
    if (met.dialog) {
      dialogs.push(met.dialog);
      await page.keyboard.press("Escape");
      await page.locator("dialog[open]").waitFor({ state: "detached" });
    }
  }
  assert.fail("the game does not end");
}

/* Plays on until this phase asks something here, and leaves it unanswered. */
export async function amunUntil(page, phase) {
  const { phases } = await amunPlay(page, { stop: phase });
  assert.equal(await page.locator("[data-phase]").getAttribute("data-phase"), phase);
  return phases;
}

/* A table made by request, its seats held by this page. */
export async function amunTable(page, seats, more = {}) {
  const made = await page.server.api("/tables", { game: "amun_re", players: seats.length, seats, public: false, start: true, ...more });
  assert.ok(made.ok, made.error);
  return { id: made.table.id, tokens: made.tokens };
}

/* What it holds is stored from the smallest file of the site: the first page would take as long as the table itself. Chromium alone
 * may do so: others look for the icon of a picture. */
export async function sit(page, id, tokens) {
  if (page.asksNoIcon)
    await page.goto(`${page.server.url}/favicon.svg`);
  else
    await goto(page);
  await page.evaluate(([table, held]) => localStorage.setItem("khepri.tables", JSON.stringify({ [table]: { tokens: held, since: 1 } })), [id, tokens]);
  if (!page.asksNoIcon)
    await page.reload();
  await goto(page, `#/t/${id}`);
}
