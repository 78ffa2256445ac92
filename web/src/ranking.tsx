/* SPDX-License-Identifier: MIT
 * ranking.tsx -- who won, and by what.
 */
import { say, t } from "./i18n";
import type { Seat, State } from "./types";
import { Art, Signed } from "./ui";

/* What the points are the sum of: an epoch, a kingdom. */
export interface Part {
  name: string;
  points: number[];           /* of each seat */
}

export function Ranking({ state, players, seats, tie, parts = [] }: { state: State; players: string[]; seats: Seat[]; tie: string; parts?: Part[] }) {
  const { scores, winners } = state.result!;
  const won = (seat: number): number => Number(winners.includes(seat));
  const before = (a: number, b: number): boolean => (scores[a]! - scores[b]! || won(a) - won(b)) > 0;
  const order = scores.map((_, i) => i).sort((a, b) => scores[b]! - scores[a]! || won(b) - won(a));
  const best = Math.max(...scores);
  const tied = scores.filter((s) => s === best).length > winners.length;

  return (
    <div class="ranking">
      <p class="ranking-win">
        <Art name="scarab" />
        <strong>{winners.map((w) => t("final.wins", { player: players[w] ?? "" })).join(" ")}</strong>
      </p>
      <table>
        <thead>
          <tr><th scope="col">{t("final.rank")}</th><th scope="col">{t("final.player")}</th>{parts.map(({ name }) => <th key={name} scope="col" class="part">{name}</th>)}<th scope="col">{t("final.points")}</th></tr>
        </thead>
        <tbody>
          {order.map((seat) => (
            <tr key={seat} class={winners.includes(seat) ? "winner" : ""}>
              <td>{1 + order.filter((o) => before(o, seat)).length}</td>
              <th scope="row">
                <span class="ranking-name">{players[seat]}</span>
                {seats[seat]?.for && <small class="ranking-for">{t("leave.played", { player: players[seat]!, name: seats[seat]!.for! })}</small>}
                {parts.length > 0 && <small class="parts-below">{parts.map(({ name, points }) => <span key={name}><span class="unseen">{name} </span><Signed n={points[seat] ?? 0} /> </span>)}</small>}
              </th>
              {parts.map(({ name, points }) => <td key={name} class="part"><Signed n={points[seat] ?? 0} /></td>)}
              <td class="num">{scores[seat]}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {tied && <p class="quiet">{say(tie)}</p>}
    </div>
  );
}
