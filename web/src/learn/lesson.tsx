/* SPDX-License-Identifier: MIT
 * lesson.tsx -- a guided game: the table of the game, and above it a card that says what to do and why.
 */
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from "preact/hooks";
import { api, explain } from "../api";
import { lessons } from "../built";
import { gameName, useModule } from "../games";
import { homely } from "../home";
import { say, t as frame } from "../i18n";
import { Coming } from "../later";
import { Play } from "../play";
import { change, hold, settings } from "../settings";
import { useStore } from "../store";
import { Art, tell, warn } from "../ui";
import { Course, pageCore, type Progress, type Told } from "./course";
import { namesAt, seatsOf } from "./names";
import { t } from "./say";

const progressKey = "khepri.lessons";

function readAll(): Record<string, Progress> {
  try {
    return { ...JSON.parse(localStorage.getItem(progressKey) ?? "{}") };
  } catch {
    return {};
  }
}

function readProgress(game: string): Progress {
  const { at, done } = readAll()[game] ?? { at: 0, done: [] };
  const good = Number.isInteger(at) && Array.isArray(done) && done.every((one) => Array.isArray(one) && one.every((action) => typeof action === "string"));

  return good ? { at, done } : { at: 0, done: [] };
}

function writeProgress(game: string, progress: Progress): void {
  try {
    localStorage.setItem(progressKey, JSON.stringify({ ...readAll(), [game]: progress }));
  } catch {
    /* A browser without storage teaches too; only leaving loses the place. */
  }
}

export function LessonPage({ game }: { game: string }) {
  const [course, setCourse] = useState<Course | null>(null);
  const [error, setError] = useState("");
  const { module } = useModule(game);
  const { name, lang } = useStore(settings);
  const progress = useMemo(() => readProgress(game), [game]);

  useEffect(() => {
    let made: Course | null = null;
    let wanted = true;
    const open = async (): Promise<void> => {
      const core = await pageCore();
      const fetched = await lessons[game]?.();
      if (!wanted)
        return;
      if (!core || !fetched) {
        setError(t("lesson.none"));
        return;
      }
      made = new Course(core, fetched.default, (kept) => writeProgress(game, kept));
      await made.begin(progress);
      if (wanted)
        setCourse(made);
    };

    open().catch((e) => wanted && setError(explain(e)));
    change({ guided: true });
    return () => {
      wanted = false;
      made?.close();
    };
  }, [game]);
  const players = useMemo(() => (course ? namesAt(course.lesson.players, course.lesson.seat) : []), [course, name, lang]);

  useEffect(() => {
    document.title = `${t("lesson.title", { game: gameName(game) })} · ${frame("app.title")}`;
  });
  return (
    <main id="main" class="page table lesson" tabIndex={-1} data-lesson-page={game}>
      <h1 class="table-title"><Art name={module?.art ?? "scarab"} /> {t("lesson.title", { game: gameName(game) })}</h1>
      {error && <p class="trouble">{error}</p>}
      {!error && !(course && module) && <Coming />}
      {course && module && <Taught course={course} module={module} players={players} resumed={progress.at > 0} />}
    </main>
  );
}

function Taught({ course, module, players, resumed }: { course: Course; module: NonNullable<ReturnType<typeof useModule>["module"]>; players: string[]; resumed: boolean }) {
  const told = useStore(course.told)!;
  const { lesson } = course;

  return (
    <>
      <Card course={course} told={told} players={players} resumed={resumed} />
      <Play
        game={module} view={told.view} before={told.before} steps={told.steps} newest={told.view.seq} players={players} seats={seatsOf(players, lesson.seat)} mine={[lesson.seat]}
        past={false} sending={false} error="" live hash={() => `#/lesson/${lesson.game}`} act={(_, actions) => course.act(actions)}
        attempt={(seat, actions) => new Promise((resolve) => resolve(course.attempt(seat, actions)))} reading={(on) => course.pause(on)}
        record={null} shared={false} hint={null} analysis={null}
      />
    </>
  );
}

/* The names of the others stand in the sentences as {a} and {b}. */
function words(key: string, players: string[], seat: number): string {
  const [a = "", b = ""] = players.filter((_, i) => i !== seat);

  return say(key, { a, b });
}

/* The button that was pressed disappears, and the focus with it. So when the learner has acted, the focus moves to the card. It does
 * so once: who moves it elsewhere while the others act keeps it there. It stays in a field where one types, and in other parts of
 * the page. The card's label is only its number: its sentences are announced by `tell`, and would be read twice. */
function useFollowed(told: Told) {
  const card = useRef<HTMLElement>(null);
  const past = useRef(told);
  const due = useRef(false);

  useLayoutEffect(() => {
    const { at, busy } = past.current;
    const here = document.activeElement;
    past.current = told;
    due.current ||= !busy && (told.busy || told.at !== at);
    /* A dialog gives the focus back when it closes. */
    if (here?.closest("dialog"))
      return;
    if (!here || here === document.body ? due.current || told.at !== at : due.current && leads(card.current!, here))
      focusOn(card.current!);
    due.current = false;
  }, [told]);
  return card;
}

/* Whether the focus may leave this element for the card: it is elsewhere in the lesson, and nothing is typed there. */
function leads(card: HTMLElement, here: Element): boolean {
  return card.parentElement!.contains(here) && !card.contains(here) && !here.matches("input, select, textarea");
}

function focusOn(card: HTMLElement): void {
  const { top, bottom } = card.getBoundingClientRect();

  card.focus({ preventScroll: bottom > 0 && top < window.innerHeight });
}

function Card({ course, told, players, resumed }: { course: Course; told: Told; players: string[]; resumed: boolean }) {
  const { lesson } = course;
  const step = lesson.steps[told.at]!;
  const last = told.at === lesson.steps.length - 1;
  const text = told.busy ? t("lesson.waits") : words(step.say, players, lesson.seat);
  const wrong = told.wrong === null ? "" : told.wrong ? words(told.wrong, players, lesson.seat) : t("lesson.not");
  const [fresh, setFresh] = useState(resumed);
  const card = useFollowed(told);

  useEffect(() => {
    tell(text);
  }, [text]);
  useEffect(() => {
    if (told.wrong !== null)
      warn(wrong);
  }, [told]);
  useEffect(() => {
    if (told.at > 0 && told.busy)
      setFresh(false);
  }, [told.busy]);
  return (
    <section ref={card} class="panel lesson-card" tabIndex={-1} aria-labelledby="lesson-step" data-lesson-step={told.busy ? "" : told.at} data-lesson-say={step.say}>
      <p id="lesson-step" class="lesson-at">
        <span>{t("lesson.step", { n: told.at + 1, last: lesson.steps.length })}</span>
        <progress max={lesson.steps.length - 1} value={told.at} aria-labelledby="lesson-step" />
      </p>
      {fresh && <p class="quiet">{t("lesson.resumed")}</p>}
      <p class="lesson-say">{text}</p>
      {wrong && <p class="lesson-wrong" data-lesson-wrong>{wrong}</p>}
      {told.at === 0 && <p class="quiet">{t("lesson.leave")}</p>}
      <p class="lesson-do">
        {!told.busy && !step.accept && !last && <button type="button" class="button primary" data-lesson-go onClick={() => void course.follow()}>{t("lesson.go")}</button>}
        {last && <Ends course={course} players={players} />}
        {!told.busy && told.at > 0 && <button type="button" class="button small quiet-button" data-lesson-back onClick={() => course.back()}>{t("lesson.back")}</button>}
        {!told.busy && told.at > 1 && <button type="button" class="button small quiet-button" data-lesson-again onClick={() => course.again()}>{t("lesson.again")}</button>}
      </p>
    </section>
  );
}

/* On from the lesson: the same game against bots, or a whole one. */
function Ends({ course, players }: { course: Course; players: string[] }) {
  const { lesson } = course;
  const [coached, setCoached] = useState(true);
  const open = async (made: Promise<{ table: { id: string }; tokens: Record<string, string> }>): Promise<void> => {
    try {
      const { table, tokens } = await made;
      hold(table.id, tokens);
      change({ coach: coached ? "large" : "off" });
      location.hash = `#/t/${table.id}`;
    } catch (e) {
      warn(explain(e));
    }
  };
  const whole = () => api.makeAny({
    game: lesson.game, players: lesson.players, options: {}, public: false, start: true,
    seats: players.map((name, i) => (i === lesson.seat ? { kind: "person", name } : { kind: "bot", bot: "easy" })),
  });

  return (
    <>
      <label class="check">
        <input type="checkbox" name="coached" checked={coached} onChange={(e) => setCoached(e.currentTarget.checked)} />
        <span>{frame("coach.offer")}</span>
      </label>
      {homely && <button type="button" class="button primary" data-lesson-on onClick={() => void open(api.keep(course.record(players, "easy")))}>{t("lesson.on")}</button>}
      <button type="button" class={`button ${homely ? "" : "primary"}`} data-lesson-whole onClick={() => void open(whole())}>{t("lesson.whole")}</button>
      <a class="button" href={`#/rules/${lesson.game}`}>{frame("welcome.rules", { game: gameName(lesson.game) })}</a>
    </>
  );
}
