/* SPDX-License-Identifier: MIT
 * build.mjs -- bundles the browser client: node build.mjs [--out DIR] [--core FILE.wasm [--static]] [--depfile FILE] [--stamp FILE]
 *
 * Writes index.html, app-HASH.js, app-HASH.css, favicon.svg and manifest.webmanifest, and the parts that
 * are fetched when they are needed: each game, each language. Everything is served from the one
 * origin: no inline script or style, so `default-src 'self'` is enough.
 *
 * With --core the page can play without a server: khepri-HASH.wasm, the worker hall-HASH.js and the service worker
 * sw.js are written too, and index.html says where they are. --static makes a page that knows of no server.
 */
import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join, relative, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { gzipSync } from "node:zlib";

const here = dirname(fileURLToPath(import.meta.url));
const budget = 60 * 1024;
const wholeBudget = 150 * 1000;
const { values: args } = parseArgs({
  options: {
    out: { type: "string", default: join(here, "dist") },
    core: { type: "string" },
    static: { type: "boolean", default: false },
    depfile: { type: "string" },
    stamp: { type: "string" },
  },
});

if (!existsSync(join(here, "node_modules", "esbuild"))) {
  try {
    execFileSync("npm", ["ci", "--prefer-offline"], { cwd: here, stdio: ["ignore", "ignore", "pipe"] });
  } catch (e) {
    console.error(`web: "npm ci" in ${here} failed; it needs npm and, the first time, the network.`);
    console.error(String(e.stderr ?? e));
    process.exit(1);
  }
}
const { build } = await import("esbuild");

const common = {
  absWorkingDir: here,
  outdir: "out",
  bundle: true,
  write: false,
  minify: true,
  metafile: true,
  target: ["es2021", "chrome100", "firefox100", "safari15"],
  charset: "utf8",
  legalComments: "none",
  logLevel: "warning",
};
const bundle = await build({
  ...common,
  entryPoints: { app: "src/main.tsx", style: "src/style.css" },
  splitting: true,
  chunkNames: "[name]-[hash]",
  format: "esm",
  jsx: "automatic",
  jsxImportSource: "preact",
});
const bundles = [bundle];

/* A worker is a script of its own. */
async function buildWorker(entry, define = {}) {
  const one = await build({ ...common, entryPoints: [entry], format: "iife", define });

  bundles.push(one);
  return one.outputFiles[0].text;
}

const hash = (text) => createHash("sha256").update(text).digest("hex").slice(0, 10);
const nameOf = (path) => path.split(/[\\/]/).at(-1);
const made = Object.fromEntries(bundle.outputFiles.map((f) => [nameOf(f.path), f.text]));
const js = `app-${hash(made["app.js"])}.js`;
const css = `app-${hash(made["style.css"])}.css`;
const parts = Object.keys(made).filter((name) => name !== "app.js" && name !== "style.css");
const outputs = Object.fromEntries(Object.entries(bundle.metafile.outputs).map(([path, of]) => [nameOf(path), of]));
/* What the entry imports at once, however far down. */
const first = new Set();
for (const todo = ["app.js"]; todo.length;) {
  for (const { path, kind } of outputs[todo.pop()].imports) {
    if (kind === "import-statement" && !first.has(nameOf(path))) {
      first.add(nameOf(path));
      todo.push(nameOf(path));
    }
  }
}
/* English is what a page speaks when nothing else is wanted: without this it would come a round trip later. */
const english = parts.filter((name) => name.startsWith("en-"));
const preload = [...first, ...english].map((name) => `<link rel="modulepreload" href="${name}">\n`).join("");
const copied = ["favicon.svg", "manifest.webmanifest"];
const files = {
  [js]: made["app.js"],
  [css]: made["style.css"],
};
for (const name of parts)
  files[name] = made[name];
for (const name of copied)
  files[name] = readFileSync(join(here, "src", name), "utf8");

/* What the page is told about itself: see home.ts and offline.ts. */
const about = args.static ? { server: "none" } : {};
if (args.core) {
  const wasm = readFileSync(args.core);
  const worker = await buildWorker("src/hall.ts");

  about.core = `khepri-${hash(wasm)}.wasm`;
  about.hall = `hall-${hash(worker)}.js`;
  files[about.core] = wasm;
  files[about.hall] = worker;
}
/* A plain host sends no policy, so the page brings its own: the one that khepri serve sends. */
const policy = "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'; img-src 'self' data:; object-src 'none'; base-uri 'none'; form-action 'self'";
const head = args.static ? `<meta http-equiv="Content-Security-Policy" content="${policy}">\n` : "";
const index = () => readFileSync(join(here, "src", "index.html"), "utf8").replace("app.js", js).replace("app.css", css).replace("</head>", `${preload}</head>`)
  .replace('<meta name="viewport"', `${head}$&`)
  .replace("<html", `<html${Object.entries(about).map(([key, value]) => ` data-${key}="${value}"`).join("")}`);
files["index.html"] = index();
if (args.core) {
  about.version = hash(Object.values(files).map(hash).join());
  files["index.html"] = index();
  const kept = Object.keys(files).map((name) => (name === "index.html" ? "./" : name));
  files["sw.js"] = await buildWorker("src/sw.ts", { VERSION: JSON.stringify(about.version), FILES: JSON.stringify(kept) });
}

rmSync(args.out, { recursive: true, force: true });
mkdirSync(args.out, { recursive: true });
let sum = 0;
let whole = 0;
let all = 0;
for (const [name, text] of Object.entries(files)) {
  writeFileSync(join(args.out, name), text);
  const size = gzipSync(text, { level: 9 }).length;
  const later = [about.core, about.hall, "sw.js"].includes(name) || (parts.includes(name) && !first.has(name) && !name.startsWith("en-"));
  whole += name.startsWith("de-") ? 0 : size;
  all += size;
  sum += later ? 0 : size;
  console.log(`${name.padEnd(24)} ${String(Buffer.byteLength(text)).padStart(8)} bytes ${String(size).padStart(7)} gzip${later ? ", when needed" : ""}`);
}
console.log(`${"first download".padEnd(30)} ${String(sum).padStart(16)} gzip of ${budget} allowed`);
if (sum > budget) {
  console.error("web: the first download is over its budget");
  process.exit(1);
}

if (args.core) {
  console.log(`${"everything, one language".padEnd(30)} ${String(whole).padStart(16)} gzip of ${wholeBudget} allowed (${all} with both)`);
  if (whole > wholeBudget) {
    console.error("web: the client with the core is over its budget");
    process.exit(1);
  }
}

/* For ninja: the stamp depends on every file that went in. */
const inputs = [
  ...bundles.flatMap(({ metafile }) => Object.keys(metafile.inputs)).filter((f) => !f.includes("define:")).map((f) => resolve(here, f)),
  ...(args.core ? [resolve(args.core)] : []),
  ...["index.html", ...copied].map((f) => join(here, "src", f)),
  join(here, "package-lock.json"),
  fileURLToPath(import.meta.url),
].filter((f) => !relative(here, f).startsWith("node_modules"));
if (args.stamp)
  writeFileSync(args.stamp, hash(Object.values(files).map(hash).join()) + "\n");
if (args.depfile && args.stamp)
  writeFileSync(args.depfile, `${args.stamp}: ${inputs.map((f) => f.replaceAll(" ", "\\ ")).join(" \\\n  ")}\n`);
