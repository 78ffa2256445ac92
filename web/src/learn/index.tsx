/* SPDX-License-Identifier: MIT
 * index.tsx -- rules, lessons and puzzles: the part of the page that is fetched when they are opened.
 */
import { gamesHere } from "../games";
import { LessonPage } from "./lesson";
import { PositionPage } from "./position";
import { PuzzlePage, PuzzlesPage } from "./puzzle";
import { RulesPage } from "./rules";

export { RuleDialog } from "./rules";

/* What the address names: its first word is the page. */
export function Page({ path }: { path: string[] }) {
  const [, named = "", ...rest] = path;
  const game = gamesHere.includes(named) ? named : gamesHere[0]!;

  if (path[0] === "lesson")
    return <LessonPage key={game} game={game} />;
  if (path[0] === "position")
    return <PositionPage key={named} position={named} />;
  if (path[0] === "puzzles")
    return rest[0] ? <PuzzlePage key={`${game} ${rest[0]}`} game={game} id={rest[0]} /> : <PuzzlesPage />;
  return <RulesPage game={game} mark={rest[0] ?? ""} />;
}
