/* SPDX-License-Identifier: MIT
 * build.mjs -- bundles the browser client: node build.mjs [--out DIR] [--depfile FILE] [--stamp FILE]
 *
 * Writes index.html, app-HASH.js, app-HASH.css, favicon.svg and manifest.webmanifest, and the parts that
 * are fetched when they are needed: each game, each language. Everything is served from the one
 * origin: no inline script or style, so `default-src 'self'` is enough.
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
const { values: args } = parseArgs({
  options: {
    out: { type: "string", default: join(here, "dist") },
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

const bundle = await build({
  absWorkingDir: here,
  entryPoints: { app: "src/main.tsx", style: "src/style.css" },
  outdir: "out",
  bundle: true,
  splitting: true,
  chunkNames: "[name]-[hash]",
  write: false,
  minify: true,
  metafile: true,
  format: "esm",
  target: ["es2021", "chrome100", "firefox100", "safari15"],
  jsx: "automatic",
  jsxImportSource: "preact",
  charset: "utf8",
  legalComments: "none",
  logLevel: "warning",
});

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
const preload = [...first].map((name) => `<link rel="modulepreload" href="/${name}">\n`).join("");
const copied = ["favicon.svg", "manifest.webmanifest"];
const files = {
  "index.html": readFileSync(join(here, "src", "index.html"), "utf8").replace("app.js", js).replace("app.css", css).replace("</head>", `${preload}</head>`),
  [js]: made["app.js"],
  [css]: made["style.css"],
};
for (const name of parts)
  files[name] = made[name];
for (const name of copied)
  files[name] = readFileSync(join(here, "src", name), "utf8");

rmSync(args.out, { recursive: true, force: true });
mkdirSync(args.out, { recursive: true });
let sum = 0;
for (const [name, text] of Object.entries(files)) {
  writeFileSync(join(args.out, name), text);
  const size = gzipSync(text, { level: 9 }).length;
  const later = parts.includes(name) && !first.has(name) && !name.startsWith("en-");
  sum += later ? 0 : size;
  console.log(`${name.padEnd(24)} ${String(Buffer.byteLength(text)).padStart(8)} bytes ${String(size).padStart(7)} gzip${later ? ", when needed" : ""}`);
}
console.log(`${"first download".padEnd(30)} ${String(sum).padStart(16)} gzip of ${budget} allowed`);
if (sum > budget) {
  console.error("web: the first download is over its budget");
  process.exit(1);
}

/* For ninja: the stamp depends on every file that went in. */
const inputs = [
  ...Object.keys(bundle.metafile.inputs).map((f) => resolve(here, f)),
  ...["index.html", ...copied].map((f) => join(here, "src", f)),
  join(here, "package-lock.json"),
  fileURLToPath(import.meta.url),
].filter((f) => !relative(here, f).startsWith("node_modules"));
if (args.stamp)
  writeFileSync(args.stamp, hash(Object.values(files).join("\0")) + "\n");
if (args.depfile && args.stamp)
  writeFileSync(args.depfile, `${args.stamp}: ${inputs.map((f) => f.replaceAll(" ", "\\ ")).join(" \\\n  ")}\n`);
