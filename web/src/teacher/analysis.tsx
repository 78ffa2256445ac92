/* SPDX-License-Identifier: MIT
 * analysis.tsx -- a finished game gone through: how the chances to win went, what the moment shown did to them, the decisions
 * that cost most, and for each player luck apart from skill.
 */
import { useState } from "preact/hooks";
import { say, share, t } from "../i18n";
import type { AnalysisProps } from "../teach";
import { bring } from "../ui";
import { actionName, botName, decimal, MarkArt } from "./parts";
import { Graph } from "./graph";
import type { Analysis, Moment } from "./types";

type Props = AnalysisProps & { analysis: Analysis };

const mostWorst = 10;

export function AnalysisPanel(props: Props) {
  const { analysis, cast, seq, to } = props;
  const { moments } = analysis;
  const at = Math.min(seq, moments.length - 1);
  const go = (n: number): void => location.replace(to(Math.max(0, Math.min(moments.length - 1, n))));

  return (
    <div class="analysed">
      <p class="quiet">{say("analysis.title", { what: botName(analysis.bot) })}</p>
      <Graph analysis={analysis} names={cast.players} at={at} go={go} />
      <Legend {...props} at={at} />
      <Worst {...props} />
      <Players {...props} />
      <Moments {...props} />
    </div>
  );
}

function nameOf({ cast }: Props, seat: number): string {
  return cast.players[seat] ?? "";
}

/* What was done at a moment, and what it cost or brought. */
function told(props: Props, moment: Moment): string {
  const { game, view } = props;
  const { action, seat, best, loss = 0, luck } = moment;

  if (action === undefined)
    return say("analysis.over");
  if (seat === undefined) {
    const most = (luck ?? []).map((by, i) => ({ by, i })).sort((a, b) => Math.abs(b.by) - Math.abs(a.by))[0];

    return most && Math.abs(most.by) >= 0.0005 ? say("analysis.luck.moment", { player: nameOf(props, most.i), n: share(most.by, true) }) : say("analysis.luck.none");
  }
  const what = actionName(game, view, seat, action);

  return loss < 0.0005 || best === undefined || best === action
    ? say("analysis.fine", { player: nameOf(props, seat), what })
    : `${better(props, moment)}. ${say("analysis.cost", { n: share(loss) })}`;
}

function better(props: Props, { action = "", seat = 0, best = "" }: Moment): string {
  const { game, view } = props;

  return say("analysis.better", { player: nameOf(props, seat), what: actionName(game, view, seat, action), kind: actionName(game, view, seat, best) });
}

/* The chances at the moment shown, in numbers; the graph is a picture of these. */
function Legend(props: Props & { at: number }) {
  const moment = props.analysis.moments[props.at]!;

  return (
    <div class="legend" data-at={props.at}>
      <ul>
        {moment.win.map((win, seat) => (
          <li key={seat}><MarkArt seat={seat} /> <span class="legend-name">{nameOf(props, seat)}</span> <strong class="num">{share(win)}</strong> <small class="num">{t("points", { n: decimal(moment.score[seat] ?? 0) })}</small></li>
        ))}
      </ul>
      <p class="legend-told"><span class="quiet">{say("analysis.moment", { n: props.at })}</span> {told(props, moment)}</p>
      <button type="button" class="button small" data-to-board onClick={toBoard}>{say("analysis.board")}</button>
    </div>
  );
}

/* The moment shown is on the board too, which stands above and often out of sight. */
function toBoard(): void {
  const board = document.querySelector<HTMLElement>(".play-main .stage, .textmode");

  board?.setAttribute("tabindex", "-1");
  bring(board, board);
}

function Worst(props: Props) {
  const { moments, seats } = props.analysis;
  const worst = seats.flatMap((seat) => seat.worst).sort((a, b) => (moments[b]!.loss ?? 0) - (moments[a]!.loss ?? 0)).slice(0, mostWorst);

  return (
    <section aria-labelledby="worst-title">
      <h3 id="worst-title">{say("analysis.worst")}</h3>
      {worst.length === 0 ? <p>{say("analysis.none")}</p> : (
        <ol class="worst">
          {worst.map((n) => (
            <li key={n}>
              <a href={props.to(n)} data-worst={n} aria-current={props.seq === n ? "step" : undefined}>
                <span class="num minus">−{share(moments[n]!.loss ?? 0)}</span> <MarkArt seat={moments[n]!.seat!} />
                <span><span class="worst-what">{better(props, moments[n]!)}</span> <small>{say("analysis.at")} {n}</small></span>
              </a>
            </li>
          ))}
        </ol>
      )}
    </section>
  );
}

/* Start, luck, errors, the others and what was seen later add up to the result. */
function Players(props: Props) {
  const sums = ["start", "luck", "loss", "given", "revised", "result"] as const;

  return (
    <section aria-labelledby="skill-title">
      <h3 id="skill-title">{say("analysis.skill")}</h3>
      <ul class="plain-words">
        {props.analysis.seats.map((seat, i) => (
          <li key={i}><MarkArt seat={i} /> {say("analysis.words", {
            player: nameOf(props, i), n: share(seat.loss_per_decision), count: seat.decisions, what: share(seat.loss), kind: share(seat.luck, true),
          })}</li>
        ))}
      </ul>
      <div class="hint-scroll" tabIndex={0} role="group" aria-labelledby="skill-title">
        <table class="hint-table sums">
          <thead>
            <tr><th scope="col">{t("final.player")}</th><th scope="col">{say("analysis.per")}</th>{sums.map((key) => <th key={key} scope="col">{say(`analysis.${key}`)}</th>)}</tr>
          </thead>
          <tbody>
            {props.analysis.seats.map((seat, i) => (
              <tr key={i}>
                <th scope="row"><MarkArt seat={i} /> {nameOf(props, i)}</th>
                <td class="num">{share(seat.loss_per_decision)}</td>
                {sums.map((key) => {
                  const value = key === "loss" ? -seat.loss : seat[key];
                  const whole = key === "start" || key === "result";
                  return <td key={key} class={`num ${whole || Math.abs(value) < 0.0005 ? "" : value > 0 ? "plus" : "minus"}`}>{share(value, !whole)}</td>;
                })}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <details>
        <summary>{say("analysis.about")}</summary>
        <dl class="abouts">
          {(["luck", "loss", "given", "revised"] as const).map((key) => <div key={key}><dt>{say(`analysis.${key}`)}</dt><dd>{say(`analysis.about.${key}`)}</dd></div>)}
        </dl>
        <p class="quiet">{say("analysis.sum")}</p>
      </details>
    </section>
  );
}

/* The graph as a table, for who cannot see it. It is long, and so made only when it is opened. */
function Moments(props: Props) {
  const [open, setOpen] = useState(false);
  const { moments, seats } = props.analysis;

  return (
    <details class="moments" onToggle={(e) => setOpen(e.currentTarget.open)}>
      <summary>{say("analysis.table")}</summary>
      {open && (
        <div class="hint-scroll tall" tabIndex={0} role="group" aria-label={say("analysis.table")}>
          <table class="hint-table">
            <thead>
              <tr><th scope="col">{say("analysis.at")}</th>{seats.map((_, i) => <th key={i} scope="col">{nameOf(props, i)}</th>)}<th scope="col">{say("analysis.what.happened")}</th></tr>
            </thead>
            <tbody>
              {moments.map((moment) => (
                <tr key={moment.index} class={moment.index === props.seq ? "best" : ""}>
                  <th scope="row"><a href={props.to(moment.index)}>{moment.index}</a></th>
                  {moment.win.map((win, i) => <td key={i} class="num">{share(win)}</td>)}
                  <td>{told(props, moment)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </details>
  );
}
