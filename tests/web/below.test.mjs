/* SPDX-License-Identifier: MIT
 * below.test.mjs -- the client below a path of another site: no request of it leaves that path.
 */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { after } from "node:test";
import { asked, blameless, byMouse, closeBrowser, goto, hasty, playNow, playOn, Server, staticFolder, test, visitor } from "./lib.mjs";

const path = "/games/khepri/";

after(closeBrowser);

/* For `playOn`: enough after this number of turns. */
const turns = (left) => () => left-- === 0;

/* lib.mjs notes each request that does not begin with the server's address, path included. */
async function below(body, more = {}) {
  const server = await Server.start("1", path);

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
  assert.ok(sockets.length > 0 && sockets.every((url) => new URL(url).pathname === `${path}ws`), sockets.join());

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

test("the service worker keeps the page without the server", { skip: staticFolder ? false : "the client was built without the core" }, () => below(async (page, server) => {
  await page.locator('[data-offline="ready"]').waitFor();
  assert.equal(await page.evaluate(async () => new URL((await navigator.serviceWorker.ready).scope).pathname), path);
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
