/* SPDX-License-Identifier: MIT
 * hint.tsx -- what a bot thinks of all that a seat may do: the chance to win, and the expected points. Then why the seat
 * stands as it does, and what the game adds.
 */
import { useEffect } from "preact/hooks";
import { plainWord, wordOf } from "../games";
import { say, share } from "../i18n";
import type { HintProps } from "../teach";
import { tell } from "../ui";
import { Reasons, type Choosing } from "./facts";
import { actionName, Bar, botName, decimal } from "./parts";
import type { Hint, HintAction } from "./types";

const mostShown = 8;

export function HintPanel(props: HintProps & { hint: Hint; seat: number }) {
  const { game, view, cast, hint, seat } = props;
  const name = (action: string): string => actionName(game, view, seat, action);
  const best = hint.actions.find(({ action }) => action === hint.best);
  const sorted = [...hint.actions].sort((a, b) => Number(b === best) - Number(a === best) || b.win - a.win);
  /* None is best then: the bot draws from a mix, and others of it may be worth a little more. */
  const mixed = game.hints?.mixed?.(view) ?? false;
  const [, second] = sorted;
  const pair: [Choosing, Choosing] | null = best && second ? [best, second] : null;
  const ends = (one: HintAction): string => game.hints?.ends?.(one, cast.players) ?? "";
  const said = say(mixed ? "hint.mixed" : "hint.best", { what: name(hint.best) });

  useEffect(() => tell([said, best ? `${say("hint.win")}: ${share(best.win)}` : "", best ? ends(best) : ""].filter(Boolean).join(". ")), [hint]);
  return (
    <div class="hint">
      <p class="hint-best"><strong>{said}</strong> <small>{say("hint.title", { what: botName(hint.bot) })}</small></p>
      {mixed && <p class="quiet">{wordOf(view.state.game, "hint.mixed")}</p>}
      {sorted.length > 0 && (
        <div class="hint-scroll" tabIndex={0} role="group" aria-label={say("hint.all")}>
          <table class="hint-table">
            <caption class="unseen">{say("hint.all")}</caption>
            <thead>
              <tr><th scope="col">{say("hint.action")}</th><th scope="col">{say("hint.win")}</th><th scope="col">{say("hint.score")}</th><th scope="col">{say("hint.loss")}</th></tr>
            </thead>
            <tbody>
              {sorted.slice(0, mostShown).map((one) => <Row key={one.action} one={one} best={one === best} name={name(one.action)} ends={ends(one)} />)}
            </tbody>
          </table>
        </div>
      )}
      {sorted.length > mostShown && <p class="quiet">{say("hint.more", { count: sorted.length - mostShown })}</p>}
      {pair && <section class="hint-reasons" aria-label={say("fact.title")}><Reasons telling={{ game, view, players: cast.players, seat, you: true }} choices={pair} /></section>}
      <Why hint={hint} game={view.state.game} player={cast.players[seat] ?? ""} />
      {game.hints?.More && <game.hints.More hint={hint} view={view} />}
    </div>
  );
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

function Why({ hint, game, player }: { hint: Hint; game: string; player: string }) {
  const about = (term: string, of: string): string => (of === "own" ? "" : wordOf(game, `why.about.${term}`)) || say("why.about.own");
  const abouts = [...new Set(hint.why.map(({ term, of }) => about(term, of)))];

  if (hint.win === undefined)
    return null;
  return (
    <details class="why">
      <summary>{say("why.title", { player })}</summary>
      {hint.why.length === 0 ? <p>{say("why.none")}</p> : (
        <ul>
          {hint.why.map(({ term, of, by }) => (
            <li key={term}><span>{wordOf(game, `why.${term}`) || plainWord(term)}<sup aria-hidden="true">{abouts.indexOf(about(term, of)) + 1}</sup></span> <span class={`num ${by > 0 ? "plus" : "minus"}`}>{share(by, true)}</span></li>
          ))}
        </ul>
      )}
      <ol class="abouts">{hint.why.length > 0 && abouts.map((line) => <li key={line} class="quiet">{line}</li>)}</ol>
    </details>
  );
}
