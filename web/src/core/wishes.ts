/* SPDX-License-Identifier: MIT
 * wishes.ts -- what is asked of the hall, read with suspicion: what is wrong is refused with a sentence.
 */
import { Refusal } from "./core";

export type Body = Record<string, unknown>;
export type Answer = [status: number, body: Body];

export function refuse(code: string, sentence: string): never {
  throw new Refusal(code, sentence);
}

export const isObject = (value: unknown): value is Body => typeof value === "object" && value !== null && !Array.isArray(value);
export const isCount = (value: unknown, most: number): value is number => typeof value === "number" && Number.isInteger(value) && value >= 0 && value <= most;

export const nameRule = "a name has 1 to 24 characters, at least one visible and none a control character";

export function isName(value: unknown): value is string {
  if (typeof value !== "string")
    return false;
  const characters = [...value];

  return characters.length >= 1 && characters.length <= 24 && !/[\u0000-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069\ud800-\udfff]/u.test(value) &&
    characters.some((c) => !/[ \u00a0\u2000-\u200f\u3000]/.test(c));
}

export function readFlag(body: Body, key: string): boolean {
  const value = body[key];

  if (value !== undefined && typeof value !== "boolean")
    refuse("bad_request", `"${key}" must be true or false`);
  return value === true;
}

export function readChoice(body: Body, key: string, words: string[]): string {
  const value = body[key] === undefined ? words[0] : body[key];

  if (typeof value !== "string" || !words.includes(value))
    refuse("bad_request", `"${key}" must be ${words.slice(0, -1).map((word) => `"${word}"`).join(", ")} or "${words[words.length - 1]}"`);
  return value;
}

/* The list of an act or a try, and its seat and moment. */
export function readWish(body: Body, trying: boolean): { seat: number; seq: number; actions: string[]; key: string } {
  const { seat, seq, action, actions, key } = body;
  const list = action !== undefined && actions === undefined ? [action] : action === undefined ? actions : null;
  const fine = isCount(seat, 4) && isCount(seq, 1000000) && Array.isArray(list) && list.length >= 1 && list.length <= 32 &&
    list.every((text) => typeof text === "string" && text.length < 64) &&
    (trying || (typeof key === "string" && [...key].length >= 1 && [...key].length <= 64));

  if (!fine)
    refuse("bad_request", 'an action needs "seat" and "seq" (whole numbers) and "action" (its text) or "actions" (a list of 1 to 32)' +
      (trying ? "" : ', and "key" (any text of 1 to 64 characters, new for each request)'));
  return { seat: seat as number, seq: seq as number, actions: list as string[], key: trying ? "" : key as string };
}
