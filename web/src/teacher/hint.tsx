/* SPDX-License-Identifier: MIT
 * hint.tsx -- what a bot thinks of all that a seat may do: the chance to win, the points to be expected, how an auction
 * would end; why it stands as it does; what the bag may bring.
 */
import { useEffect } from "preact/hooks";
import { has, list, say } from "../i18n";
import type { HintProps } from "../teach";
import { tell } from "../ui";
import { actionName, Bar, botName, decimal, kindName, share } from "./parts";
import type { Hint, HintAction } from "./types";

const mostShown = 8;

export function HintPanel(props: HintProps & { hint: Hint; seat: number }) {
  const { game, view, cast, hint, seat } = props;
  const name = (action: string): string => actionName(game, view, seat, action);
  const player = (n: number): string => cast.players[n] ?? "";
  const best = hint.actions.find(({ action }) => action === hint.best);
  const sorted = [...hint.actions].sort((a, b) => Number(b === best) - Number(a === best) || b.win - a.win);
  /* All offer at once, so none is best: the bot draws from a mix, and others of it may be worth a little more. */
  const mixed = view.state.phase === "offer";
  const said = say(mixed ? "hint.mixed" : "hint.best", { what: name(hint.best) });

  useEffect(() => tell([said, best ? `${say("hint.win")}: ${share(best.win)}` : "", best ? ended(best, player) : ""].filter(Boolean).join(". ")), [hint]);
  return (
    <div class="hint">
      <p class="hint-best"><strong>{said}</strong> <small>{say("hint.title", { what: botName(hint.bot) })}</small></p>
      {mixed && <p class="quiet">{say("hint.mixed.why")}</p>}
      {sorted.length > 0 && (
        <div class="hint-scroll" tabIndex={0} role="group" aria-label={say("hint.all")}>
          <table class="hint-table">
            <caption class="unseen">{say("hint.all")}</caption>
            <thead>
              <tr><th scope="col">{say("hint.action")}</th><th scope="col">{say("hint.win")}</th><th scope="col">{say("hint.score")}</th><th scope="col">{say("hint.loss")}</th></tr>
            </thead>
            <tbody>
              {sorted.slice(0, mostShown).map((one) => <Row key={one.action} one={one} best={one === best} name={name(one.action)} ends={ended(one, player)} />)}
            </tbody>
          </table>
        </div>
      )}
      {sorted.length > mostShown && <p class="quiet">{say("hint.more", { count: sorted.length - mostShown })}</p>}
      <Why hint={hint} player={player(seat)} />
      {hint.odds && <Bag odds={hint.odds} name={(kind) => kindName(kind, view)} />}
    </div>
  );
}

/* How the auction ends that the action belongs to, or begins. */
function ended(one: HintAction, player: (seat: number) => string): string {
  if (one.ends === undefined)
    return "";
  return one.ends === null ? say("hint.ends.nobody") : say("hint.ends.seat", { player: player(one.ends.seat), n: one.ends.sun });
}

function Row({ one, best, name, ends }: { one: HintAction; best: boolean; name: string; ends: string }) {
  return (
    <tr class={best ? "best" : ""} data-hint-action={one.action}>
      <th scope="row">{best && <span class="best-mark" aria-hidden="true">★ </span>}{name}{ends && <small>{ends}</small>}</th>
      <td><Bar value={one.win} /><span class="num">{share(one.win)}</span></td>
      <td class="num">{decimal(one.score)}</td>
      <td class="num">{one.loss < 0.0005 ? "–" : share(one.loss)}</td>
    </tr>
  );
}

function Why({ hint, player }: { hint: Hint; player: string }) {
  const about = (term: string, of: string): string => say(of === "own" ? "why.about.own" : has(`why.about.${term}`) ? `why.about.${term}` : "why.about.own");
  const abouts = [...new Set(hint.why.map(({ term, of }) => about(term, of)))];

  if (hint.win === undefined)
    return null;
  return (
    <details class="why">
      <summary>{say("why.title", { player })}</summary>
      {hint.why.length === 0 ? <p>{say("why.none")}</p> : (
        <ul>
          {hint.why.map(({ term, of, by }) => (
            <li key={term}><span>{say(`why.${term}`)}<sup aria-hidden="true">{abouts.indexOf(about(term, of)) + 1}</sup></span> <span class={`num ${by > 0 ? "plus" : "minus"}`}>{share(by, true)}</span></li>
          ))}
        </ul>
      )}
      <ol class="abouts">{hint.why.length > 0 && abouts.map((line) => <li key={line} class="quiet">{line}</li>)}</ol>
    </details>
  );
}

function Bag({ odds, name }: { odds: NonNullable<Hint["odds"]>; name: (kind: string) => string }) {
  const kinds = Object.entries(odds.kinds).sort(([, a], [, b]) => b[0] - a[0]);
  const ends = odds.epoch_ends.map((chance, i) => [i + 1, chance] as const).filter(([, chance]) => chance >= 0.001).slice(0, 4);
  /* Kinds of which there are as many stand in one line. */
  const lines = [...new Set(kinds.map(([, [count]]) => count))].map((count) => kinds.filter(([, of]) => of[0] === count));

  return (
    <details class="odds">
      <summary>{say("hint.bag.title", { count: odds.tiles })}</summary>
      {ends.length > 0 && <ul>{ends.map(([n, chance]) => <li key={n}><span>{say("hint.bag.epoch", { n })}</span> <span class="num">{share(chance)}</span></li>)}</ul>}
      <h3>{say("hint.bag.next")}</h3>
      <ul>
        {lines.map((all) => (
          <li key={all[0]![0]}><span>{list(all.map(([kind]) => name(kind)))}</span> <span class="num">{all.length > 1 && say("hint.bag.each")} {share(all[0]![1][1])}</span></li>
        ))}
      </ul>
    </details>
  );
}
