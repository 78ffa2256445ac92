/* SPDX-License-Identifier: MIT
 * build.mjs -- makes the folder that `npm pack` packs: node build.mjs OUT KHEPRI-MIND.wasm KHEPRI-MIND-SIMD.wasm
 *
 * The loader is bundled into one module, its types are written by tsc, and the nets are copied beside it. The tools are those of the
 * browser client (web/node_modules).
 */
import { execFileSync } from "node:child_process";
import { copyFileSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { fetchPackages } from "../../web/packages.mjs";

const here = dirname(fileURLToPath(import.meta.url));
const root = dirname(dirname(here));
const web = join(root, "web");
const [out, plain, simd] = process.argv.slice(2);

if (!simd) {
  console.error("usage: node build.mjs OUT KHEPRI-MIND.wasm KHEPRI-MIND-SIMD.wasm");
  process.exit(1);
}
fetchPackages();
const need = createRequire(join(web, "package.json"));
const { build } = need("esbuild");

rmSync(out, { recursive: true, force: true });
mkdirSync(join(out, "nets"), { recursive: true });
await build({ entryPoints: [join(here, "src", "khepri.ts")], outfile: join(out, "khepri.js"), bundle: true, format: "esm",
  target: ["es2022", "chrome100", "firefox100", "safari15"], logLevel: "warning" });

const types = mkdtempSync(join(tmpdir(), "khepri-types-"));

try {
  execFileSync(process.execPath, [join(web, "node_modules", "typescript", "bin", "tsc"), "-p", here, "--outDir", types], { stdio: "inherit" });
  copyFileSync(join(types, "bind", "js", "src", "khepri.d.ts"), join(out, "khepri.d.ts"));
} finally {
  rmSync(types, { recursive: true, force: true });
}
copyFileSync(plain, join(out, "khepri.wasm"));
copyFileSync(simd, join(out, "khepri-simd.wasm"));
for (const name of readdirSync(join(root, "data", "nets")))
  copyFileSync(join(root, "data", "nets", name), join(out, "nets", name));
for (const name of ["package.json", "README.md"])
  copyFileSync(join(here, name), join(out, name));
copyFileSync(join(root, "LICENSE"), join(out, "LICENSE"));
