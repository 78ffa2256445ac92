/* SPDX-License-Identifier: MIT
 * puzzle.tsx -- puzzles: decisions with one best action. A list of them, one that is the same for everybody today, and the
 * answer with what every action is worth.
 */
import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import { explain } from "../api";
import { puzzles } from "../built";
import type { Game } from "../core/game";
import { gameName, gamesHere, useModule, type GameModule } from "../games";
import { decimal, share, t as frame } from "../i18n";
import { Coming } from "../later";
import { Play } from "../play";
import { settings } from "../settings";
import { Store, useStore } from "../store";
import { useTeacher } from "../teach";
import type { Hint } from "../teacher/types";
import type { Choice, Step, View } from "../types";
import { Art, bring, tell, warn } from "../ui";
import { hintAt, pageCore } from "./course";
import { namesAt, seatsOf } from "./names";
import { t } from "./say";
import type { Puzzle } from "./types";

/* ---- what is kept in this browser ---- */

interface Kept {
  done: Record<string, boolean>;      /* "GAME ID": was the first answer right */
  tried: Record<string, number>;      /* by game: the last day whose puzzle was answered */
  day: number;                        /* the last one whose puzzle was answered rightly at once */
  streak: number;
}

const key = "khepri.puzzles";
const mostButtons = 9;

function readKept(): Kept {
  try {
    const { done = {}, tried = {}, day = 0, streak = 0 } = JSON.parse(localStorage.getItem(key) ?? "{}");
    return { done: { ...done }, tried: { ...tried }, day: Number(day) || 0, streak: Number(streak) || 0 };
  } catch {
    return { done: {}, tried: {}, day: 0, streak: 0 };
  }
}

const kept = new Store<Kept>(readKept());

function keep(next: Kept): void {
  kept.set(next);
  try {
    localStorage.setItem(key, JSON.stringify(next));
  } catch {
    /* A browser without storage solves puzzles too; only the streak is lost. */
  }
}

/* Days since 1970 in universal time: everybody's day is the same one. */
export function today(now = Date.now()): number {
  return Math.floor(now / 86_400_000);
}

/* The puzzle of a day goes through all of them before one comes again. */
export function ofDay(count: number, day: number): number {
  let stride = Math.max(1, Math.round(count * 0.38));

  const common = (a: number, b: number): number => (b ? common(b, a % b) : a);
  while (common(stride, count) !== 1)
    stride++;
  return (day % count) * stride % count;
}

/* For the streak the first answer of a day counts, whatever was answered on an earlier one. */
function answered(game: string, puzzle: Puzzle, right: boolean, daily: boolean): void {
  const { done, tried, day, streak } = kept.value;
  const name = `${game} ${puzzle.id}`;
  const now = today();
  const counts = right && daily && day !== now && tried[game] !== now;

  keep({
    done: name in done ? done : { ...done, [name]: right }, tried: daily ? { ...tried, [game]: now } : tried,
    day: counts ? now : day, streak: counts ? (day === now - 1 ? streak + 1 : 1) : streak,
  });
}

/* How many days in a row, if it can still go on. */
function streakNow({ day, streak }: Kept): number {
  return day >= today() - 1 ? streak : 0;
}

/* ---- the list ---- */

function usePuzzles(game: string): { all: Puzzle[] | null; lost: boolean } {
  const [all, setAll] = useState<Puzzle[] | null>(null);
  const [lost, setLost] = useState(false);

  useEffect(() => {
    let wanted = true;
    puzzles[game]?.().then(({ default: found }) => wanted && setAll(found), () => wanted && setLost(true));
    return () => {
      wanted = false;
    };
  }, [game]);
  return { all, lost };
}

export function PuzzlesPage() {
  useEffect(() => {
    document.title = `${t("puzzles.title")} · ${frame("app.title")}`;
  });
  const now = useStore(kept);
  const streak = streakNow(now);

  return (
    <main id="main" class="page puzzles" tabIndex={-1} data-puzzles-page>
      <h1>{t("puzzles.title")}</h1>
      <p>{t("puzzles.what")}</p>
      {streak > 0 && <p class="puzzle-streak" data-streak={streak}>{t("puzzles.streak", { count: streak })}</p>}
      {gamesHere.filter((game) => puzzles[game]).map((game) => <OfGame key={game} game={game} done={now.done} />)}
    </main>
  );
}

function OfGame({ game, done }: { game: string; done: Kept["done"] }) {
  const { all, lost } = usePuzzles(game);
  const levels = [1, 2, 3] as const;

  return (
    <section class="panel" aria-labelledby={`puzzles-${game}`}>
      <h2 id={`puzzles-${game}`}>{gameName(game)}</h2>
      {!all && <Coming lost={lost} />}
      {all && <p><a class="button primary" href={`#/puzzles/${game}/day`} data-daily={game}>{t("puzzles.day")}</a></p>}
      {all && levels.map((level) => (
        <div key={level} class="puzzle-level">
          <h3>{t(`puzzles.level.${level}`)}</h3>
          <ul>
            {all.filter((one) => one.level === level).map((one, i) => {
              const how = done[`${game} ${one.id}`];
              const mark = how === undefined ? "" : how ? "✓" : "✗";
              const said = how === undefined ? "" : t(how ? "puzzles.solved" : "puzzles.missed");
              return (
                <li key={one.id}>
                  <a class={`puzzle-link ${mark ? (how ? "right" : "wrong") : ""}`} href={`#/puzzles/${game}/${one.id}`} data-puzzle={one.id} aria-label={t("puzzles.number", { n: i + 1, what: said })}>
                    {i + 1}{mark && <span aria-hidden="true">{mark}</span>}
                  </a>
                </li>
              );
            })}
          </ul>
        </div>
      ))}
    </section>
  );
}

/* ---- one ---- */

export function PuzzlePage({ game, id }: { game: string; id: string }) {
  const { all, lost } = usePuzzles(game);
  const { module } = useModule(game);
  const [position, setPosition] = useState<{ of: Puzzle; view: View; steps: Step[]; game: Game } | null>(null);
  const [error, setError] = useState("");
  const puzzle = all && (id === "day" ? all[ofDay(all.length, today())] : all.find((one) => one.id === id)) || null;

  useEffect(() => {
    document.title = `${t("puzzles.title")} · ${gameName(game)} · ${frame("app.title")}`;
  });
  useEffect(() => {
    let wanted = true;
    const open = async (one: Puzzle): Promise<void> => {
      const core = await pageCore();
      if (!core) {
        setError(t("lesson.none"));
        return;
      }
      const begun = await core.begin(game, one.players, one.options);
      begun.restore(one.before);
      if (wanted)
        setPosition({ of: one, view: begun.view<View>([one.seat]), steps: begun.steps<Step>([one.seat]), game: begun });
    };

    if (puzzle)
      open(puzzle).catch((e) => wanted && setError(explain(e)));
    return () => {
      wanted = false;
    };
  }, [puzzle]);
  const here = position?.of === puzzle ? position : null;

  return (
    <main id="main" class="page table puzzle" tabIndex={-1} data-puzzle-page={puzzle?.id ?? ""}>
      <h1 class="table-title"><Art name={module?.art ?? "scarab"} /> {id === "day" ? t("puzzles.day") : t("puzzles.title")} <small>{gameName(game)}</small></h1>
      {(error || lost) && <p class="trouble">{error || frame("error.network")}</p>}
      {all && !puzzle && <p class="trouble">{t("puzzles.missing")} <a href="#/puzzles">{t("puzzles.all")}</a></p>}
      {!error && !lost && (!all || (puzzle && !(here && module))) && <Coming />}
      {puzzle && here && module && <Asked key={puzzle.id} name={game} all={all!} puzzle={puzzle} view={here.view} steps={here.steps} board={here.game} module={module} daily={id === "day"} />}
    </main>
  );
}

interface Asking {
  name: string;
  all: Puzzle[];
  puzzle: Puzzle;
  view: View;
  steps: Step[];
  board: Game;
  module: GameModule;
  daily: boolean;
}

function Asked({ name, all, puzzle, view, steps, board, module, daily }: Asking) {
  const { lang } = useStore(settings);
  const [chosen, setChosen] = useState<string | null>(null);
  const players = useMemo(() => namesAt(puzzle.players, puzzle.seat), [puzzle, lang]);
  const choices = useMemo(() => module.choicesOf(view), [view]);
  const answer = (action: string): void => {
    if (chosen !== null)
      return;
    setChosen(action);
    answered(name, puzzle, action === best(puzzle), daily);
  };

  return (
    <>
      <section class="panel lesson-card puzzle-card" aria-labelledby="puzzle-ask">
        <h2 id="puzzle-ask">{t("puzzles.ask")}</h2>
        <p class="quiet">{t(`puzzles.level.${puzzle.level}`)} · {t("puzzles.goal")}</p>
        {chosen === null ? <Choices choices={choices} label={(choice) => module.label(choice, view)} answer={answer} /> : <Answer name={name} all={all} puzzle={puzzle} view={view} board={board} module={module} choices={choices} players={players} chosen={chosen} daily={daily} />}
      </section>
      <Play
        game={module} view={view} before={null} steps={steps} newest={view.seq} players={players} seats={seatsOf(players, puzzle.seat)} mine={[puzzle.seat]}
        past={false} sending={false} error="" live={false} hash={() => `#/puzzles/${name}/${daily ? "day" : puzzle.id}`} act={(_, actions) => answer(actions[0]!)}
        attempt={(seat, actions) => new Promise((resolve) => resolve(board.try<View>(seat, board.moment, actions)))} reading={() => undefined}
        record={null} shared={false} hint={null} analysis={null}
      />
    </>
  );
}

/* Buttons, or where they would be too many, a list to choose from. The board takes answers too. */
function Choices({ choices, label, answer }: { choices: Choice[]; label: (choice: Choice) => string; answer: (action: string) => void }) {
  const [picked, setPicked] = useState("");

  if (choices.length <= mostButtons)
    return (
      <ul class="puzzle-choices" aria-label={t("puzzles.choices")}>
        {choices.map((choice) => <li key={choice.action}><button type="button" class="button" data-answer={choice.action} onClick={() => answer(choice.action)}>{label(choice)}</button></li>)}
      </ul>
    );
  return (
    <form class="puzzle-pick" onSubmit={(e) => { e.preventDefault(); answer(picked); }}>
      <label class="field"><span>{t("puzzles.choices")}</span>
        <select name="answer" value={picked} onChange={(e) => setPicked(e.currentTarget.value)}>
          <option value="">{t("puzzles.pick")}</option>
          {choices.map((choice) => <option key={choice.action} value={choice.action}>{label(choice)}</option>)}
        </select>
      </label>
      <button type="submit" class="button primary" disabled={!picked} data-give>{t("puzzles.give")}</button>
    </form>
  );
}

function best({ actions, win }: Puzzle): string {
  return actions[win.indexOf(Math.max(...win))]!;
}

const sure = 100_000;

/* Reasons in words, for the best action and another one; until they are found, how the auction ends. */
function Because({ puzzle, board, view, module, players, choices: [one, other], else: lines }: Pick<Asking, "puzzle" | "board" | "view" | "module"> & { players: string[]; choices: [string, string]; else: string[] }) {
  const [hint, setHint] = useState<Hint | null>(null);
  const teacher = useTeacher(true);

  useEffect(() => {
    let wanted = true;

    hintAt(board, puzzle.seat).then((found) => wanted && setHint(found), (e) => wanted && warn(explain(e)));
    return () => {
      wanted = false;
    };
  }, []);
  const of = (action: string): { action: string; facts?: NonNullable<Hint["actions"][number]["facts"]> | undefined } => ({ action, facts: hint?.actions.find((a) => a.action === action)?.facts });

  return hint && teacher
    ? <teacher.Reasons telling={{ game: module, view, players, seat: puzzle.seat, you: true }} choices={[of(one), of(other)]} />
    : <>{lines.map((line) => <p key={line}>{line}</p>)}</>;
}

function Answer({ name, all, puzzle, view, board, module, choices, players, chosen, daily }: Omit<Asking, "steps"> & { choices: Choice[]; players: string[]; chosen: string }) {
  const box = useRef<HTMLDivElement>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  const label = (action: string): string => {
    const choice = choices.find((one) => one.action === action);
    return choice ? module.label(choice, view) : action;
  };
  const top = best(puzzle);
  const right = chosen === top;
  const worth = (action: string): number => Math.max(0, puzzle.win[puzzle.actions.indexOf(action)]!) / sure;
  const ends = (i: number): string => {
    const [seat, sun] = puzzle.ends?.[i] ?? [];
    return seat === undefined ? "" : module.hints?.ends?.({ action: "", win: 0, score: 0, loss: 0, wins: [], ends: seat < 0 ? null : { seat, sun: sun ?? 0 } }, players) ?? "";
  };
  const sorted = puzzle.actions.map((action, i) => ({ action, i })).sort((a, b) => puzzle.win[b.i]! - puzzle.win[a.i]!);
  const said = right
    ? t("puzzles.right", { what: label(top), chance: share(worth(top)), margin: decimal(100 * puzzle.margin / sure) })
    : t("puzzles.wrong", { what: label(top), chance: share(worth(top)), own: label(chosen), less: share(worth(chosen)) });
  const next = all.find((one) => one.level === puzzle.level && one.id !== puzzle.id && !(`${name} ${one.id}` in kept.value.done));
  const facts = [top, ...(right ? [] : [chosen])].flatMap((action) => {
    const end = ends(puzzle.actions.indexOf(action));
    return end ? [t("puzzles.then", { what: label(action), ends: end })] : [];
  });
  const streak = streakNow(useStore(kept));

  useEffect(() => {
    tell([said, ...facts].join(" "));
    bring(box.current, heading.current);
  }, []);
  return (
    <div ref={box} class="puzzle-answer" data-answered={right ? "right" : "wrong"}>
      <h3 ref={heading} tabIndex={-1}>{t(right ? "puzzles.solved" : "puzzles.missed")}</h3>
      <p>{said}</p>
      <Because puzzle={puzzle} board={board} view={view} module={module} players={players} choices={[top, right ? sorted[1]!.action : chosen]} else={facts} />
      {daily && streak > 0 && <p class="puzzle-streak" data-streak={streak}>{t("puzzles.streak", { count: streak })}</p>}
      <div class="scroll" tabIndex={0} role="group" aria-label={t("puzzles.choices")}>
        <table class="rule-table">
          <thead><tr><th scope="col">{t("puzzles.action")}</th><th scope="col">{t("puzzles.win")}</th><th scope="col">{t("puzzles.points")}</th></tr></thead>
          <tbody>
            {sorted.slice(0, 8).map(({ action, i }) => (
              <tr key={action} data-worth={puzzle.win[i]}>
                <th scope="row">{action === top && <span aria-hidden="true">★ </span>}{label(action)}{action === chosen && <small> {t("puzzles.own")}</small>}{ends(i) && <small class="puzzle-ends">{ends(i)}</small>}</th>
                <td class="right">{share(worth(action))}</td>
                <td class="right">{puzzle.score[i]?.toFixed(1)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <p class="quiet">{t("puzzles.truth")}</p>
      <p class="lesson-do">
        {next && <a class="button primary" href={`#/puzzles/${name}/${next.id}`} data-next>{t("puzzles.next")}</a>}
        <a class="button" href="#/puzzles">{t("puzzles.all")}</a>
      </p>
    </div>
  );
}
