/* SPDX-License-Identifier: MIT
 * core.mjs -- bundles the loader of the WebAssembly core as one module: node core.mjs OUT.mjs [--minify]
 */
import { writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";
import { fetchPackages } from "./packages.mjs";

const here = dirname(fileURLToPath(import.meta.url));
const [out, minify] = process.argv.slice(2);

if (!out) {
  console.error("usage: node core.mjs OUT.mjs [--minify]");
  process.exit(1);
}
fetchPackages();
const { build } = await import("esbuild");
const { outputFiles } = await build({
  entryPoints: [join(here, "src", "core", "index.ts")],
  outfile: out,
  bundle: true,
  write: false,
  minify: minify === "--minify",
  format: "esm",
  target: ["es2021", "chrome100", "firefox100", "safari15"],
  logLevel: "warning",
});
const [{ path, contents }] = outputFiles;

writeFileSync(path, contents);
console.log(`${path}: ${contents.length} bytes, ${gzipSync(contents, { level: 9 }).length} gzip`);
