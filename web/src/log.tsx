/* SPDX-License-Identifier: MIT
 * log.tsx -- what happened, step by step, each a link to its moment; on a phone its newest line, which opens it.
 */
import { Fragment, type VNode } from "preact";
import { useLayoutEffect, useMemo, useRef, useState } from "preact/hooks";
import type { GameModule } from "./games";
import { t } from "./i18n";
import { RuleButton } from "./learn";
import { settings } from "./settings";
import { useStore } from "./store";
import type { Cast, Step } from "./types";
import { Dialog, Icon } from "./ui";

export interface LogProps {
  game: GameModule;
  about: string;              /* the game by its name */
  steps: Step[];
  seq: number;
  cast: Cast;
  end?: Cast;                 /* in the last step of a game that is over, where others played by then */
  to: (n: number) => string;
  since?: number;             /* the first step after what was last done here, where a line says so */
}

/* The sentences of a step, with the names of who is meant. */
function said({ game, seq, cast, end }: LogProps, step: Step): string[] {
  return game.sentences(step, end && step.seq === seq - 1 ? end : cast);
}

export function Log(props: LogProps) {
  return (
    <section class="panel log" aria-labelledby="log-title">
      <h2 id="log-title">{t("log.title")}</h2>
      <Lines {...props} />
    </section>
  );
}

/* As many steps as are drawn, or passed over, together. */
const together = 40;

/* The lines of the steps, each made once: a game has hundreds, and one more comes with each step. Those of the same steps as
 * before are one thing to whoever draws them. */
function useLines(props: LogProps): VNode[] {
  const { game, about, steps, seq, cast, end, to, since } = props;
  const { lang } = useStore(settings);
  const made = useMemo(() => new WeakMap<Step, VNode | null>(), [game, about, cast, end, to, lang]);
  const full = useMemo(() => new WeakMap<Step, VNode>(), [made, since]);
  const line = (step: Step): VNode | null => {
    const told = said(props, step);

    return told.length === 0 ? null : (
      <li key={step.seq} class={`entry ${game.big(step) ? "big" : ""}`} data-step={step.seq}>
        <a href={to(step.seq + 1)} title={t("log.goto")}>
          {told.length > 2 ? told.map((text, i) => <span key={i}>{text} </span>) : told.join(" ")}
        </a>
        {game.rules && <RuleButton game={about} about={step} title={told.join(" ")} />}
      </li>
    );
  };

  const several = (some: Step[]): VNode[] => some.flatMap((step) => {
    if (!made.has(step))
      made.set(step, line(step));
    const here = made.get(step) ?? [];
    return step.seq === since ? [<li key="since" class="since" data-since={since}>{t("log.since")}</li>, here].flat() : here;
  });
  const parts: VNode[] = [];

  for (let from = 0; from < seq; from += together) {
    const some = steps.slice(from, Math.min(from + together, seq));
    const last = some[together - 1];
    const part = (last && full.get(last)) ?? <Fragment key={from}>{several(some)}</Fragment>;
    if (last)
      full.set(last, part);
    parts.push(part);
  }
  return steps.slice(0, seq).some((step) => made.get(step)) ? parts : [];
}

/* The style sheet keeps the newest line in view: the box scrolls from its end, where 0 is. */
function Lines(props: LogProps) {
  const box = useRef<HTMLDivElement>(null);
  const away = useRef(false);
  const lines = useLines(props);

  useLayoutEffect(() => {
    if (away.current && box.current)
      box.current.scrollTop = 0;
  }, [props.seq, props.steps.length]);
  return (
    <div class="log-box" ref={box} tabIndex={0} role="group" aria-label={t("log.title")} onScroll={(e) => (away.current = e.currentTarget.scrollTop !== 0)}>
      {lines.length === 0 ? <p class="quiet">{t("log.empty")}</p> : <ol>{lines}</ol>}
    </div>
  );
}

function latest(props: LogProps): string[] | undefined {
  const { steps, seq } = props;

  for (let i = Math.min(seq, steps.length) - 1; i >= 0; i--) {
    const told = said(props, steps[i]!);
    if (told.length)
      return told;
  }
  return undefined;
}

/* What just happened, in one line; the rest of it opens as a sheet. When the game is over the line is how it ended. */
export function News(props: LogProps & { over: boolean }) {
  const { seq, over } = props;
  const [open, setOpen] = useState(false);
  const newest = latest(props)?.slice(over ? -1 : 0);

  useLayoutEffect(() => setOpen(false), [seq]);
  return (
    <>
      <button type="button" class="news" data-news onClick={() => setOpen(true)}>
        <span class="news-line">{newest?.join(" ") ?? t("log.empty")}</span>
        <Icon name="list" /><span class="unseen"> {t("log.title")}</span>
      </button>
      {open && <Dialog title={t("log.title")} class="low log" close={() => setOpen(false)}><Lines {...props} /></Dialog>}
    </>
  );
}
