/* SPDX-License-Identifier: MIT
 * packages.mjs -- the packages that bundle the client: fetched by npm where they are not yet, from package-lock.json.
 */
import { execFileSync } from "node:child_process";
import { existsSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const here = dirname(fileURLToPath(import.meta.url));

export function fetchPackages() {
  if (existsSync(join(here, "node_modules", "esbuild")))
    return;
  try {
    execFileSync("npm", ["ci", "--prefer-offline"], { cwd: here, stdio: ["ignore", "ignore", "pipe"] });
  } catch (e) {
    console.error(`web: "npm ci" in ${here} failed; it needs npm and, the first time, the network.`);
    console.error(String(e.stderr ?? e));
    process.exit(1);
  }
}
