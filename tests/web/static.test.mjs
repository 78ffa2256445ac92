/* SPDX-License-Identifier: MIT
 * static.test.mjs -- `ninja web-static` on a plain web host, in a folder of it. Both games, a new
 * version, how much is downloaded, and how soon the page can be used. Also the client of a server
 * below a path of another site: no request of it leaves that path.
 */
import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { createServer } from "node:http";
import { extname, join } from "node:path";
import { after } from "node:test";
import { gzipSync } from "node:zlib";
import { accessible, amunPlay, asked, blameless, byMouse, closeBrowser, goto, hasty, languages, longTest, noSidewaysScroll, openBrowser, playNow, playOn, Server, shot, staticFolder, test, visitor } from "./lib.mjs";

const skip = staticFolder ? false : "the client was built without the core";
const folder = "/games/khepri/";
const types = { ".html": "text/html", ".js": "text/javascript", ".css": "text/css", ".svg": "image/svg+xml", ".txt": "text/plain", ".woff2": "font/woff2" };
after(closeBrowser);

function filesOf(path) {
  return Object.fromEntries(readdirSync(path).map((name) => [name, readFileSync(join(path, name))]));
}

/* A host that knows files and nothing else; not even what a .wasm is. `files` may be changed under way. */
async function host(t, files) {
  const asked = [];
  const server = createServer((request, response) => {
    const path = request.url.split("?")[0];
    const name = path === folder ? "index.html" : path.slice(folder.length);
    asked.push(path);
    if (!path.startsWith(folder) || !files[name]) {
      response.writeHead(404).end();
      return;
    }
    response.writeHead(200, { "Content-Type": types[extname(name)] ?? "application/octet-stream", "Content-Encoding": "gzip" }).end(gzipSync(files[name]));
  });
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  const stop = () => new Promise((resolve) => {
    server.close(resolve);
    server.closeAllConnections();
  });
  t.after(stop);
  return { asked, url: `http://127.0.0.1:${server.address().port}${folder.slice(0, -1)}`, stop };
}

test("both games on a plain host from the first click, one goes on after the host is gone", { skip }, async (t) => {
  const plain = await host(t, filesOf(staticFolder));
  const page = await visitor(plain, { serviceWorkers: "allow" });

  await goto(page);
  await page.locator('main[data-server="none"]').waitFor();
  await accessible(page, "the lobby without a server");
  await shot(page, "static-lobby-1280");
  await page.setViewportSize({ width: 390, height: 844 });
  await noSidewaysScroll(page, "the lobby without a server");
  await shot(page, "static-lobby-390");
  await page.setViewportSize({ width: 1280, height: 800 });
  assert.equal(await page.locator("[data-open], input[name=link], option[value=open]").count(), 0, "nothing is offered that needs a server");
  await page.locator('[data-play="ra"]').click();
  await playOn(page, byMouse, (now) => now.seq > 20, hasty);
  await goto(page);
  await page.locator('[data-play="amun_re"]').click();
  await amunPlay(page, { enough: ({ phase }) => phase === "bid" });
  await page.locator('[data-offline="ready"]').waitFor();
  await plain.stop();
  await page.reload();
  const { phases } = await amunPlay(page, { enough: ({ phase }) => phase === "offer" });
  assert.ok(phases.has("actions"), "it goes on");
  await goto(page);
  await page.locator("[data-mine]").nth(1).waitFor();
  assert.deepEqual(plain.asked.filter((path) => !path.startsWith(folder) || path.includes("/api")), [], "nothing else is asked for");
  blameless(page);
});

/* The page does not show what is kept behind it, so it is asked again and again. */
async function until(holds) {
  while (!(await holds()))
    await new Promise((resolve) => setTimeout(resolve, 50));
}

/* The same client under another version's names. */
function renamed(files) {
  const text = (name) => files[name].toString();
  const [ra] = Object.keys(files).filter((name) => /^ra-.*\.js$/.test(name));
  const [version] = /(?<=data-version=")\w+/.exec(text("index.html"));
  const next = { ...files, "ra-0123456789.js": files[ra] };

  delete next[ra];
  for (const name of Object.keys(files).filter((n) => /\.(js|html)$/.test(n) && n !== ra))
    next[name] = Buffer.from(text(name).replaceAll(ra, "ra-0123456789.js").replaceAll(version, "fedcba9876"));
  return { next, old: version };
}

test("a new version comes at the next start; a page of the old one goes on", { skip }, async (t) => {
  const files = filesOf(staticFolder);
  const plain = await host(t, files);
  const page = await visitor(plain, { serviceWorkers: "allow" });
  const caches = (p) => p.evaluate(async () => (await window.caches.keys()).map((name) => name.split(" ").at(-1)).sort());
  const { next, old } = renamed(files);

  await goto(page);
  await page.locator('[data-offline="ready"]').waitFor();
  assert.deepEqual(await caches(page), [old]);

  /* The host has other files from now on, and those of the old version no more. */
  for (const name of Object.keys(files))
    delete files[name];
  Object.assign(files, next);
  const newer = await page.context().newPage();
  newer.server = plain;
  await goto(newer);
  assert.equal(await newer.locator("html").getAttribute("data-version"), "fedcba9876");
  await until(async () => (await caches(newer)).includes("fedcba9876") && (await newer.evaluate(() => navigator.serviceWorker.getRegistration().then((r) => !r.installing && !r.waiting))));

  /* The old page needs a part that it has not yet had. */
  await page.locator('[data-play="ra"]').click();
  assert.ok((await asked(page)).actions.length);
  assert.equal(await page.locator("html").getAttribute("data-version"), old);
  await page.close();

  await until(() => newer.evaluate(async (name) => !(await navigator.locks.query()).held.some((lock) => lock.name.endsWith(name)), old));
  await newer.reload();
  await until(async () => (await caches(newer)).length === 1);
  assert.deepEqual(await caches(newer), ["fedcba9876"]);
  await plain.stop();
  await newer.reload();
  await newer.locator("[data-mine] a").click();
  assert.ok((await asked(newer)).actions.length, "the game of the old page is there");
  blameless(page);
});

/* Their sizes are web/build.mjs's matter, and size.test.mjs's. */
test("what is in the folder", { skip }, () => {
  const names = Object.keys(filesOf(staticFolder));

  assert.equal(names.filter((name) => (/^hall-.*\.js$|\.wasm$/.test(name) && !name.startsWith("khepri-mind"))).length, 2, "the core and its worker");
  for (const code of languages())
    assert.equal(names.filter((name) => new RegExp(`^((?!admin|learn|teacher)\\w+\\.)?${code}-.*\\.js$`).test(name)).length, 4, `${code}: the frame's, the plain table's and each game's`);
  assert.equal(names.filter((name) => /^khepri-mind-.*\.wasm$/.test(name)).length, 2, "the whole core, with SIMD and without");
  assert.ok(names.some((name) => name.endsWith(".bin")), "nets");
});

/* Wall clock: printed, never asserted. */
const profiles = {
  "no throttling": { cpu: 1 },
  "4x CPU, 9 Mbit/s, 60 ms (DevTools' fast 4G)": { cpu: 4, latency: 60, down: 9000, up: 1500 },
  "4x CPU, 1.6 Mbit/s, 150 ms (Lighthouse's slow 4G)": { cpu: 4, latency: 150, down: 1638, up: 750 },
};

async function measured(url, { cpu, latency = 0, down, up }) {
  const browser = await openBrowser();
  const context = await browser.newContext({ viewport: { width: 390, height: 844 }, deviceScaleFactor: 2, locale: "en-GB", serviceWorkers: "block" });
  const page = await context.newPage();
  const session = await context.newCDPSession(page);
  const when = () => page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => setTimeout(() => resolve(performance.now())))));

  await session.send("Emulation.setCPUThrottlingRate", { rate: cpu });
  await session.send("Network.enable");
  if (down)
    await session.send("Network.emulateNetworkConditions", { offline: false, latency, downloadThroughput: down * 125, uploadThroughput: up * 125 });
  await page.addInitScript(() => new MutationObserver((_, all) => {
    if (document.querySelector("[data-play]:not(:disabled)")) {
      all.disconnect();
      setTimeout(() => (window.usable = performance.now()));
    }
  }).observe(document, { childList: true, subtree: true }));
  await page.goto(`${url}/`, { timeout: 0 });
  const usable = await (await page.waitForFunction(() => window.usable)).jsonValue();
  const clicked = await when();
  await page.locator('[data-play="ra"]').click();
  await page.locator("[data-action]").first().waitFor();
  const playing = await when();
  await context.close();
  return { usable, toPlay: playing - clicked };
}

longTest("how soon the page can be used", { skip }, async (t) => {
  const plain = await host(t, filesOf(staticFolder));

  for (const [name, profile] of Object.entries(profiles)) {
    const { usable, toPlay } = await measured(plain.url, profile);
    console.error(`${name}: interactive after ${Math.round(usable)} ms; from "Play Ra now" to the first choice, core fetched and bots resting included, ${Math.round(toPlay)} ms`);
    assert.ok(usable > 0 && toPlay > 0);
  }
});

/* ---- below a path of another site ---- */

/* For `playOn`: enough after this number of turns. */
const turns = (left) => () => left-- === 0;

/* lib.mjs notes each request that does not begin with the server's address, path included. */
async function below(body, more = {}) {
  const server = await Server.start("1", folder);

  try {
    const page = await visitor(server, more);
    const sockets = [];
    page.on("websocket", (socket) => sockets.push(socket.url()));
    await goto(page);
    await body(page, server, sockets);
    blameless(page);
  } finally {
    await server.stop();
  }
}

test("a game against bots, over a WebSocket, and its record", () => below(async (page, server, sockets) => {
  const id = await playNow(page);
  await playOn(page, byMouse, turns(2), hasty);
  assert.ok(sockets.length > 0 && sockets.every((url) => new URL(url).pathname === `${folder}ws`), sockets.join());

  const link = await page.locator("[data-record]").getAttribute("href");
  const record = await fetch(new URL(link, page.url()));
  assert.equal(record.status, 200);
  assert.ok((await record.text()).startsWith("{"));

  /* The link of the table is a link for others too. */
  const other = await visitor(server);
  await other.goto(page.url());
  assert.ok(page.url().startsWith(`${server.url}/#/t/${id}`), page.url());
  await other.locator("[data-seq]").waitFor();
  blameless(other);
}));

test("an address that is none leads to the first page", () => below(async (page, server) => {
  const lost = await page.goto(`${server.url}/none/at/all`);
  assert.equal(lost.status(), 404);
  await page.waitForURL(`${server.url}/#/lost`);
  await page.locator("main").waitFor();
  page.faults = page.faults.filter((fault) => !fault.includes("404"));
}));

test("the service worker keeps the page without the server", { skip }, () => below(async (page, server) => {
  await page.locator('[data-offline="ready"]').waitFor();
  assert.equal(await page.evaluate(async () => new URL((await navigator.serviceWorker.ready).scope).pathname), folder);
  await server.kill();
  await page.reload();
  await page.locator('main[data-server="away"]').waitFor();
  await page.locator('[data-play="ra"]').click();
  await page.waitForURL(/#\/t\/0/);
  await asked(page);
  await playOn(page, byMouse, turns(2), hasty);
  const [download] = await Promise.all([page.waitForEvent("download"), page.locator("[data-record]").click()]);
  assert.match(readFileSync(await download.path(), "utf8"), /"game":"ra"/);
}, { serviceWorkers: "allow" }));
