/* SPDX-License-Identifier: MIT
 * deno.mjs -- the Deno that is installed, or the one that tests/js/deno pins, from npm.
 */
import { spawnSync } from "node:child_process";
import { copyFileSync, existsSync, mkdirSync } from "node:fs";
import { join } from "node:path";

import { root } from "../web/lib.mjs";

const runs = (program) => spawnSync(program, ["--version"], { encoding: "utf8" }).stdout?.startsWith("deno 2.") ?? false;

/* The program, or why there is none. It is kept in `place` for the next time. */
export function findDeno(place) {
  const own = join(place, "node_modules", ".bin", "deno");

  for (const program of [process.env.DENO ?? "deno", own]) {
    if (runs(program))
      return { program };
  }
  mkdirSync(place, { recursive: true });
  for (const name of ["package.json", "package-lock.json"])
    copyFileSync(join(root, "tests", "js", "deno", name), join(place, name));
  const made = spawnSync("npm", ["ci", "--ignore-scripts", "--no-audit", "--no-fund", "--fetch-retries", "1"], { cwd: place, encoding: "utf8" });

  if (existsSync(own) && runs(own))
    return { program: own };
  return { why: `there is no Deno 2, and none came from npm: ${String(made.stderr).trim().split("\n")[0]}` };
}
