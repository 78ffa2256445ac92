/* SPDX-License-Identifier: MIT
 * log.tsx -- what happened, step by step, each a link to its moment; on a phone its newest line, which opens it.
 */
import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";
import type { GameModule } from "./games";
import { t } from "./i18n";
import { RuleButton } from "./learn";
import type { Cast, Step } from "./types";
import { Dialog, Icon } from "./ui";

export interface LogProps {
  game: GameModule;
  about: string;              /* the game by its name */
  steps: Step[];
  seq: number;
  cast: Cast;
  to: (n: number) => string;
}

export function Log(props: LogProps) {
  return (
    <section class="panel log" aria-labelledby="log-title">
      <h2 id="log-title">{t("log.title")}</h2>
      <Lines {...props} />
    </section>
  );
}

function Lines({ game, about, steps, seq, cast, to }: LogProps) {
  const box = useRef<HTMLDivElement>(null);

  useLayoutEffect(() => {
    const down = (): void => {
      if (box.current)
        box.current.scrollTop = box.current.scrollHeight;
    };
    /* The newest line stays in view when the box is given another size. */
    const watch = new ResizeObserver(down);
    down();
    if (box.current)
      watch.observe(box.current);
    return () => watch.disconnect();
  }, [seq, steps.length]);
  const entries = steps.slice(0, seq).map((step) => ({ step, said: game.sentences(step, cast) })).filter((e) => e.said.length);
  return (
    <div class="log-box" ref={box} tabIndex={0} role="group" aria-label={t("log.title")}>
      {entries.length === 0 ? <p class="quiet">{t("log.empty")}</p> : (
        <ol>
          {entries.map(({ step, said }) => (
            <li key={step.seq} class={`entry ${game.big(step) ? "big" : ""}`} data-step={step.seq}>
              <a href={to(step.seq + 1)} title={t("log.goto")}>
                {said.length > 2 ? said.map((line, i) => <span key={i}>{line} </span>) : said.join(" ")}
              </a>
              {game.rules && <RuleButton game={about} about={step} title={said.join(" ")} />}
            </li>
          ))}
        </ol>
      )}
    </div>
  );
}

/* What just happened, in one line; the rest of it opens as a sheet. */
export function News(props: LogProps) {
  const { game, steps, seq, cast } = props;
  const [open, setOpen] = useState(false);
  const newest = [...steps.slice(0, seq)].reverse().map((step) => game.sentences(step, cast)).find((said) => said.length);

  useEffect(() => setOpen(false), [seq]);
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
