/* SPDX-License-Identifier: MIT
 * play.tsx -- a game on the page: the newest moment or an earlier one, of a table or of a record.
 */
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from "preact/hooks";
import { explain } from "./api";
import { openDialog } from "./app";
import { CutsceneBox, type Cutscene } from "./cutscene";
import { gameName, type GameModule, type Sheet } from "./games";
import { list, t } from "./i18n";
import { Coming, Later, useLater } from "./later";
import { Log, News } from "./log";
import { Ranking, type Part } from "./ranking";
import { call } from "./notify";
import { change, motion, pace, settings, type Settings } from "./settings";
import { sound } from "./sound";
import { useStore } from "./store";
import { useOneHint, useSure, type AskHint } from "./sure";
import { afterPicture } from "./tasks";
import { AnalysisBox, useHint, type BarProps } from "./teach";
import type { Reviewed } from "./teacher/types";
import type { Cast, Choice, Scene, Seat, Step, View } from "./types";
import { CopyButton, Dialog, Icon, linkTo, tell, useSmall, warn } from "./ui";
import type { ComponentChildren } from "preact";

export interface PlayProps {
  game: GameModule;
  view: View;
  before: View | null;
  steps: Step[];
  newest: number;
  players: string[];
  seats: Seat[];
  mine: number[];
  past: boolean;              /* an earlier moment is on show, by choice */
  sending: boolean;
  error: string;
  live: boolean;              /* steps are told as they come */
  hash: (n: number | null) => string;
  act: (seat: number, actions: string[]) => void;
  attempt: (seat: number, actions: string[]) => Promise<View>;
  reading: (on: boolean) => void;
  hurry?: { on: boolean; go: () => void };            /* on to where somebody here is asked; none where nothing can be hurried */
  record: string | (() => Promise<unknown>) | null;   /* where it is fetched, or what gives it; null: there is none, or not yet */
  file?: unknown;             /* the record itself, where this is one */
  shared: boolean;            /* others may be sent a link to a moment */
  hint: AskHint | null;       /* null: there are none here */
  coach?: boolean;            /* it may warn here */
  counts?: boolean;           /* what is done here is done for good, and may be asked about before */
  analysis: (() => Promise<Reviewed>) | null;
  foot?: ComponentChildren;
  leave?: ComponentChildren;
}

export function Play(props: PlayProps) {
  const { game, view, steps, players, past } = props;
  const prefs = useStore(settings);
  const small = useSmall();
  const { options } = view.state;
  const cast: Cast = useMemo(() => ({ players, options }), [players, JSON.stringify(options)]);
  const choices = useMemo(() => (past ? [] : game.choicesOf(view)), [view, past]);
  const seen = useMemo(() => steps.slice(0, view.seq), [steps, view.seq]);
  const ask = useOneHint(props.hint);
  const { button, panel } = useHint({ game, view, cast, choices, keys: prefs.keys, ask });
  const sure = useSure({ game, view, cast, choices, ask: props.coach ? ask : null, counts: !!props.counts, act: props.act });
  const sending = props.sending || sure.waiting;
  const scene: Scene = {
    view, before: props.before, steps: seen, players, seats: props.seats, mine: props.mine, acting: choices[0]?.seat ?? -1, choices, act: sure.act,
    attempt: props.attempt, keysShown: prefs.keys, sending, error: props.error, past, hint: button ?? hurryButton(props),
  };
  const sheets = useMemo(() => game.sheets(seen, scene), [seen, players, prefs.lang]);
  /* The log keeps the name of who began in a seat, whoever plays there now; only who won is who the ranking names. */
  const beginners = props.seats.map((seat) => seat.for ?? seat.name);
  const began: Cast = useMemo(() => ({ players: beginners, options }), [JSON.stringify(beginners), JSON.stringify(options)]);
  const end = view.state.result && props.seats.some((seat) => seat.for) ? cast : undefined;
  const log = { game, about: view.state.game, steps, seq: view.seq, cast: began, end, to: props.hash, since: useMemo(() => sinceActed(props), [view, steps, past]) };
  const parts = useMemo(() => (view.state.result && game.parts?.(view, seen)) || [], [view, seen, prefs.lang]);
  const [shows, setShows] = useState<Show[]>([]);     /* what is over the board, and what comes after it; the game waits */
  const [asked, setAsked] = useAsked(props.hash(null));
  const told = useTold(!!view.state.result);
  const newest = useRef(view.seq);      /* seen so far: to come back to it from an earlier moment is no news */

  useTelling(props, cast, choices);
  useLayoutEffect(() => {
    const news = view.seq > newest.current;
    newest.current = Math.max(newest.current, view.seq);
    if (!news || !props.live || past || !props.before || !view.step)
      return;
    const list = showsOf(props, scene, parts, sheets.length - 1);
    if (list.length) {
      props.reading(true);
      afterPicture(() => setShows(list));
    }
  }, [view.seq]);
  /* The winner is told above the board, but whoever played the last move looks at its lower part. */
  useEffect(() => {
    if (props.live && !past && props.before && view.state.result)
      window.scrollTo({ top: 0, behavior: motion() ? "smooth" : "auto" });
  }, [view.seq]);
  usePlayKeys(props, scene, cast);

  const [now] = shows;
  const sheet = typeof now === "number" ? sheets[now] : undefined;
  const next = (): void => {
    setShows(shows.slice(1));
    if (shows.length <= 1)
      props.reading(false);
  };

  return (
    <div class={`play ${prefs.text ? "" : `play-${view.state.game}`} ${panel ? "teaching" : ""} ${asked && props.analysis ? "reviewing" : ""}`} data-judged={sure.judged}>
      {past && (
        <p class="banner past">
          {t("prompt.past", { n: view.seq, last: props.newest })} <a class="button" href={props.hash(null)}>{t("table.past.back")}</a>
        </p>
      )}
      <div class={`play-main ${prefs.text ? "as-text" : ""}`}>
        {told && view.state.result && <section class="panel final" aria-labelledby="final-title">
          <h2 id="final-title">{t("final.title")}</h2>
          <Ranking state={view.state} players={players} seats={props.seats} tie={game.tie} parts={parts} />
          <div class="final-do">
            {props.foot}
            {props.analysis && <button type="button" class="button" title={t("analysis.what")} data-go-analysis onClick={() => setAsked(asked + 1)}>{t("analysis.begin")}</button>}
          </div>
          <SheetButtons sheets={sheets} show={(i) => setShows([i])} />
        </section>}
        {!prefs.text && small && <News {...log} over={!!view.state.result} />}
        {prefs.text
          ? <InText game={game} scene={scene} cast={cast} steps={steps} help={() => openDialog("help")} />
          : <game.Board scene={scene} />}
        {props.analysis && <AnalysisBox game={game} view={view} cast={cast} seq={view.seq} to={props.hash} mine={props.mine} record={recordOf(props)} ask={props.analysis} offered={told && !!view.state.result} asked={asked} setAsked={setAsked} StepBar={StepBar} />}
      </div>
      {panel}
      {sure.question}
      <div class="side">
        {sure.lost && <p class="quiet" data-coach-lost>{t("coach.lost")}</p>}
        {!prefs.text && game.Aside && <game.Aside scene={scene} steps={seen} />}
        {!prefs.text && !small && <Log {...log} />}
        {props.live && !past && !view.state.result && <Pace />}
        <Steps {...props} />
        {!view.state.result && <SheetButtons sheets={sheets} show={(i) => setShows([i])} />}
        {!prefs.text && game.Below && <game.Below scene={scene} steps={seen} />}
      </div>
      {sheet && (
        <Dialog key={sheet.step} title={sheet.title} class={sheet.wide ? "wide" : ""} close={next} closeLabel={t("sheet.close")}>
          {sheet.body()}
        </Dialog>
      )}
      {typeof now === "object" && <CutsceneBox key={`${view.seq} ${now.name}`} scene={now} end={next} />}
    </div>
  );
}

const analysisKey = "khepri.analysis";

/* How often an analysis was asked for; 0: none is open. One that is open when the page is loaded anew opens again. */
function useAsked(page: string): [asked: number, set: (n: number) => void] {
  const [asked, setAsked] = useState(() => Number(sessionStorage.getItem(analysisKey) === page));

  useEffect(() => {
    if (!asked)
      return undefined;
    sessionStorage.setItem(analysisKey, page);
    return () => sessionStorage.removeItem(analysisKey);
  }, [asked]);
  return [asked, setAsked];
}

/* Whether the end is told: a picture later than the board that it leaves, unless it was there from the beginning. */
function useTold(over: boolean): boolean {
  const [told, setTold] = useState(over);

  useLayoutEffect(() => {
    if (over)
      afterPicture(() => setTold(true));
    else
      setTold(false);
  }, [over]);
  return told;
}

/* The first step after the last one of the seats here, when one of them is asked or the game is over. At a sealed moment nothing
 * is played after what a seat has sealed. */
function sinceActed({ view, steps, mine, past }: PlayProps): number | undefined {
  const { to_act, result } = view.state;
  let last = Math.min(view.seq, steps.length) - 1;

  if (past || !(result || (Array.isArray(to_act) && to_act.some((seat) => mine.includes(seat)))))
    return undefined;
  while (last >= 0 && !mine.includes(steps[last]!.seat ?? -1))
    last--;
  return last >= 0 && last + 1 < view.seq ? last + 1 : undefined;
}

/* A scene, or a sheet by its number. */
type Show = Cutscene | number;

/* What the step to this moment is shown as: its scenes, the score sheet, and after the last one who won. */
function showsOf({ game, view, hurry }: PlayProps, scene: Scene, parts: Part[], sheet: number): Show[] {
  const { scenes, text } = settings.value;
  const played = scenes && !text && !hurry?.on && pace() > 0;
  const { result } = view.state;

  return [
    ...((played && game.cutscenes?.(view.step!, scene)) || []),
    ...(game.scoring(view.step!) ? [sheet] : []),
    ...(played && result ? [victory(game, scene, parts)] : []),
  ];
}

function victory(game: GameModule, { view, players, seats }: Scene, parts: Part[]): Cutscene {
  return { name: "victory", title: t("final.title"), length: 0, body: () => <Ranking state={view.state} players={players} seats={seats} tie={game.tie} parts={parts} /> };
}

/* Stands where a hint would: there is one or the other. */
function hurryButton({ hurry }: PlayProps): ComponentChildren {
  return hurry && (
    <button type="button" class="button small hurry" data-hurry aria-pressed={hurry.on} aria-keyshortcuts={settings.value.keys ? "f" : undefined} onClick={hurry.go}>
      <Icon name="last" />{t("hurry.go")}{settings.value.keys && <kbd aria-hidden="true">F</kbd>}
    </button>
  );
}

const paces = ["calm", "brisk", "instant"] as const satisfies readonly Settings["pace"][];

function Pace() {
  const { pace: chosen } = useStore(settings);

  return (
    <div class="pace" role="group" aria-label={t("set.pace")}>
      <span aria-hidden="true">{t("set.pace")}</span>
      {paces.map((one) => (
        <button key={one} type="button" class="button small" data-pace={one} aria-pressed={one === chosen} onClick={() => change({ pace: one })}>{t(`set.pace.${one}`)}</button>
      ))}
    </div>
  );
}

/* The record, wherever it is. */
function recordOf({ record, file }: PlayProps): (() => Promise<unknown>) | null {
  if (file)
    return () => Promise.resolve(file);
  return typeof record === "string" ? async () => (await fetch(record)).json() : record;
}

const text = new Later(() => import("./text"));

/* The table in text mode, which is fetched when somebody first wants it. */
function InText(props: Omit<Parameters<typeof import("./text").TextTable>[0], "words">) {
  const { module, lost } = useLater(text);
  const words = useLater(props.game.text);

  return module && words.module ? <module.TextTable {...props} words={words.module} /> : <Coming lost={lost || words.lost} />;
}

/* At the end they stand with the ranking, for that is when one asks how it came about. */
function SheetButtons({ sheets, show }: { sheets: Sheet[]; show: (i: number) => void }) {
  if (!sheets.length)
    return null;
  return (
    <div class="sheet-buttons">
      {sheets.map((s, i) => <button key={s.step} type="button" class={`button ${s.open.length > 12 ? "long" : ""}`} onClick={() => show(i)}>{s.open}</button>)}
    </div>
  );
}

/* Says what happens, politely, and whose turn it is when it is one of ours. */
function useTelling(props: PlayProps, cast: Cast, choices: Choice[]): void {
  const asked = useRef("");
  const { game, view, steps, live, past } = props;
  const heard = useRef(view.seq);       /* told up to this moment: views that come fast share a picture */
  const asking = choices[0] ? `${choices[0].seat}/${view.seq}` : "";

  useEffect(() => {
    if (past)
      return;
    const news = steps.slice(heard.current, view.seq);
    heard.current = view.seq;
    if (!live || !news.length || !view.step || !props.before)
      return;
    tell(news.flatMap((step) => game.sentences(step, cast)).join(" "));
    sound(view.state.result ? "victory" : news.map((step) => game.sound?.(step) ?? "").filter(Boolean).pop() ?? "");
  }, [view.seq]);
  useEffect(() => {
    if (asking && asking !== asked.current) {
      const said = t("prompt.yourturn", { player: cast.players[choices[0]!.seat] ?? "" });
      warn(said);
      if (live && props.before)
        sound("turn");
      if (live)
        call(said, gameName(view.state.game));
    }
    asked.current = asking;
    document.title = `${asking ? "● " : ""}${list(cast.players)} · ${gameName(view.state.game)} · ${t("app.title")}`;
  }, [asking]);
  useEffect(() => {
    if (props.error)
      warn(props.error);
  }, [props.error]);
}

function typing(target: EventTarget | null): boolean {
  const e = target as HTMLElement | null;
  return !!e && (e.tagName === "SELECT" || e.tagName === "TEXTAREA" || (e.tagName === "INPUT" && (e as HTMLInputElement).type !== "range"));
}

function usePlayKeys(props: PlayProps, scene: Scene, cast: Cast): void {
  const { game, view, newest, hash } = props;
  const { choices } = scene;

  /* At once with what is drawn, so that a key never meets the choices of an earlier moment. */
  useLayoutEffect(() => {
    const press = (event: KeyboardEvent): void => {
      const chord = event.ctrlKey || event.metaKey || event.altKey || event.repeat;
      if (!settings.value.keys || chord || typing(event.target) || document.querySelector("dialog[open]"))
        return;
      const key = event.key.toLowerCase();
      const choice = choices.find((c) => c.key === key || c.also === key);
      const go = (n: number): void => location.replace(hash(n === newest ? null : n));
      if (choice)
        scene.act(choice.seat, [choice.action]);
      else if (key === "[" && view.seq > 0)
        go(view.seq - 1);
      else if (key === "]" && view.seq < newest)
        go(view.seq + 1);
      else if (key === "n")
        go(newest);
      else if (key === "s")
        text.come().then(({ speak }) => speak(game, scene, cast)).catch(() => warn(t("error.network")));
      else if (key === "l")
        tell(view.step ? game.sentences(view.step, cast, true).join(" ") : t("log.empty"));
      else if (key === "w" && document.querySelector("[data-ask-hint]"))
        document.querySelector<HTMLElement>("[data-ask-hint]")!.click();
      else if (key === "f" && props.hurry)
        props.hurry.go();
      else if (key === "t")
        change({ text: !settings.value.text });
      else if (key === "h" || key === "?")
        openDialog("help");
      else
        return;
      event.preventDefault();
    };
    window.addEventListener("keydown", press);
    return () => window.removeEventListener("keydown", press);
  });
}

/* A record as a file, made in this page. */
function SaveRecord({ record, game }: { record: () => Promise<unknown>; game: string }) {
  const save = async (): Promise<void> => {
    try {
      const url = URL.createObjectURL(new Blob([`${JSON.stringify(await record())}\n`], { type: "application/x-ndjson" }));
      const link = document.createElement("a");
      link.href = url;
      link.download = `khepri-${game}.jsonl`;
      link.click();
      window.setTimeout(() => URL.revokeObjectURL(url), 60_000);
    } catch (e) {
      warn(explain(e));
    }
  };

  return <button type="button" class="button small" data-record onClick={() => void save()}>{t("step.record")}</button>;
}

/* The buttons that lead through a game, around what else does so. */
function StepBar({ at, last, go, children }: BarProps) {
  const button = (icon: "first" | "back" | "forward" | "last", n: number) => {
    const label = t(`step.${icon}`);

    return <button type="button" class="button icon" aria-label={label} title={label} disabled={n < 0 || n > last || n === at} onClick={() => go(n)}><Icon name={icon} /></button>;
  };

  return (
    <div class="steps-bar">
      {button("first", 0)}
      {button("back", at - 1)}
      {children}
      {button("forward", at + 1)}
      {button("last", last)}
    </div>
  );
}

function Steps(props: PlayProps) {
  const { view, newest, hash } = props;
  const go = (n: number): void => location.replace(hash(n >= newest ? null : Math.max(0, n)));

  return (
    <section class="panel steps" aria-labelledby="steps-title">
      <h2 id="steps-title">{t("step.title")}</h2>
      <StepBar at={view.seq} last={newest} go={go}>
        <input
          type="range" min={0} max={newest} value={view.seq} aria-label={t("step.slider")}
          aria-valuetext={t("step.at", { n: view.seq, last: newest })} onInput={(e) => go(Number(e.currentTarget.value))}
        />
      </StepBar>
      <p class="quiet steps-at" data-seq={view.seq} data-newest={newest}>{t("step.at", { n: view.seq, last: newest })}</p>
      <div class="steps-tools">
        {props.shared && <CopyButton label={t("step.link")} text={linkTo(props.hash(view.seq))} class="small" />}
        {typeof props.record === "string" && <a class="button small" href={props.record} download="" data-record>{t("step.record")}</a>}
        {typeof props.record === "function" && <SaveRecord record={props.record} game={view.state.game} />}
      </div>
      {props.leave}
    </section>
  );
}
