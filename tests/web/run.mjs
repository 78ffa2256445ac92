/* SPDX-License-Identifier: MIT
 * run.mjs -- all browser tests, or those named: node tests/web/run.mjs [NAME…]
 *
 * Needs `npm ci` in web/ and a Chromium ($CHROMIUM, else /usr/bin/chromium); what looks at Firefox is skipped where there is
 * none ($FIREFOX, else firefox-esr). Screenshots go to shots/.
 */
import { readdirSync } from "node:fs";
import { dirname, join } from "node:path";
import { run } from "node:test";
import { fileURLToPath } from "node:url";

const here = dirname(fileURLToPath(import.meta.url));
const wanted = process.argv.slice(2);
const files = readdirSync(here).filter((f) => f.endsWith(".test.mjs") && (!wanted.length || wanted.some((w) => f.includes(w)))).sort().map((f) => join(here, f));
let passed = 0;
let failed = 0;
let skipped = 0;

if (!files.length) {
  console.error(`no test is called ${wanted.join(" or ")}`);
  process.exit(1);
}
const started = Date.now();
for await (const { type, data } of run({ files, concurrency: 2, timeout: 900_000 })) {
  const own = data.nesting > 0 || !files.includes(data.name);
  if (type === "test:pass" && own && data.skip !== undefined) {
    skipped++;
    console.log(`skipped - ${data.name}: ${data.skip}`);
  } else if (type === "test:pass" && own) {
    passed++;
    console.log(`ok - ${data.name} (${Math.round(data.details.duration_ms)} ms)`);
  } else if (type === "test:fail") {
    failed++;
    console.log(`not ok - ${data.name}\n${data.details.error?.cause?.stack ?? data.details.error?.stack ?? data.details.error}`);
  } else if (type === "test:stdout" && data.message.startsWith("# ")) {
    process.stdout.write(data.message);
  } else if (type === "test:stderr") {
    process.stderr.write(data.message);
  }
}
console.log(`${((Date.now() - started) / 1000).toFixed(1)} s`);
console.log(`${passed} passed, ${failed} failed`);
process.exitCode = failed || passed + skipped === 0 ? 1 : 0;
