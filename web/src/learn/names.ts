/* SPDX-License-Identifier: MIT
 * names.ts -- who sits at a table of a lesson or a puzzle: the person before the screen, and others with names.
 */
import { t } from "../i18n";
import { clean, settings } from "../settings";
import type { Seat } from "../types";

const others = ["Senbi", "Iti", "Meri", "Nofret"];

export function namesAt(players: number, seat: number): string[] {
  const free = [...others];

  return Array.from({ length: players }, (_, i) => (i === seat ? clean(settings.value.name) || t("lobby.name.default") : free.shift()!));
}

export function seatsOf(names: string[], seat: number): Seat[] {
  return names.map((name, i) => ({ kind: i === seat ? "person" : "bot", name }));
}
