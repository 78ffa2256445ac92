/* SPDX-License-Identifier: MIT
 * ground.ts -- what is printed on the board of a game, and the names of its things.
 */
import printed from "../../../data/board-2003.json";
import { say } from "../i18n";
import { t } from "./say";
import type { AmunState, Board, Ground } from "./types";

export type Range = Board["temple_ranges"][number];

export function boardOf(state: AmunState): Board {
  const { board } = state.options;
  return board && typeof board === "object" ? board : printed as Board;
}

export function groundOf(state: AmunState, province: string): Ground {
  const ground = boardOf(state).provinces[province]!;
  const given = state.options.baharya_printed_farmers;

  return province === "baharya" && given !== undefined ? { ...ground, printed_farmers: given } : ground;
}

export function rangesOf(state: AmunState): Range[] {
  return boardOf(state).temple_ranges;
}

export function spaceOf(ranges: Range[], total: number): number {
  return ranges.find((r) => r.max === null || total <= r.max)?.space ?? ranges.length;
}

export function rangeName(r: Range): string {
  if (r.min === null)
    return t("amun.temple.upto", { n: r.max ?? 0 });
  return r.max === null ? t("amun.temple.from", { n: r.min }) : t("amun.temple.between", { a: r.min, b: r.max });
}

export function provinceName(province: string): string {
  return say(`amun.province.${province}`);
}

export function cardName(card: string): string {
  return say(`amun.card.${card}`);
}
