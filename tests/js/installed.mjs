/* SPDX-License-Identifier: MIT
 * installed.mjs -- the npm package of bind/js: made, packed, and installed without a network into an empty project.
 */
import { execFileSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";

import { root } from "../web/lib.mjs";

const modules = process.env.KHEPRI_WASM ?? join(root, "build", "src", "wasm");

export const environ = { ...process.env, NO_COLOR: "1", NODE_TEST_CONTEXT: "" };

export function run(program, args, cwd) {
  return execFileSync(program, args, { cwd, encoding: "utf8", env: environ, stdio: ["ignore", "pipe", "inherit"] });
}

/* Into a project in that folder: where it is, and the package loaded. */
export async function install(folder) {
  run(process.execPath, [join(root, "bind", "js", "build.mjs"), join(folder, "khepri-npm"), join(modules, "khepri-mind.wasm"),
    join(modules, "khepri-mind-simd.wasm")]);
  const packed = run("npm", ["pack", "--silent", "./khepri-npm"], folder).trim();

  writeFileSync(join(folder, "package.json"), '{ "type": "module", "private": true }');
  run("npm", ["install", "--offline", "--no-audit", "--no-fund", "--silent", `./${packed}`], folder);
  const installed = join(folder, "node_modules", "khepri");
  const { isRefusal, load } = await import(pathToFileURL(join(installed, "khepri.js")).href);

  return { installed, khepri: await load(), isRefusal, load };
}

/* Plays to the end, the last of the seats to move first, and moves spread over what is legal. */
export function playOut(game) {
  for (let i = 0; !game.isOver; i++) {
    const seat = game.toMove.at(-1), legal = game.legal(seat);

    game.play(legal[i * 7 % legal.length], seat);
  }
}
