/* SPDX-License-Identifier: MIT
 * size.test.mjs -- what the page needs first, and one whole game, are no larger than web/build.mjs allows.
 */
import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { test } from "node:test";
import { gunzipSync } from "node:zlib";

/* The stamp of the build, beside its folder: what went in, then {NAME: [bytes, bytes allowed]}, compressed. */
const stamp = process.env.KHEPRI_WEB_STAMP;
const budgets = JSON.parse(readFileSync(stamp, "utf8").split("\n")[1]);

for (const [name, [size, allowed]] of Object.entries(budgets)) {
  test(`${name}: ${size} of ${allowed} bytes`, () => {
    assert.ok(size > 10000 && size <= allowed, `${size} bytes, ${allowed} are allowed`);
  });
}

test("both are measured where the core is in the page", () => {
  assert.deepEqual(Object.keys(budgets), process.env.KHEPRI_CORE ? ["first download", "one game, heaviest language"] : ["first download"]);
});

test("what is sent by gzip is the file itself", () => {
  const folder = join(dirname(stamp), "dist");
  const names = readdirSync(folder).filter((name) => !/\.(gz|txt)$/.test(name));
  assert.ok(names.length > 10);
  for (const name of names)
    assert.ok(gunzipSync(readFileSync(join(folder, `${name}.gz`))).equals(readFileSync(join(folder, name))), name);
});
