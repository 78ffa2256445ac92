/* SPDX-License-Identifier: MIT
 * between.mjs -- a host that hands on what a server answers, and puts a script of ours before the scripts of its pages.
 *
 * For browsers whose driver can neither do that nor tell what the console said. The script sets what the page finds stored,
 * and notes the faults of the page. What the server refuses is a fault too, as it is one of the console in other browsers.
 */
import { once } from "node:events";
import { createServer, request } from "node:http";
import { connect } from "node:net";

const scriptPath = "/put-before.js";
const kept = "put-before.faults";

/* Runs in the page before all else. */
function before(store, stored) {
  const note = (fault) => sessionStorage.setItem(store, JSON.stringify([...JSON.parse(sessionStorage.getItem(store) ?? "[]"), fault]));
  const { error } = console;

  for (const [key, value] of Object.entries(stored))
    if (!localStorage.getItem(key))
      localStorage.setItem(key, value);
  console.error = (...said) => (note(`console: ${said.join(" ")}`), error.apply(console, said));
  addEventListener("error", (e) => note(e.message ? `error: ${e.message} ${e.filename}:${e.lineno}` : `not loaded: ${e.target.src ?? e.target.href}`), true);
  addEventListener("unhandledrejection", (e) => note(`nobody caught: ${e.reason?.stack ?? e.reason}`));
  document.addEventListener("securitypolicyviolation", (e) => note(`policy: ${e.violatedDirective} ${e.blockedURI}`));
  if (navigator.serviceWorker)
    navigator.serviceWorker.register = async () => undefined;
}

/* A hint is asked for one moment, and so is a list of actions where the line broke. That moment may pass on the way. The page handles
 * that; lib.mjs too takes it for no fault. Each other refusal is one. */
const askedLate = (path, status, body) => status === 409 && /\/(try|hint)$/.test(path) && JSON.parse(body).code === "stale";

/* Runs in the page: what was noted. */
const noted = (store) => JSON.parse(sessionStorage.getItem(store) ?? "[]");

export class Between {
  /* Before `server`, on this address of its own; `stored` is what a visitor's page finds, names and texts. */
  static async start(server, address, stored) {
    const between = new Between();
    between.server = server;
    between.refused = [];
    between.script = `(${before})(${JSON.stringify(kept)}, ${JSON.stringify(stored)});`;
    between.http = createServer((asked, answer) => between.hand(asked, answer)).on("upgrade", (asked, socket, head) => between.join(asked, socket, head));
    between.http.listen(0, address);
    await once(between.http, "listening");
    between.url = `http://${address}:${between.http.address().port}`;
    return between;
  }

  api(...given) {
    return this.server.api(...given);
  }

  /* The server sees a visitor who came to it directly. */
  headers(asked) {
    const { host } = new URL(this.server.url);
    const headers = { ...asked.headers, host };

    delete headers["accept-encoding"];
    if (headers.origin)
      headers.origin = this.server.url;
    return headers;
  }

  hand(asked, answer) {
    if (asked.url === scriptPath) {
      answer.setHeader("Content-Type", "text/javascript").end(this.script);
      return;
    }
    const onward = request(this.server.url + asked.url, { method: asked.method, headers: this.headers(asked) }, async (said) => {
      const body = Buffer.concat(await said.toArray());
      const page = /^text\/html/.test(said.headers["content-type"] ?? "");
      const { "content-length": _length, "transfer-encoding": _coding, ...headers } = said.headers;

      if (said.statusCode >= 400 && !askedLate(asked.url, said.statusCode, body))
        this.refused.push(`${said.statusCode} for ${asked.method} ${asked.url}`);
      answer.writeHead(said.statusCode, headers).end(page ? body.toString().replace("<head>", `<head><script src="${scriptPath}"></script>`) : body);
    });
    onward.on("error", () => answer.destroy());
    asked.pipe(onward);
  }

  /* A WebSocket: the request as it was, and then whatever both say. */
  join(asked, socket, head) {
    const { hostname, port } = new URL(this.server.url);
    const onward = connect(Number(port), hostname, () => {
      const lines = Object.entries(this.headers(asked)).map(([name, value]) => `${name}: ${value}`);
      onward.write(`GET ${asked.url} HTTP/1.1\r\n${lines.join("\r\n")}\r\n\r\n`);
      onward.write(head);
      socket.pipe(onward).pipe(socket);
    });
    for (const [one, other] of [[socket, onward], [onward, socket]])
      one.on("error", () => other.destroy()).on("close", () => other.destroy());
  }

  async faults(page) {
    return [...await page.evaluate(noted, kept), ...this.refused];
  }

  async stop() {
    const closed = once(this.http, "close");
    this.http.close();
    this.http.closeAllConnections();
    await closed;
  }
}
