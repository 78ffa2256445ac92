/* SPDX-License-Identifier: MIT
 * index.ts -- all that a page or a worker needs of the core: see docs/wasm.md.
 */
export { coreOf, Refusal } from "./core";
export type { GameOffer, Options } from "./core";
export { Game, GameCore as Core } from "./game";
export type { Acted, Facts, Readers } from "./game";
export { isLocal } from "./ids";
export { Hall } from "./local";
export type { Line, Reply } from "./local";
export { begun, Mind } from "./mind";
export type { MindSource } from "./mind";
export { Review } from "./review";
export type { Helper, Task } from "./review";
export { memoryKeeper } from "./local";
export type { Keeper, Settings } from "./local";
