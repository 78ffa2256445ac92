/* SPDX-License-Identifier: MIT
 * card.ts -- what the first page knows of Amun-Re.
 */
import type { GameCard } from "../games";

export const card: GameCard = {
  name: "amun_re",
  players: 4,
  files: ["board"],
};
