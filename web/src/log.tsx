/* SPDX-License-Identifier: MIT
 * log.tsx -- what happened, step by step, each a link to its moment.
 */
import { useLayoutEffect, useRef } from "preact/hooks";
import type { GameModule } from "./games";
import { t } from "./i18n";
import { RuleButton } from "./learn";
import type { Cast, Step } from "./types";

export function Log(props: { game: GameModule; about: string; steps: Step[]; seq: number; cast: Cast; to: (n: number) => string }) {
  const { game, steps, seq, cast, to } = props;
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
    <section class="panel log" aria-labelledby="log-title">
      <h2 id="log-title">{t("log.title")}</h2>
      <div class="log-box" ref={box} tabIndex={0} role="group" aria-labelledby="log-title">
        {entries.length === 0 ? <p class="quiet">{t("log.empty")}</p> : (
          <ol>
            {entries.map(({ step, said }) => (
              <li key={step.seq} class={`entry ${game.big(step) ? "big" : ""}`} data-step={step.seq}>
                <a href={to(step.seq + 1)} title={t("log.goto")}>
                  {said.length > 2 ? said.map((line, i) => <span key={i}>{line} </span>) : said.join(" ")}
                </a>
                {game.rules && <RuleButton game={props.about} about={step} title={said.join(" ")} />}
              </li>
            ))}
          </ol>
        )}
      </div>
    </section>
  );
}
