/* SPDX-License-Identifier: MIT
 * index.ts -- all that a page or a worker needs of the core: see docs/wasm.md.
 */
export { Core, Game, Refusal } from "./core";
export type { Acted, Facts, GameOffer, Options, Readers } from "./core";
export { isLocal } from "./ids";
export { Hall } from "./local";
export type { Line, Reply } from "./local";
export { Mind } from "./mind";
export type { MindSource } from "./mind";
export { memoryKeeper } from "./local";
export type { Keeper, Settings } from "./local";
