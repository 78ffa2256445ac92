/* SPDX-License-Identifier: MIT
 * scenes.tsx -- the scenes of Amun-Re: the sealed offers revealed, the harvest that follows, the scoring of a kingdom.
 */
import type { Cutscene } from "../cutscene";
import { say } from "../i18n";
import type { Scene, Step } from "../types";
import { Art, Signed, Token } from "../ui";
import { provinceName } from "./ground";
import { t } from "./say";
import { scoringTitle } from "./sheet";
import { lines, sheetsOf, type Income, type Sacrifice, type Scoring } from "./sheets";

export function cutscenes(step: Step, scene: Scene): Cutscene[] {
  const { players } = scene;
  const { sacrifices, incomes, scorings } = sheetsOf(scene.steps, players.length);
  const [sacrifice, income, scoring] = [sacrifices.at(-1), incomes.at(-1), scorings.at(-1)];
  const has = (...events: string[]): boolean => step.events.some((e) => events.includes(e.event));
  const all: Cutscene[] = [];

  if (sacrifice && has("offered", "total"))
    all.push({ name: "reveal", title: t("amun.reveal.title", { n: sacrifice.round }), length: 4200, body: () => <Offers sacrifice={sacrifice} players={players} /> });
  if (income?.done && has("income"))
    all.push({ name: "harvest", title: t("amun.income.title", { n: income.round }), length: 4600, body: () => <Harvest income={income} players={players} /> });
  if (scoring?.done && has("kingdom_ended", "game_over"))
    all.push({ name: "kingdom", title: scoringTitle(scoring), length: 4600, body: () => <Kingdom scoring={scoring} players={players} /> });
  return all;
}

/* The lowest offer is turned over first, what they come to stands below. */
function Offers({ sacrifice, players }: { sacrifice: Sacrifice; players: string[] }) {
  const { offers, total, temple, corrected } = sacrifice;
  const order = offers.map((_, i) => i).sort((a, b) => (offers[a]?.gold ?? 0) - (offers[b]?.gold ?? 0));

  return (
    <>
      <ul class="scene-offers">
        {offers.map((offer, i) => (
          <li key={i} style={`--turn: ${order.indexOf(i)}`}>
            <span class="scene-offer"><Art name="a-gold" /><b>{offer ? <Signed n={offer.gold} plain /> : "–"}</b>{corrected[i] ? <small><Signed n={corrected[i]!} /></small> : null}</span>
            <Token seat={i} players={players} /><span class="who">{players[i]}</span>
          </li>
        ))}
      </ul>
      {total !== null && (
        <p class="scene-temple"><Art name="a-amun" /> {t("amun.reveal.total")}: <Signed n={total} plain />{temple !== null && <>, {t("amun.reveal.temple", { n: temple })}</>}</p>
      )}
    </>
  );
}

function Harvest({ income, players }: { income: Income; players: string[] }) {
  return (
    <>
      <p>{t("amun.income.caption", { n: income.temple })}</p>
      <ul class="cutscene-list">
        {income.seats.map(({ yields, total }, i) => (
          <li key={i} style={`--turn: ${i}`}>
            <Token seat={i} players={players} /><span class="who">{players[i]}</span>
            <span class="sum"><Signed n={total ?? 0} /><Art name="a-gold" /></span>
            <span class="scene-yields">{yields.map((y) => <span key={y.province}><Art name="a-farm" />{provinceName(y.province)} {y.harvest + y.further + y.eight}</span>)}</span>
          </li>
        ))}
      </ul>
    </>
  );
}

function Kingdom({ scoring, players }: { scoring: Scoring; players: string[] }) {
  return (
    <ul class="cutscene-list">
      {players.map((name, i) => (
        <li key={i} style={`--turn: ${i}`}>
          <Token seat={i} players={players} /><span class="who">{name}</span>
          <span class="sum"><Signed n={scoring.total[i]!} /></span><span class="sum">{scoring.after[i]}</span>
          <span class="scene-yields">{lines.filter((line) => scoring.cells[line][i]?.points).map((line) => <span key={line}>{say(`amun.category.${line}`)} {scoring.cells[line][i]!.points}</span>)}</span>
        </li>
      ))}
    </ul>
  );
}
