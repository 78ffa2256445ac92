/* SPDX-License-Identifier: MIT
 * analysis.tsx -- a finished game gone through: how the chances to win went, and what the moment shown did to them. Then the
 * decisions that cost most, and for each player luck apart from skill.
 */
import { useLayoutEffect, useRef, useState } from "preact/hooks";
import { gameName } from "../games";
import { say, share, stop, t } from "../i18n";
import type { AnalysisProps } from "../teach";
import { Reasons } from "./facts";
import { Autoplay, Picture, PlayOn, type Result } from "./onward";
import { actionName, botName, decimal, MarkArt } from "./parts";
import { Graph } from "./graph";
import type { Analysis, Moment } from "./types";

type Props = AnalysisProps & { analysis: Analysis };

const mostWorst = 10;

export function AnalysisPanel(props: Props) {
  const { analysis, cast, seq, to, setAsked, StepBar } = props;
  const { moments } = analysis;
  const at = Math.min(seq, moments.length - 1);
  const last = moments.length - 1;
  const go = (n: number): void => location.replace(to(Math.max(0, Math.min(last, n))));
  const [whose, setWhose] = useState<number[] | null>(null);

  const worst = analysis.preliminary ? [] : worstOf(analysis, whose);
  const rest = useInView(at, worst);

  return (
    <div class="analysed">
      <div class="analysed-now">
        {analysis.preliminary && <By analysis={analysis} />}
        <Graph analysis={analysis} names={cast.players} at={at} go={go} />
        <StepBar at={at} last={last} go={go}><Autoplay at={at} last={last} go={go} /></StepBar>
        <Legend {...props} at={at} />
      </div>
      {!analysis.preliminary && (
        <div class="analysed-rest" ref={rest} tabIndex={0} role="group" aria-label={say("analysis.worst")}>
          <Worst {...props} worst={worst} whose={whose} setWhose={setWhose} />
          <div class="review-do">
            <Onward {...props} at={at} last={last} whose={whose} />
            <Picture result={resultOf(props)} name={`khepri-${analysis.game}.png`} />
            <button type="button" class="button small" data-close-analysis onClick={() => setAsked(0)}>{t("set.close")}</button>
          </div>
          <Players {...props} />
          <Moments {...props} />
          <By analysis={analysis} />
        </div>
      )}
    </div>
  );
}

function By({ analysis }: { analysis: Analysis }) {
  return <p class="quiet">{say(analysis.preliminary ? "analysis.preliminary" : "analysis.title", { what: botName(analysis.bot) })}</p>;
}

/* Scrolls the box so that the decision of the moment shown is in it, and nothing else on the page. */
function useInView(at: number, worst: number[]) {
  const box = useRef<HTMLDivElement>(null);
  const listed = worst.includes(at);

  useLayoutEffect(() => {
    const e = box.current;
    const show = (): void => {
      const room = e!.getBoundingClientRect();
      const shown = e!.querySelector("[aria-current]")?.parentElement?.getBoundingClientRect();
      if (shown && (shown.top < room.top || shown.bottom > room.bottom))
        e!.scrollTop += shown.top - room.top;
    };
    if (!e || !listed)
      return;
    const watch = new ResizeObserver(show);
    show();
    watch.observe(e);
    return () => watch.disconnect();
  }, [at, listed]);
  return box;
}

function resultOf({ analysis, cast }: Props): Result {
  const { moments } = analysis;
  const end = moments.at(-1)!;

  return { title: gameName(analysis.game), names: cast.players, scores: end.score.map(Math.round), winners: end.win.map((win) => win === Math.max(...end.win)), chances: moments.map(({ win }) => win) };
}

/* The person at this screen plays on in their own seat; at a record, in the seat chosen, or in the seat that decides. */
function Onward({ analysis, cast, mine, record, at, last, whose }: Props & { at: number; last: number; whose: number[] | null }) {
  const seat = mine[0] ?? whose?.[0] ?? analysis.moments[at]?.seat ?? 0;

  return record && <PlayOn record={record} at={at} last={last} seat={seat} player={cast.players[seat] ?? ""} />;
}

function worstOf({ moments, seats }: Analysis, whose: number[] | null): number[] {
  const all = seats.flatMap((seat, i) => (!whose || whose.includes(i) ? seat.worst : []));

  return all.sort((a, b) => (moments[b]!.loss ?? 0) - (moments[a]!.loss ?? 0)).slice(0, mostWorst);
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
    if (!luck)
      return "";
    const most = luck.map((by, i) => ({ by, i })).sort((a, b) => Math.abs(b.by) - Math.abs(a.by))[0];

    return most && Math.abs(most.by) >= 0.0005 ? say("analysis.luck.moment", { player: nameOf(props, most.i), n: share(most.by, true) }) : say("analysis.luck.none");
  }
  const what = actionName(game, view, seat, action);

  return loss < 0.0005 || best === undefined || best === action
    ? say("analysis.fine", { player: nameOf(props, seat), what })
    : `${stop(better(props, moment))} ${say("analysis.cost", { n: share(loss) })}`;
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
          <li key={seat}><MarkArt seat={seat} /> <span class="legend-name">{nameOf(props, seat)}</span> <strong class="num">{share(win)}</strong> <Points n={moment.score[seat] ?? 0} /></li>
        ))}
      </ul>
      <p class="legend-told"><span class="quiet">{say("analysis.moment", { n: props.at })}</span> {told(props, moment)}</p>
    </div>
  );
}

/* Where there is little room, without the word. */
function Points({ n }: { n: number }) {
  return <small class="num"><span class="points-long">{t("points", { n: decimal(n) })}</span><span class="points-short" aria-hidden="true">{decimal(n)}</span></small>;
}

/* What an action led to, and what the best would have led to. */
function Overlooked({ game, view, cast, mine, moment }: Props & { moment: Moment }) {
  const { action = "", best = "", seat = 0, facts, best_facts } = moment;

  return <Reasons telling={{ game, view, players: cast.players, seat, you: mine.includes(seat) }} choices={[{ action, facts }, { action: best, facts: best_facts }]} />;
}

interface Listed {
  worst: number[];
  whose: number[] | null;     /* null: everybody's */
  setWhose: (seats: number[] | null) => void;
}

/* Whose decisions: a switch for who has played, a list of all for a game of others. */
function Whose({ mine, cast, whose, setWhose }: Props & Listed) {
  if (mine.length)
    return <label class="check whose"><input type="checkbox" role="switch" name="mine" checked={!!whose} onChange={(e) => setWhose(e.currentTarget.checked ? mine : null)} /> {say("analysis.mine")}</label>;
  return (
    <label class="whose">{say("analysis.whose")} <select name="whose" value={String(whose?.[0] ?? "")} onChange={(e) => setWhose(e.currentTarget.value ? [Number(e.currentTarget.value)] : null)}>
      <option value="">{say("analysis.everybody")}</option>
      {cast.players.map((name, seat) => <option key={seat} value={String(seat)}>{name}</option>)}
    </select></label>
  );
}

function Worst(props: Props & Listed) {
  const { worst } = props;
  const { moments } = props.analysis;

  return (
    <section class="worst-box" aria-labelledby="worst-title">
      <div class="worst-head"><h3 id="worst-title">{say("analysis.worst")}</h3><Whose {...props} /></div>
      {worst.length === 0 ? <p>{say("analysis.none")}</p> : (
        <ol class="worst">
          {worst.map((n) => (
            <li key={n}>
              <a href={props.to(n)} data-worst={n} aria-current={props.seq === n ? "step" : undefined}>
                <span class="num minus">−{share(moments[n]!.loss ?? 0)}</span> <MarkArt seat={moments[n]!.seat!} />
                <span><span class="worst-what">{better(props, moments[n]!)}</span> <small>{say("analysis.at")} {n}</small></span>
              </a>
              <Overlooked {...props} moment={moments[n]!} />
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
      <details data-sums>
      <summary>{say("analysis.details")}</summary>
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
      <h4>{say("analysis.about")}</h4>
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
