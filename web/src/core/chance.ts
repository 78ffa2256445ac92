/* SPDX-License-Identifier: MIT
 * chance.ts -- random numbers from the system, in a page and under node.
 */
const nodeModule = "node:crypto";
let source: Crypto | undefined = globalThis.crypto;

/* To be awaited once, before the first seed: node 18 has no global `crypto`. */
export async function openChance(): Promise<void> {
  source ??= ((await import(nodeModule)) as { webcrypto: Crypto }).webcrypto;
}

export function systemSeed(): bigint {
  return source!.getRandomValues(new BigUint64Array(1))[0]!;
}
