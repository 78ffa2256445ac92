/* SPDX-License-Identifier: MIT
 * facts.ts -- a view of any game as names and values, for the eye (board.tsx) and for the ear.
 *
 * What a value means only the game knows. Here is known what all views have in common. Seats are numbers from 0 and stand in
 * "seat", "to_act" and "winners". A list with an object for each seat, and an object by seat numbers, are about the players.
 */
import { plainWord } from "../games";
import { digits, list } from "../i18n";
import type { View } from "../types";
import { t } from "./say";

export interface Fact {
  name: string;
  value: string | Fact[];
}

/* Shown elsewhere on the page, or known anyway. */
const elsewhere = new Set(["game", "players", "options", "result"]);
const namesSeats = new Set(["seat", "to_act", "winners"]);

function scalar(value: unknown, key: string, players: readonly string[]): string {
  if (value === null || value === undefined || value === "")
    return t("plain.none");
  if (typeof value === "boolean")
    return t(value ? "plain.yes" : "plain.no");
  if (typeof value === "number")
    return (namesSeats.has(key) && players[value]) || digits(value);
  return plainWord(String(value));
}

const isObject = (value: unknown): value is object => typeof value === "object" && value !== null;

function entry(name: string, value: unknown, key: string, players: readonly string[]): Fact {
  return { name, value: isObject(value) ? inside(value, key, players) : scalar(value, key, players) };
}

function inside(value: object, key: string, players: readonly string[]): string | Fact[] {
  if (Array.isArray(value)) {
    const each = value.length === players.length && (key === "scores" || value.every(isObject));

    if (!each && !value.some(isObject))
      return value.length ? list(value.map((one) => scalar(one, key, players))) : t("plain.none");
    return value.map((one, i) => entry(each ? players[i]! : String(i + 1), one, key, players));
  }
  const entries = Object.entries(value);
  const seats = entries.every(([name]) => /^\d+$/.test(name) && Number(name) < players.length);

  return entries.length ? entries.map(([name, one]) => entry(seats ? players[Number(name)]! : plainWord(name), one, name, players)) : t("plain.none");
}

/* Everything in a view that its reader may know. */
export function factsOf({ state, insight }: View, players: readonly string[]): Fact[] {
  const shown = Object.fromEntries(Object.entries(state).filter(([key]) => !elsewhere.has(key)));
  const worked = insight === null ? {} : { [t("plain.insight")]: insight };

  return inside({ ...shown, ...worked }, "", players) as Fact[];
}

/* The same in a line. */
export function spoken({ name, value }: Fact): string {
  return typeof value === "string" ? `${name}: ${value}` : `${name}: ${value.map((fact) => (typeof fact.value === "string" ? `${fact.name} ${fact.value}` : `(${spoken(fact)})`)).join("; ")}`;
}
