/* SPDX-License-Identifier: MIT
 * admin.test.mjs -- the page of the host: signed in by a link, it shows and does what khepri admin does. It works by
 * mouse, by keys and for a screen reader, in each language, and nobody else fetches it.
 */
import assert from "node:assert/strict";
import { after, before } from "node:test";
import { accessible, asked, blameless, byMouse, closeBrowser, fingers, goto, languages, longTest, noSidewaysScroll, playNow, Server, shot, test, visitor } from "./lib.mjs";

let server;
before(async () => (server = await Server.start()));
after(async () => {
  await closeBrowser();
  await server.stop();
});

/* The hash of a new link. */
const link = async () => /#\/admin\/\w+/.exec(await server.admin("link"))[0];
const told = async (...words) => JSON.parse(await server.admin("--json", ...words));

/* The console names each refused request. */
const refusals = (page) => page.faults.filter((fault) => /status of 4\d\d/.test(fault));
const otherwiseBlameless = (page) => assert.deepEqual(page.faults.filter((fault) => !refusals(page).includes(fault)), []);

async function signedIn(more = {}) {
  const page = await visitor(server, more);
  await goto(page, await link());
  await page.locator('[data-admin="in"]').waitFor();
  return page;
}

/* A table with an open seat, which somebody watches: the same visitor goes from one to the next. */
let watcher = null;
async function waitingTable() {
  const { table } = await server.api("/tables", { game: "ra", players: 2, seats: [{ kind: "person", name: "Anna" }, { kind: "open" }] });
  watcher ??= await visitor(server);
  await goto(watcher);
  await watcher.locator(".waiting").waitFor({ state: "detached" });
  await goto(watcher, `#/t/${table.id}`);
  await watcher.locator(".waiting").waitFor();
  return { id: table.id, page: watcher };
}

test("a link opens the page once; the secret leaves the address, and the session lasts as long as the tab", async () => {
  const page = await visitor(server);
  const hash = await link();
  await goto(page, hash);
  await page.locator('[data-admin="in"]').waitFor();
  assert.equal(await page.evaluate(() => location.hash), "#/admin");
  await page.reload();
  await page.locator('[data-admin="in"]').waitFor();
  blameless(page);

  const other = await visitor(server);
  await goto(other, hash);
  await other.locator(".trouble", { hasText: "This link has been used, or is too old." }).waitFor();
  assert.equal(await other.locator("[data-panel]").count(), 0);
  assert.equal(await other.locator('[data-live="assertive"]').textContent(), "This link has been used, or is too old.");
  await accessible(other, "a link that was used");
  await other.evaluate((next) => (location.hash = next), await link());
  await other.locator('[data-admin="in"]').waitFor();
  otherwiseBlameless(other);
  assert.equal(refusals(other).length, 1);

  await page.locator("[data-out]").click();
  await page.locator('[data-admin="out"]').waitFor();
  await page.reload();
  await page.getByText("Run “khepri admin link” on the server").waitFor();
  blameless(page);

  await server.admin("sign-out");
  await other.locator("[data-again]").click();
  await other.locator(".trouble", { hasText: "You are not signed in any more." }).waitFor();
  assert.equal(await other.locator("[data-panel]").count(), 0, "what it showed is gone");
});

test("the host sees and does with the mouse what khepri admin sees and does", async () => {
  const table = await waitingTable();
  const page = await signedIn();
  await page.locator(`[data-table="${table.id}"]`, { hasText: "Anna, —" }).waitFor();
  await shot(page, "admin");

  await page.locator('input[name="text"]').fill("A <b>restart</b> soon");
  await page.locator('[data-panel="now"] form button').click();
  await table.page.locator(".notice-text", { hasText: /^A <b>restart<\/b> soon$/ }).waitFor();

  await page.locator('input[name="name"]').fill("Bad Name");
  await page.locator('[data-panel="names"] form button').click();
  await page.locator('[data-muted="Bad Name"]').waitFor();
  assert.deepEqual((await told("bans")).names, ["Bad Name"]);
  await page.locator('[data-muted="Bad Name"] button').click();
  await page.locator("[data-muted]").waitFor({ state: "detached" });

  await page.locator('input[name="address"]').fill("192.0.2.7");
  await page.locator('[data-panel="visitors"] form button').click();
  await page.locator('[data-sure="back"]').click();
  assert.deepEqual((await told("bans")).addresses, [], "it was not done");
  await page.locator('input[name="address"]').fill("192.0.2.7");
  await page.locator('[data-panel="visitors"] form button').click();
  await accessible(page, "the page of the host, and a question");
  await page.locator('[data-sure="go"]').click();
  await page.locator('[data-banned="192.0.2.7"]').waitFor();
  await page.locator('[data-banned] button').click();
  await page.locator("[data-banned]").waitFor({ state: "detached" });
  assert.deepEqual((await told("bans")).addresses, []);

  await page.locator("[data-drain]").click();
  await page.locator('[data-drained="true"]').waitFor();
  assert.equal((await told("status")).drained, true);
  await page.locator("[data-drain]").click();
  await page.locator('[data-drained="false"]').waitFor();

  await page.locator(`[data-table="${table.id}"] button`).click();
  await page.locator('[data-sure="go"]').click();
  await page.locator(`[data-table="${table.id}"]`).waitFor({ state: "detached" });
  assert.equal((await server.api(`/tables/${table.id}`)).ok, false);
  blameless(page);
});

test("with keys alone a table is ended, and the focus is never lost", async () => {
  const table = await waitingTable();
  const page = await signedIn();
  const button = page.locator(`[data-table="${table.id}"] button`);
  assert.equal(await button.getAttribute("aria-label"), `End: ${table.id}`);
  assert.equal(await page.evaluate(() => document.activeElement.id), "main");
  for (let i = 0; !(await button.evaluate((e) => e === document.activeElement)); i++) {
    assert.ok(i < 200, "Tab leads there");
    await page.keyboard.press("Tab");
  }
  await page.keyboard.press("Enter");
  await page.locator("dialog[open]").waitFor();
  assert.equal(await page.evaluate(() => document.activeElement.dataset.sure), "back", "the answer that does nothing");
  await page.keyboard.press("Shift+Tab");
  await page.keyboard.press("Enter");
  await page.locator(`[data-table="${table.id}"]`).waitFor({ state: "detached" });
  await page.locator('[data-live="polite"]', { hasText: "Done." }).waitFor({ state: "attached" });
  assert.equal(await page.evaluate(() => document.activeElement.id), "main");
  blameless(page);
});

for (const [tested, spoken] of [[test, ["de"]], [longTest, languages().filter((lang) => lang !== "de")]])
  tested(`on a phone the page of the host says all of it in ${spoken.join(", ")}`, async () => {
    const table = await waitingTable();
    const page = await signedIn({ width: 360, height: 740, settings: { lang: spoken[0] } });
    for (const lang of spoken) {
      if (lang !== spoken[0]) {
        await page.evaluate((code) => localStorage.setItem("khepri.settings", JSON.stringify({ ...JSON.parse(localStorage.getItem("khepri.settings")), lang: code })), lang);
        await page.reload();
      }
      await page.locator(`html[lang="${lang}"] [data-admin="in"]`).waitFor();
      const said = await page.locator("main").innerText();
      assert.doesNotMatch(said, /admin\.[a-z]|\{[a-z]+\}/, lang);
      await noSidewaysScroll(page, `the page of the host, ${lang}`);
      await fingers(page, `the page of the host, ${lang}`);
      await accessible(page, `the page of the host, ${lang}`);
      await shot(page, `admin-${lang}`);
    }
    await server.admin("end", table.id);
    blameless(page);
  });

test("nobody else fetches it", async () => {
  const page = await visitor(server, { serviceWorkers: "allow" });
  const fetched = [];
  page.context().on("request", (request) => fetched.push(request.url()));
  await goto(page);
  await page.locator('[data-thinks="true"]').waitFor({ state: "attached" });
  await playNow(page);
  await byMouse(page, (await asked(page)).actions[0]);
  assert.ok(fetched.some((url) => /teacher-\w+\.js$/.test(url)), "what can be used offline is fetched");
  assert.deepEqual(fetched.filter((url) => /\/admin[.-]/.test(url)), []);
});
