/* SPDX-License-Identifier: MIT
 * levels.tsx -- the bots by their words: "easy", "easy:builder" (a personality), "master:1000ms" (how long it may think).
 * Which there are, the server says, or the core in this page.
 */
import type { GameOffer } from "./api";
import { wordOf } from "./games";
import { has, say, t } from "./i18n";
import { change, type Settings } from "./settings";

export const levels = ["novice", "easy", "medium", "hard", "expert", "master"] as const;

const idOf = (word: string): string => `lobby.bot.${word.replace(/:\d.*$/, "").replace(":", ".")}`;

/* Personalities are a game's own, levels are the same in all. */
function wordsOn(game: string, id: string): string {
  return wordOf(game, id) || (has(id) ? say(id) : "");
}

export function botName(game: string, word: string): string {
  return wordsOn(game, idOf(word)) || word;
}

/* One line on what it is like to play against it. */
export function botLine(game: string, word: string): string {
  return wordsOn(game, `${idOf(word)}.line`);
}

/* The bot of this level where the game has it; else an easy one, or the first that the game has. */
export function botOf(offer: GameOffer | null, level: string): string {
  const bots = offer?.bots ?? [];

  return [level, "easy"].find((word) => bots.includes(word)) ?? bots[0] ?? "rule";
}

/* Levels from the weakest on; what is none stands behind them. `rule` is `easy` under the name that records know. */
function ordered(bots: string[]): string[] {
  const place = (word: string): number => (levels as readonly string[]).indexOf(word.split(":")[0]!);
  const rest = bots.filter((word) => place(word) < 0 && !(word === "rule" && bots.includes("easy")));

  return [...bots.filter((word) => place(word) >= 0).sort((a, b) => place(a) - place(b)), ...rest];
}

export function BotOptions({ game, bots }: { game: string; bots: string[] }) {
  return <>{ordered(bots).map((bot) => <option key={bot} value={`bot:${bot}`}>{t("lobby.bot", { bot: botName(game, bot) })}</option>)}</>;
}

/* For the game that is to begin at once. */
export function LevelField({ offers, level, choose }: { offers: GameOffer[]; level: string; choose: (level: string) => void }) {
  const there = levels.filter((word) => offers.some(({ bots }) => bots.includes(word)));

  if (there.length < 2)
    return null;
  return (
    <label class="field hero-level"><span>{t("lobby.level")}</span>
      <select name="level" value={there.find((word) => word === level) ?? "easy"} onChange={(e) => choose(e.currentTarget.value)}>
        {there.map((word) => <option key={word} value={word}>{botName("", word)}</option>)}
      </select>
    </label>
  );
}

/* Of which mistakes one is warned: set for all games. */
export function CoachField({ coach }: { coach: Settings["coach"] }) {
  return (
    <label class="field"><span>{t("set.coach")}</span>
      <select name="coach" value={coach} onChange={(e) => change({ coach: e.currentTarget.value as Settings["coach"] })}>
        {(["off", "large", "all"] as const).map((v) => <option key={v} value={v}>{t(`set.coach.${v}`)}</option>)}
      </select>
    </label>
  );
}

const times = [100, 300, 1000, 3000];
export const masterTime = 300;

/* How long a master may think for each decision. */
export function TimeField({ seat, word, choose }: { seat: number; word: string; choose: (word: string) => void }) {
  const ms = Number(/:(\d+)ms$/.exec(word)?.[1] ?? masterTime);

  return (
    <select name={`time${seat}`} aria-label={t("lobby.time.of", { n: seat + 1 })} value={ms} onChange={(e) => choose(Number(e.currentTarget.value) === masterTime ? "master" : `master:${e.currentTarget.value}ms`)}>
      {times.map((time) => <option key={time} value={time}>{t("lobby.time", { n: String(time / 1000) })}</option>)}
    </select>
  );
}
