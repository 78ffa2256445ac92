/* SPDX-License-Identifier: MIT
 * panels.tsx -- beside the board: the bag with the exact chance of a Ra tile, what the lot is worth to
 * everybody, and the log.
 */
import { useEffect, useRef } from "preact/hooks";
import { percent, t } from "../i18n";
import type { Step, View } from "../types";
import { Art, Signed } from "../ui";
import { bagCount, inBox, kindName, kinds, sentences, type Cast } from "./words";

export function Odds({ view }: { view: View }) {
  const { state, insight } = view;
  const { edition } = state.options;
  const [a, b] = insight?.ra_chance ?? [state.bag.ra ?? 0, bagCount(state)];

  return (
    <section class="panel odds" aria-labelledby="odds-title">
      <h2 id="odds-title">{t("odds.title")}</h2>
      {state.phase !== "over" && <p class="odds-ra" data-chance={`${a}/${b}`}>
        <Art name="k-ra" />
        <span>
          <strong>{t("odds.ra", { percent: percent(a, b) })}</strong>
          <small>{t("odds.exact", { a, b })}</small>
        </span>
      </p>}
      {state.phase !== "over" && (
        <meter class="odds-meter" min={0} max={Math.max(1, b)} value={a} aria-label={t("odds.ra", { percent: percent(a, b) })} />
      )}
      <ul class="bag">
        {kinds.map((kind) => {
          const left = state.bag[kind] ?? 0;
          const label = t("odds.item", { kind: kindName(kind, edition), count: left, n: inBox(kind) });
          return (
            <li key={kind} class={left ? "" : "gone"} title={label}>
              <Art name={`k-${kind}`} />
              <span aria-hidden="true">{left}</span>
              <span class="unseen">{label}</span>
            </li>
          );
        })}
      </ul>
    </section>
  );
}

export function LotTable({ view, players }: { view: View; players: string[] }) {
  const lot = view.insight?.lot;
  const some = view.state.track.some((kind) => kind !== null);

  return (
    <section class="panel lots" aria-labelledby="lots-title">
      <h2 id="lots-title">{t("table.lot.title")}</h2>
      {!lot || !some ? <p class="quiet">{t("table.lot.none")}</p> : (
        <>
          <div class="scroll" tabIndex={0} role="group" aria-labelledby="lots-title">
            <table>
              <thead><tr><td />{players.map((name, i) => <th key={i} scope="col">{name}</th>)}</tr></thead>
              <tbody>
                {lot.map((row, i) => (
                  <tr key={i}>
                    <th scope="row">{t("table.lot.if", { player: players[i] ?? "" })}</th>
                    {row.map((n, j) => <td key={j} class={i === j ? "self" : ""}><Signed n={n} /></td>)}
                  </tr>
                ))}
              </tbody>
            </table>
          </div>
          <p class="quiet">{t("table.lot.note")}</p>
        </>
      )}
    </section>
  );
}

/* The steps up to the moment shown, each a link to its moment. */
export function Log(props: { steps: Step[]; seq: number; cast: Cast; to: (n: number) => string }) {
  const { steps, seq, cast, to } = props;
  const box = useRef<HTMLDivElement>(null);

  useEffect(() => {
    if (box.current)
      box.current.scrollTop = box.current.scrollHeight;
  }, [seq, steps.length]);
  const entries = steps.slice(0, seq).map((step) => ({ step, said: sentences(step, cast) })).filter((e) => e.said.length);
  return (
    <section class="panel log" aria-labelledby="log-title">
      <h2 id="log-title">{t("log.title")}</h2>
      <div class="log-box" ref={box} tabIndex={0} role="group" aria-labelledby="log-title">
        {entries.length === 0 ? <p class="quiet">{t("log.empty")}</p> : (
          <ol>
            {entries.map(({ step, said }) => (
              <li key={step.seq} class={`entry ${big(step) ? "big" : ""}`} data-step={step.seq}>
                <a href={to(step.seq + 1)} title={t("log.goto")}>
                  {said.length > 2 ? said.map((line, i) => <span key={i}>{line} </span>) : said.join(" ")}
                </a>
              </li>
            ))}
          </ol>
        )}
      </div>
    </section>
  );
}

function big(step: Step): boolean {
  return step.events.some((e) => e.event === "won" || e.event === "epoch_ended" || e.event === "epoch_began" || e.event === "game_over");
}
