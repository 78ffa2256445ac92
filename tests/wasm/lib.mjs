/* SPDX-License-Identifier: MIT
 * lib.mjs -- what the tests of the WebAssembly core share: the module, its loader bundled from TypeScript,
 * and the native program to compare with. $KHEPRI and $KHEPRI_WASM say where they are, else build/.
 */
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";

export const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))));
export const program = process.env.KHEPRI ?? join(root, "build", "app", "khepri");
export const modulePath = process.env.KHEPRI_WASM ?? join(root, "build", "src", "wasm", "khepri.wasm");
/* The modules with all bots: for any browser, and with vectors. */
export const mindPaths = ["khepri-mind.wasm", "khepri-mind-simd.wasm"].map((name) => join(dirname(modulePath), name));
export const full = process.env.KHEPRI_FULL === "1";
export const moduleBytes = readFileSync(modulePath);
export const mindBytes = mindPaths.map((path) => readFileSync(path));

/* The net of a game for that number of players. */
export function netOf(players, game = "ra") {
  return new Uint8Array(readFileSync(join(root, "data", "nets", `${game}-${players}.bin`)));
}

/* The loader as one module, into a file. */
export function bundleCore(file) {
  execFileSync(process.execPath, [join(root, "web", "core.mjs"), file], { stdio: ["ignore", "ignore", "inherit"] });
}

/* All that web/src/core/index.ts exports. */
export async function importCore() {
  const folder = mkdtempSync(join(tmpdir(), "khepri-wasm-"));

  try {
    bundleCore(join(folder, "core.mjs"));
    return await import(pathToFileURL(join(folder, "core.mjs")).href);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/* What the native program prints. */
export function native(args, input) {
  return execFileSync(program, args, { input, encoding: "utf8", maxBuffer: 1 << 30 });
}

/* The records of a series of native games, one object a game. */
export function nativeGames(game, players, games, seed, bots, options = {}) {
  const chosen = Object.entries(options).flatMap(([key, value]) => ["--option", `${key}=${value}`]);
  const folder = mkdtempSync(join(tmpdir(), "khepri-wasm-"));
  const file = join(folder, "records");

  try {
    native(["simulate", game, "--players", String(players), "--games", String(games), "--seed", seed, "--policy", bots, ...chosen, "--records", file]);
    return readFileSync(file, "utf8").trim().split("\n").map((line) => JSON.parse(line));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
