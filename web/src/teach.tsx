/* SPDX-License-Identifier: MIT
 * teach.tsx -- where hints and analyses are asked for. What shows them (teacher/), its sentences and its sheet of styles
 * are fetched when somebody asks, and nothing is shown that was not asked for.
 */
import type { ComponentChildren, ComponentType, RefObject } from "preact";
import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";
import { explain } from "./api";
import { teacher as words } from "./built";
import type { GameModule } from "./games";
import { learnPart, say, t } from "./i18n";
import { Later, useLater } from "./later";
import { motion } from "./settings";
import { wear } from "./sheets";
import type { Hint, Reviewed } from "./teacher/types";
import type { Cast, Choice, View } from "./types";
import { bring, Icon, tell, warn } from "./ui";

const teacher = new Later(async () => (await Promise.all([import("./teacher/index"), learnPart(words), wear("teacher")]))[0]);

/* The teacher, once it is wanted. */
export function useTeacher(wanted: boolean) {
  const { module, lost } = useLater(teacher, wanted);

  useEffect(() => {
    if (lost)
      warn(t("error.network"));
  }, [lost]);
  return module;
}

/* ---- a hint ---- */

export interface HintProps {
  game: GameModule;
  view: View;
  cast: Cast;
  choices: Choice[];
}

/* The button that stands by what is asked, and the panel while it is open. */
export interface Hinting {
  button: ComponentChildren;
  panel: ComponentChildren;
}

/* What was asked about: a hint is of one moment and one seat, and gone with it. */
type Told = { about: string; hint: Hint | null; error: string };

/* Where the page is narrow the hint lies over its lower part, as high as --sheet says. By that the styles keep it clear of
 * what is to be pressed. A bar that stays at the bottom stands on it, any other that asks is brought to the top. */
function useSheet(panel: RefObject<HTMLElement | null>, button: RefObject<HTMLElement | null>, stage: number): void {
  useLayoutEffect(() => {
    const sheet = panel.current;
    const { style } = document.documentElement;

    if (!sheet)
      return;
    const measure = (): void => style.setProperty("--sheet", `${sheet.offsetHeight}px`);
    const watch = new ResizeObserver(measure);
    measure();
    watch.observe(sheet);
    const asking = button.current?.closest(".actions, .decide") ?? button.current;
    if (asking && getComputedStyle(sheet).position === "fixed" && !["sticky", "fixed"].includes(getComputedStyle(asking).position))
      asking.scrollIntoView({ block: "start", behavior: motion() ? "smooth" : "auto" });
    return () => {
      watch.disconnect();
      style.removeProperty("--sheet");
    };
  }, [stage]);
}

/* A hint for who is asked now; nothing where `ask` is null or nobody here is asked. */
export function useHint(props: HintProps & { keys: boolean; ask: ((seat: number, seq: number) => Promise<Hint>) | null }): Hinting {
  const { view, choices, keys, ask } = props;
  const seat = choices[0]?.seat ?? -1;
  const about = `${seat}/${view.seq}`;
  const [told, setTold] = useState<Told | null>(null);
  const now = told?.about === about ? told : null;
  const module = useTeacher(told !== null);
  const newest = useRef(about);
  const button = useRef<HTMLButtonElement>(null);
  const panel = useRef<HTMLElement>(null);

  useSheet(panel, button, now ? (now.hint && module ? 2 : 1) : 0);
  newest.current = about;
  const open = async (): Promise<void> => {
    setTold({ about, hint: null, error: "" });
    try {
      const hint = await ask!(seat, view.seq);
      if (newest.current === about)
        setTold({ about, hint, error: "" });
    } catch (e) {
      if (newest.current !== about)
        return;
      setTold({ about, hint: null, error: explain(e) });
      warn(explain(e));
    }
  };
  const close = (): void => {
    setTold(null);
    button.current?.focus({ preventScroll: true });
  };

  if (!ask || seat < 0)
    return { button: null, panel: null };
  return {
    button: (
      <button
        ref={button} type="button" class="button hint-button" aria-expanded={!!now} aria-keyshortcuts={keys ? "w" : undefined} data-ask-hint
        onClick={() => (now ? setTold(null) : void open())}
      >
        {t("hint.button")}{keys && <kbd aria-hidden="true">w</kbd>}
      </button>
    ),
    panel: now && (
      <section ref={panel} class="panel teach" aria-labelledby="hint-title" data-hint={now.hint && module ? "shown" : now.error ? "refused" : "asked"}>
        <div class="teach-head">
          <h2 id="hint-title">{t("hint.button")}</h2>
          <button type="button" class="button icon quiet-button" aria-label={t("hint.close")} title={t("hint.close")} data-put-hint onClick={close}><Icon name="cross" /></button>
        </div>
        {now.error && <p class="trouble">{now.error}</p>}
        {!now.error && (now.hint && module ? <module.HintPanel {...props} hint={now.hint} seat={seat} /> : <p class="loading">{t("hint.thinking")}</p>)}
      </section>
    ),
  };
}

/* ---- an analysis ---- */

/* What leads through a game: from a moment to others. */
export interface BarProps {
  at: number;
  last: number;
  go: (n: number) => void;
  children: ComponentChildren;
}

export interface AnalysisProps {
  game: GameModule;
  view: View;
  cast: Cast;
  seq: number;
  to: (n: number) => string;
  mine: number[];             /* the seats of the person at this screen */
  record: (() => Promise<unknown>) | null;
  ask: () => Promise<Reviewed>;
  offered: boolean;           /* elsewhere on the page: until it is asked for, nothing is here */
  asked: number;              /* how often it was asked for, there or here; 0: it is closed */
  setAsked: (n: number) => void;
  StepBar: ComponentType<BarProps>;
}

/* Milliseconds until it is asked for again: soon at first, for its chances are there soon. */
const askSoon = 100;
const askLater = 700;

export function AnalysisBox(props: AnalysisProps) {
  const { asked, setAsked } = props;
  const open = asked > 0;
  const [reviewed, setReviewed] = useState<Reviewed | null>(null);
  const [error, setError] = useState("");
  const module = useTeacher(open);
  const box = useRef<HTMLElement>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  const shown = !!reviewed?.analysis && !!module;
  const whole = shown && reviewed.done;

  /* The button that was pressed is gone or far away. So the page and the focus go to what it opened, with the board beside it.
   * They go there again when more of it is there, unless the reader has gone elsewhere meanwhile. */
  const come = (): void => bring(box.current!.closest(".play"), heading.current);
  useEffect(() => {
    if (open)
      come();
  }, [asked]);
  useEffect(() => {
    if (shown && document.activeElement === heading.current)
      come();
  }, [shown, whole]);
  useEffect(() => {
    let timer = 0;
    let wait = askSoon;
    let wanted = open && !reviewed?.done;
    const ask = async (): Promise<void> => {
      try {
        const said = await props.ask();
        if (!wanted)
          return;
        setError("");
        setReviewed(said);
        if (said.done)
          tell(t("analysis.ready"));
        else
          timer = window.setTimeout(() => void ask(), wait);
        wait = Math.min(askLater, wait * 2);
      } catch (e) {
        if (!wanted)
          return;
        setError(explain(e));
        warn(explain(e));
      }
    };

    if (wanted)
      void ask();
    return () => {
      wanted = false;
      window.clearTimeout(timer);
    };
  }, [open]);
  const [done = 0, all = 0] = reviewed?.progress ?? [];

  if (!open && props.offered)
    return null;
  return (
    <section ref={box} class="panel analysis" aria-labelledby="analysis-title" data-analysis={open ? (whole ? "shown" : error ? "refused" : shown ? "preliminary" : "asked") : ""}>
      <h2 id="analysis-title" ref={heading} tabIndex={-1}>{t("analysis.button")}</h2>
      {!open && <p class="quiet">{t("analysis.what")}</p>}
      {!open && <button type="button" class="button" data-ask-analysis onClick={() => setAsked(1)}>{t("analysis.begin")}</button>}
      {error && <p class="trouble">{error} <button type="button" class="button" onClick={() => setAsked(0)}>{t("set.close")}</button></p>}
      {open && !error && !whole && (
        <p class="loading">{say("analysis.progress", { n: done, last: all })} <progress max={all || 1} value={done} aria-label={t("analysis.button")} /></p>
      )}
      {open && !error && reviewed?.analysis && module && <module.AnalysisPanel {...props} analysis={reviewed.analysis} />}
    </section>
  );
}
