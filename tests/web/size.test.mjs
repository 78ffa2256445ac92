/* SPDX-License-Identifier: MIT
 * size.test.mjs -- what the page needs first, and one whole game, are no larger than web/build.mjs allows.
 */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";

/* The stamp of the build: what went in, then {NAME: [bytes, bytes allowed]}, compressed. */
const budgets = JSON.parse(readFileSync(process.env.KHEPRI_WEB_STAMP, "utf8").split("\n")[1]);

for (const [name, [size, allowed]] of Object.entries(budgets)) {
  test(`${name}: ${size} of ${allowed} bytes`, () => {
    assert.ok(size > 10000 && size <= allowed, `${size} bytes, ${allowed} are allowed`);
  });
}

test("both are measured where the core is in the page", () => {
  assert.deepEqual(Object.keys(budgets), process.env.KHEPRI_CORE ? ["first download", "one game, heaviest language"] : ["first download"]);
});
