/* SPDX-License-Identifier: MIT
 * docs.test.mjs -- the example of docs/wasm.md runs as it stands there, and prints what stands there.
 */
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import test from "node:test";

import { bundleCore, moduleBytes, root } from "./lib.mjs";

test("the example of docs/wasm.md", () => {
  const page = readFileSync(join(root, "docs", "wasm.md"), "utf8");
  const examples = [...page.matchAll(/```js run\n(.*?)```\n+```text output\n(.*?)```/gs)];
  const folder = mkdtempSync(join(tmpdir(), "khepri-wasm-"));

  assert.ok(examples.length > 0);
  try {
    bundleCore(join(folder, "khepri-core.mjs"));
    writeFileSync(join(folder, "khepri.wasm"), moduleBytes);
    for (const [, example, wanted] of examples) {
      writeFileSync(join(folder, "example.mjs"), example);
      assert.equal(execFileSync(process.execPath, ["example.mjs"], { cwd: folder, encoding: "utf8", env: { ...process.env, NO_COLOR: "1", NODE_TEST_CONTEXT: "" } }), wanted);
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
