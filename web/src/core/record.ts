/* SPDX-License-Identifier: MIT
 * record.ts -- records of games (khepri-record/1) read by the core in the page, and written. What is wrong is
 * refused with the sentence that the server would say.
 */
import { type Core, type Facts, type Game, type Options, Refusal } from "./core";

export interface GameRecord {
  format: string;
  game: string;
  options?: Options;
  players: string[];
  actions: string[];
  result?: { scores: number[]; winners: number[] } | null;
  meta?: Record<string, unknown>;
}

function wrong(sentence: string): never {
  throw new Refusal("bad_request", sentence);
}

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === "object" && value !== null && !Array.isArray(value);

const same = (given: unknown, right: number[]): boolean =>
  Array.isArray(given) && given.length === right.length && right.every((number, i) => given[i] === number);

function checkHeader(core: Core, record: Record<string, unknown>): void {
  if (typeof record.format !== "string")
    wrong('the record has no "format" that is a string; "khepri-record/1" is needed');
  if (record.format !== "khepri-record/1")
    wrong(`the format ${JSON.stringify(record.format.slice(0, 56))} is not known; "khepri-record/1" is`);
  if (typeof record.game !== "string")
    wrong('the record has no "game" that is a string; a name is needed, "ra" or "amun_re"');
  if (!core.offer(record.game))
    wrong(`the game ${JSON.stringify(record.game.slice(0, 56))} is not known; "ra" and "amun_re" are`);
  if (record.options !== undefined && !isObject(record.options))
    wrong('"options" is an object');
  if (record.players === undefined)
    wrong('the record has no "players"; a list of names is needed, one a seat');
  if (!Array.isArray(record.players))
    wrong('"players" is a list of names, one a seat');
  record.players.forEach((name, i) => typeof name === "string" || wrong(`the name of seat ${i} in "players" is not a string`));
  if (record.actions === undefined)
    wrong('the record has no "actions"; a list is needed, [] for a game not begun');
  if (!Array.isArray(record.actions))
    wrong('"actions" is a list of strings');
}

function checkResult(given: unknown, { result }: Facts): void {
  if (given === undefined || given === null)
    return;
  if (!result)
    wrong("the record gives a result, but the game is not over");
  if (!isObject(given))
    wrong(`the result is an object; it should be ${JSON.stringify(result)}`);
  if (!same(given.scores, result.scores))
    wrong(`the scores of the result are wrong; it should be ${JSON.stringify(result)}`);
  if (!same(given.winners, result.winners))
    wrong(`the winners of the result are wrong; it should be ${JSON.stringify(result)}`);
}

/* Checks a record by the rules, action by action; the game stands at its end. */
export async function readRecord(core: Core, record: unknown): Promise<{ game: Game; record: GameRecord }> {
  if (!isObject(record))
    wrong('"record" must be a record: an object of khepri-record/1');
  checkHeader(core, record);
  const read = record as unknown as GameRecord;
  const game = await core.begin(read.game, read.players.length, read.options ?? {});
  const first = read.actions.findIndex((action) => typeof action !== "string");

  game.restore(first < 0 ? read.actions : read.actions.slice(0, first));
  if (first >= 0)
    wrong('the action is not a string; an action looks like "draw" or "tile:nile"');
  checkResult(read.result, game.facts());
  return { game, record: read };
}

/* The record of a game as it stands. */
export function writeRecord(game: Game, players: string[], meta: Record<string, unknown>): GameRecord {
  const { game: name, options, result } = game.facts();

  return {
    format: "khepri-record/1",
    game: name,
    ...(Object.keys(options).length > 0 && { options }),
    players,
    actions: game.actions(),
    ...(result && { result }),
    meta,
  };
}
