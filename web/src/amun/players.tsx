/* SPDX-License-Identifier: MIT
 * players.tsx -- everybody in a line: gold, cards, pyramids, points and income; on a press, all of it.
 */
import { signed, say } from "../i18n";
import { RuleButton, Ruled } from "../learn";
import { Art, Dialog, Token } from "../ui";
import { t } from "./say";
import type { AmunScene, AmunState, AmunTally, Talk } from "./types";
import { handSize, provinceName, provinces } from "./words";

export function Players({ scene, show }: { scene: AmunScene; show: (seat: number) => void }) {
  const n = scene.players.length;
  const first = scene.mine.length === 1 ? scene.mine[0]! : 0;

  return (
    <section class="players" data-players={n} aria-labelledby="seats-title">
      <h2 id="seats-title" class="unseen">{t("table.seats")}</h2>
      <ul>
        {Array.from({ length: n }, (_, i) => (first + i) % n).map((seat) => <PlayerLine key={seat} scene={scene} seat={seat} show={show} />)}
      </ul>
    </section>
  );
}

function holdings(state: AmunState, seat: number): string[] {
  return provinces.filter((p) => state.provinces[p]?.owner === seat);
}

function PlayerLine({ scene, seat, show }: { scene: AmunScene; seat: number; show: (seat: number) => void }) {
  const { state, insight } = scene.view;
  const here = state.seats[seat]!;
  const over = state.phase === "over";
  const now = over ? undefined : insight?.now[seat]?.total;
  const acts = Array.isArray(state.to_act) && state.to_act.includes(seat);
  const own = holdings(state, seat);
  const pyramids = own.reduce((sum, p) => sum + state.provinces[p]!.pyramids, 0);

  return (
    <li
      class={`player s${seat} ${acts ? "acting" : ""} ${state.result?.winners.includes(seat) ? "winner" : ""} ${scene.mine.includes(seat) ? "own" : ""}`}
      data-seat={seat}
    >
      <button type="button" class="player-do" data-rove onClick={() => show(seat)}>
        <Token seat={seat} players={scene.players} />
        <span class="player-who"><span class="player-name">{scene.players[seat]}</span><Badges scene={scene} seat={seat} acts={acts} /></span>
        <Mark art="a-gold" what={t("amun.word.gold")} n={here.gold} class="player-gold" />
        <Mark art="a-card" what={t("amun.word.hand")} n={handSize(here.cards)} class="player-cards" />
        <Mark art="a-pyramid" what={t("amun.word.pyramids")} n={pyramids} class="player-pyramids" />
        {!over && <Incomes income={insight?.income[seat] ?? []} space={state.temple} />}
        <span class="player-score" title={t("amun.build.score")}>
          <strong data-points={here.score} aria-hidden="true">{here.score}</strong>
          <span class="unseen">{t("points", { n: here.score })}</span>
          {now !== undefined && <small class="player-now"> {t("amun.web.now", { n: signed(now) })}</small>}
        </span>
      </button>
    </li>
  );
}

function Badges({ scene, seat, acts }: { scene: AmunScene; seat: number; acts: boolean }) {
  const who = scene.seats[seat];
  const mine = scene.mine.includes(seat);
  const away = who?.kind === "person" && who.online === false && !scene.past && !mine;

  return (
    <span class="badges">
      {scene.view.state.starting === seat && <span class="pharaoh" title={t("amun.word.pharaoh")}><Art name="a-pharaoh" /><span class="unseen">{t("amun.word.pharaoh")}</span></span>}
      {acts && <span class="badge acts">{t("table.seat.acts")}</span>}
      {mine && <span class="badge you">{t("table.seat.you")}</span>}
      {who?.kind === "bot" && <span class="badge bot">{t("table.seat.bot")}</span>}
      {away && <span class="badge away">{t("table.seat.away")}</span>}
    </span>
  );
}

function Mark({ art, what, n, class: name }: { art: string; what: string; n: number; class: string }) {
  return <span class={`mark ${name}`} title={what} data-n={n}><Art name={art} /><span class="unseen">{what}: </span>{n}</span>;
}

/* What the four spaces of the temple would bring; that on which it stands is the one that counts now. */
function Incomes({ income, space }: { income: number[]; space: number | null }) {
  return (
    <span class={`mark player-income ${space === null ? "open" : ""}`}>
      <Art name="a-farm" /><span class="unseen">{t("amun.build.income")}: </span>
      {income.map((n, i) => (
        <span key={i} class={`income ${space === i + 1 ? "here" : ""}`} title={t("amun.web.income.at", { n: i + 1, gold: n })}>
          <span class="unseen">{t("amun.temple.at", { n: i + 1 })} </span>{n}
        </span>
      ))}
    </span>
  );
}

/* ---- all that is known of one ---- */

const tallied = ["pyramids", "sets", "sides", "temples", "total"] as const satisfies readonly (keyof AmunTally)[];

export function PlayerCard({ scene, seat, close, open }: { scene: AmunScene; seat: number; close: () => void; open: Talk["open"] }) {
  const { state, insight } = scene.view;
  const here = state.seats[seat]!;
  const own = holdings(state, seat);
  const now = state.phase === "over" ? undefined : insight?.now[seat];
  const income = state.phase === "over" ? undefined : insight?.income[seat];

  return (
    <Dialog title={scene.players[seat] ?? ""} close={close}>
      <div class="player-card" data-player-card={seat}>
        <p class="player-has">
          <Token seat={seat} players={scene.players} /> <strong>{t("points", { n: here.score })}</strong>
          <span>{say("amun.item.gold", { count: here.gold })}</span><span>{say("amun.item.card", { count: handSize(here.cards) })}</span>
        </p>
        {income && (
          <>
            <h3>{t("amun.build.income")} <RuleButton game="amun_re" about="income" title={t("amun.build.income")} /></h3>
            <ol class="player-incomes">
              {income.map((n, i) => (
                <li key={i} class={state.temple === i + 1 ? "here" : ""} aria-current={state.temple === i + 1 ? "true" : undefined}>
                  <small>{t("amun.temple.space", { n: i + 1 })}</small> <b>{n}</b>
                </li>
              ))}
            </ol>
            <p class="quiet">{t("amun.web.income.note")}</p>
          </>
        )}
        {now && (
          <>
            <h3>{t("amun.build.score")}</h3>
            <dl class="prov-cells">
              {tallied.map((line) => <div key={line} class={line === "total" ? "sum" : ""}><dt><Ruled game="amun_re" about={line} title={t(`amun.category.${line}`)} alone>{t(`amun.category.${line}`)}</Ruled></dt><dd>{now[line]}</dd></div>)}
            </dl>
          </>
        )}
        {own.length > 0 && (
          <>
            <h3>{t("amun.word.provinces")}</h3>
            <p class="holdings">{own.map((p) => <button key={p} type="button" class="button" onClick={() => open(p)}>{provinceName(p)}</button>)}</p>
          </>
        )}
      </div>
    </Dialog>
  );
}
