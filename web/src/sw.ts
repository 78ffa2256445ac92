/* SPDX-License-Identifier: MIT
 * sw.ts -- the service worker: this page without a network.
 *
 * All files of one version of the client are put into one cache when it is installed. When a page has begun, the sentences
 * of its language are added. Behind everything else come the other languages and what only thinking needs: the module with the
 * nets' bots, the nets, the page's parts that show what they say. The page itself is asked of the network first, so that a
 * new version is on show at the next start. Files whose names tell their content come from any cache. An old cache goes when no
 * page of its version is open any more: each holds a lock (offline.ts). What is under /api is not looked at.
 */
import { hasVectors } from "./vectors";

declare const VERSION: string;
declare const FILES: readonly string[];
declare const LATER: readonly string[];
declare const WORDS: Readonly<Record<string, readonly string[]>>;       /* by language; English is among FILES */
declare const MINDS: readonly [plain: string, vectors: string];

interface Lasting extends Event {
  waitUntil(what: Promise<unknown>): void;
}

interface Client {
  readonly url: string;
  postMessage(message: unknown): void;
  focus(): Promise<unknown>;
}

interface Said extends Lasting {
  readonly data: { begun: string };
  readonly source: Client | null;
}

interface Touched extends Lasting {
  readonly notification: Notification;
}

interface Asked extends Lasting {
  readonly request: Request;
  respondWith(answer: Promise<Response>): void;
}

interface Scope {
  readonly registration: ServiceWorkerRegistration;
  readonly clients: { claim(): Promise<void>; matchAll(of: { type: "window" }): Promise<readonly Client[]>; openWindow(address: string): Promise<unknown> };
  skipWaiting(): Promise<void>;
  addEventListener(name: "install" | "activate", reader: (event: Lasting) => void): void;
  addEventListener(name: "message", reader: (event: Said) => void): void;
  addEventListener(name: "fetch", reader: (event: Asked) => void): void;
  addEventListener(name: "notificationclick", reader: (event: Touched) => void): void;
}

const worker = self as unknown as Scope;
const { scope } = worker.registration;
const prefix = `khepri ${scope} `;
const own = prefix + VERSION;
const patience = 3000;
const hashed = /-([0-9a-f]{10}|[0-9A-Z]{8})\.[a-z0-9]+$/;

async function fill(): Promise<void> {
  const cache = await caches.open(own);
  const requests = FILES.map((name) => new Request(new URL(name, scope), { cache: hashed.test(name) ? "default" : "reload" }));

  await cache.addAll(requests);
}

/* One after the other, from the cache of an older version where it has the file. What does not come now comes next time. */
async function add(names: readonly string[]): Promise<void> {
  const cache = await caches.open(own);

  for (const name of names) {
    const address = new URL(name, scope).href;
    const answer = await cache.match(address) ? null : await caches.match(address) ?? await fetch(address);

    if (answer?.ok)
      await cache.put(address, answer);
  }
}

/* A page has begun; another may have ended. The page hears when it would open again without a network in its language, and
 * when all that is needed is kept. */
async function serve(page: Client | null, lang: string): Promise<void> {
  try {
    await add(WORDS[lang] ?? []);
    page?.postMessage("spoken");
    await add([MINDS[Number(hasVectors())]!, ...LATER, ...Object.values(WORDS).flat()]);
    page?.postMessage("whole");
  } finally {
    await clean();
  }
}

/* Caches are named in the order in which they were made: what comes after our own is a newer worker's. */
async function clean(): Promise<void> {
  const { held = [] } = await navigator.locks.query();
  const inUse = new Set(held.map(({ name }) => name));
  const all = (await caches.keys()).filter((name) => name.startsWith(prefix));

  for (const name of all.slice(0, all.indexOf(own))) {
    if (!inUse.has(name))
      await caches.delete(name);
  }
}

/* The page of the network, if it comes soon; else the one that is kept. */
async function start(request: Request): Promise<Response> {
  const kept = await (await caches.open(own)).match(scope, { ignoreVary: true });
  const late = new Promise<null>((resolve) => setTimeout(() => resolve(null), patience));
  const fresh = await Promise.race([fetch(request).catch(() => null), kept ? late : new Promise<null>(() => undefined)]);

  return fresh && (fresh.ok || !kept || fresh.type === "opaqueredirect") ? fresh : kept ?? Response.error();
}

async function file(request: Request): Promise<Response> {
  return await caches.match(request, { ignoreVary: true }) ?? fetch(request);
}

/* The page that notified; if it was closed since, its address is opened again. */
async function show(address: string): Promise<void> {
  const page = (await worker.clients.matchAll({ type: "window" })).find(({ url }) => url === address);

  await (page ? page.focus() : worker.clients.openWindow(address));
}

worker.addEventListener("install", (event) => event.waitUntil(fill().then(() => worker.skipWaiting())));
worker.addEventListener("activate", (event) => event.waitUntil(clean().then(() => worker.clients.claim())));
worker.addEventListener("message", (event) => event.waitUntil(serve(event.source, event.data.begun).catch(() => undefined)));

worker.addEventListener("notificationclick", (event) => {
  event.notification.close();
  event.waitUntil(show(String(event.notification.data)));
});

worker.addEventListener("fetch", (event) => {
  const { request } = event;
  const [address = ""] = request.url.split(/[?#]/);
  const path = address.startsWith(scope) ? address.slice(scope.length) : null;

  if (request.method !== "GET" || path === null)
    return;
  if (request.mode === "navigate" && (path === "" || path === "index.html"))
    event.respondWith(start(request));
  else if (hashed.test(path) && !path.includes("/") || FILES.includes(path) && path !== "./")
    event.respondWith(file(request));
});
