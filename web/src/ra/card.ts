/* SPDX-License-Identifier: MIT
 * card.ts -- what the first page knows of Ra.
 */
import type { GameCard } from "../games";

export const card: GameCard = {
  name: "ra",
  players: 3,
  table: ({ edition = "2016" }) => ({ edition: String(edition) }),
};
