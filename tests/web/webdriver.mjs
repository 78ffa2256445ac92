/* SPDX-License-Identifier: MIT
 * webdriver.mjs -- WebKit by W3C WebDriver, for Playwright cannot drive Debian's: of Playwright's page as much as playing a game asks for.
 *
 * Waits look again when the page changes, or draws its next frame. It runs on a display of its own (Xvfb), for Debian's has no other way.
 * The driver tells nothing of the console and has no scripts of its own: between.mjs does that.
 */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { request } from "node:http";
import { createServer } from "node:net";
import { createInterface } from "node:readline";
import { json } from "node:stream/consumers";
import assert from "node:assert/strict";

const found = (paths) => paths.find((path) => path && existsSync(path)) ?? "";
export const webkitPath = found([process.env.WEBKIT_DRIVER, "/usr/bin/WebKitWebDriver"]);
export const displayPath = found([process.env.XVFB, "/usr/bin/Xvfb"]);

const elementKey = "element-6066-11e4-a52e-4f735466cecf";
const keys = { Escape: "\uE00C", Enter: "\uE007", Tab: "\uE004" };

/* ---- what runs in the page, each alone, for it travels as text ---- */

/* Calls back with what `look(given)` says, as soon as it is something: when the page has changed, or is elsewhere. */
function whenSomething(look, given, done) {
  let over = false;
  const observer = new MutationObserver(again);
  const frame = () => over || (again(), requestAnimationFrame(frame));

  function again() {
    const said = over ? null : look(given);
    if (!said)
      return;
    over = true;
    observer.disconnect();
    done(said);
  }
  observer.observe(document, { subtree: true, childList: true, attributes: true, characterData: true });
  frame();
}

function inState({ selector, which, state }) {
  const element = [...document.querySelectorAll(selector)].at(which);
  const seen = element !== undefined && element.getClientRects().length > 0 && getComputedStyle(element).visibility !== "hidden";
  return { visible: seen, attached: element !== undefined, detached: element === undefined, hidden: !seen }[state];
}

/* The element once it can be pressed: enabled, where it was a frame before, and with nothing over it. */
function pressable({ selector, which }) {
  const element = [...document.querySelectorAll(selector)].at(which);
  if (!element || element.matches(":disabled"))
    return null;
  element.scrollIntoView({ block: "center", inline: "center", behavior: "instant" });
  const { x, y, width, height } = element.getBoundingClientRect();
  const place = [x, y, width, height].join();
  const rests = element.restedAt === place;
  const over = width && document.elementFromPoint(x + width / 2, y + height / 2);

  element.restedAt = place;
  return rests && over && (element.contains(over) || over.contains(element)) ? element : null;
}

/* ---- the driver ---- */

async function freePort(host) {
  const server = createServer().listen(0, host);
  await once(server, "listening");
  const { port } = server.address();
  server.close();
  await once(server, "close");
  return port;
}

/* A display that nothing else draws on; it says its number when it is there. */
async function openDisplay() {
  const child = spawn(displayPath, ["-displayfd", "3", "-screen", "0", "1400x1000x24", "-nolisten", "tcp"], { stdio: ["ignore", "ignore", "ignore", "pipe"] });
  const number = await new Promise((resolve) => createInterface({ input: child.stdio[3] }).once("line", resolve).once("close", resolve));
  assert.ok(number, "Xvfb did not start");
  return { child, name: `:${number}` };
}

/* Drives one browser. A driver that had driven one before has begun no second one at times, and said nothing. */
class Driver {
  /* On a loopback address that nobody else uses, so that no port is taken from under it. */
  static async start(host, display) {
    const driver = new Driver();
    const port = await freePort(host);
    driver.at = `http://${host}:${port}`;
    driver.said = "";
    driver.child = spawn(webkitPath, [`--host=${host}`, `--port=${port}`], {
      env: { ...process.env, DISPLAY: display, GDK_BACKEND: "x11", NO_AT_BRIDGE: "1", GTK_A11Y: "none", LIBGL_ALWAYS_SOFTWARE: "1", WEBKIT_DISABLE_DMABUF_RENDERER: "1" },
      stdio: ["ignore", "pipe", "pipe"],
    });
    driver.gone = once(driver.child, "exit");
    for (const stream of [driver.child.stdout, driver.child.stderr])
      stream.on("data", (d) => (driver.said = (driver.said + d).slice(-4000)));
    await driver.listens();
    return driver;
  }

  /* It does not say when it listens. */
  async listens() {
    for (;;) {
      assert.equal(this.child.exitCode, null, `the driver did not start: ${this.said}`);
      if (await fetch(`${this.at}/status`).then((answer) => answer.ok, () => false))
        return;
    }
  }

  /* Not by fetch, which gives up after five minutes: a busy machine may need longer for a window. */
  async ask(method, path, body) {
    const asking = request(this.at + path, { method, headers: { "Content-Type": "application/json" } });
    asking.end(body && JSON.stringify(body));
    const [answer] = await once(asking, "response");
    const { value } = await json(answer);
    if (answer.statusCode === 200)
      return value;
    throw Object.assign(new Error(`${method} ${path}: ${value.error}: ${value.message}`), { code: value.error });
  }

  async stop() {
    this.child.kill();
    await this.gone;
  }
}

export class WebKit {
  static async start(host) {
    const webkit = new WebKit();
    webkit.host = host;
    webkit.display = await openDisplay();
    webkit.drivers = new Set();
    return webkit;
  }

  /* A window with nothing stored, of a browser and a driver of its own. */
  async page({ width = 1280, height = 800 } = {}) {
    const driver = await Driver.start(this.host, this.display.name);
    this.drivers.add(driver);
    const { sessionId } = await driver.ask("POST", "/session", {
      capabilities: { alwaysMatch: { "webkitgtk:browserOptions": { args: ["--automation"] } } },
    });
    const page = new Page(driver, sessionId);
    page.over = () => this.end(driver);
    await page.command("POST", "/timeouts", { script: 600000, pageLoad: 600000 }); /* only for a test that would never end */
    await page.setViewportSize({ width, height });
    return page;
  }

  async end(driver) {
    this.drivers.delete(driver);
    await driver.stop();
  }

  /* Also what a test that failed has left. */
  async stop() {
    await Promise.all([...this.drivers].map((driver) => this.end(driver)));
    const ended = once(this.display.child, "exit");
    this.display.child.kill();
    await ended;
  }
}

class Locator {
  constructor(page, selector, which) {
    Object.assign(this, { page, selector, which });
  }

  first() {
    return new Locator(this.page, this.selector, 0);
  }

  last() {
    return new Locator(this.page, this.selector, -1);
  }

  get at() {
    return { selector: this.selector, which: this.which ?? 0 };
  }

  waitFor({ state = "visible" } = {}) {
    return this.page.waitForFunction(inState, { ...this.at, state });
  }

  count() {
    return this.page.evaluate((selector) => document.querySelectorAll(selector).length, this.selector);
  }

  async evaluate(use, given = null) {
    await this.waitFor({ state: "attached" });
    return this.page.script("sync", `const { selector, which } = arguments[0]; return (${use})([...document.querySelectorAll(selector)].at(which), arguments[1]);`, [this.at, given]);
  }

  evaluateAll(use, given = null) {
    return this.page.script("sync", `return (${use})([...document.querySelectorAll(arguments[0])], arguments[1]);`, [this.selector, given]);
  }

  textContent() {
    return this.evaluate((element) => element.textContent);
  }

  getAttribute(name) {
    return this.evaluate((element, which) => element.getAttribute(which), name);
  }

  /* As a hand does; again where the page took the element away in between. */
  async click() {
    for (;;) {
      const element = await this.page.wait(pressable, this.at);
      try {
        await this.page.command("POST", `/element/${element[elementKey]}/click`, {});
        return;
      } catch (e) {
        if (!["stale element reference", "element click intercepted", "element not interactable"].includes(e.code))
          throw e;
      }
    }
  }
}

export class Page {
  constructor(driver, session) {
    Object.assign(this, { driver, session, faults: [] });
    this.keyboard = { press: (key) => this.press(key) };
  }

  command(method, path, body) {
    return this.driver.ask(method, `/session/${this.session}${path}`, body);
  }

  script(kind, script, args) {
    return this.command("POST", `/execute/${kind}`, { script, args });
  }

  evaluate(use, given = null) {
    return this.script("sync", `return (${use})(arguments[0]);`, [given]);
  }

  wait(look, given = null) {
    return this.script("async", `(${whenSomething})(${look}, ...arguments);`, [given]);
  }

  async waitForFunction(look, given) {
    const value = await this.wait(look, given);
    return { jsonValue: () => value };
  }

  waitForURL(pattern) {
    return this.wait((source) => new RegExp(source).test(location.href), pattern.source);
  }

  locator(selector) {
    return new Locator(this, selector);
  }

  async url() {
    return this.command("GET", "/url");
  }

  goto(url) {
    return this.command("POST", "/url", { url });
  }

  reload() {
    return this.command("POST", "/refresh", {});
  }

  async press(key) {
    const value = keys[key] ?? key;
    await this.command("POST", "/actions", { actions: [{ type: "key", id: "keyboard", actions: [{ type: "keyDown", value }, { type: "keyUp", value }] }] });
  }

  /* The page's own size, whatever is around it. */
  async setViewportSize({ width, height }) {
    await this.command("POST", "/window/rect", { width, height });
    const [inner, tall] = await this.evaluate(() => [innerWidth, innerHeight]);
    const { width: outer, height: high } = await this.command("GET", "/window/rect");
    await this.command("POST", "/window/rect", { width: width + outer - inner, height: height + high - tall });
    await this.waitForFunction(([w, h]) => innerWidth === w && innerHeight === h, [width, height]);
  }

  async close() {
    await this.command("DELETE", "");
    await this.over();
  }
}
