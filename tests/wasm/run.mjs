/* SPDX-License-Identifier: MIT
 * run.mjs -- all tests of the WebAssembly core, or those named: node tests/wasm/run.mjs [--full] [NAME…]
 */
import { readdirSync } from "node:fs";
import { dirname, join } from "node:path";
import { run } from "node:test";
import { fileURLToPath } from "node:url";

const here = dirname(fileURLToPath(import.meta.url));
const wanted = process.argv.slice(2).filter((word) => word !== "--full");
const files = readdirSync(here).filter((f) => f.endsWith(".test.mjs") && (!wanted.length || wanted.some((w) => f.includes(w)))).sort().map((f) => join(here, f));
let passed = 0;
let failed = 0;

if (process.argv.includes("--full"))
  process.env.KHEPRI_FULL = "1";
for await (const { type, data } of run({ files, concurrency: 2, timeout: 1_200_000 })) {
  const own = data.nesting > 0 || !files.includes(data.name);

  if (type === "test:pass" && own) {
    passed++;
    console.log(`ok - ${data.name} (${Math.round(data.details.duration_ms)} ms)`);
  } else if (type === "test:fail") {
    failed++;
    console.log(`not ok - ${data.name}\n${data.details.error?.cause?.stack ?? data.details.error?.stack ?? data.details.error}`);
  } else if (type === "test:stdout" || type === "test:stderr") {
    process.stderr.write(data.message);
  }
}
console.log(`${passed} passed, ${failed} failed`);
process.exitCode = failed || !passed ? 1 : 0;
