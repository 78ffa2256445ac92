/* SPDX-License-Identifier: MIT
 * offer.tsx -- phase 4: the offer that is sealed, who has sealed, and what the reveal shows.
 */
import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import { explain } from "../api";
import { digits, list, say } from "../i18n";
import { useStore } from "../store";
import { Signed, tell } from "../ui";
import { Asked } from "./asked";
import { Sales } from "./build";
import { t } from "./say";
import type { AmunScene, AmunView, Offer } from "./types";
import { cardName, rangeName, rangesOf, spaceOf } from "./ground";
import { Planner } from "./plan";
import type { Sacrifice } from "./sheets";

/* ---- before the reveal ---- */

export function OfferPanel({ scene }: { scene: AmunScene }) {
  const seat = scene.acting;
  const open = seat >= 0 && !scene.past && !sealedBy(scene.view, seat);

  return (
    <section class="panel decide offer" aria-labelledby="offer-title" data-sealed={!open}>
      <Asked scene={scene} id="offer-title" />
      <TempleScale view={scene.view} seat={eyes(scene)} total={null} />
      {open && <OfferForm key={seat} scene={scene} seat={seat} />}
      {scene.mine.filter((i) => sealedBy(scene.view, i)).map((i) => <OwnOffer key={i} scene={scene} seat={i} />)}
      <Waiting scene={scene} />
      {scene.error && <p class="trouble">{scene.error}</p>}
    </section>
  );
}

/* Whose income the scale names: who is asked, else the only one at this screen. */
function eyes(scene: AmunScene): number {
  return scene.acting >= 0 || scene.mine.length !== 1 ? scene.acting : scene.mine[0]!;
}

function sealedBy(view: AmunView, seat: number): boolean {
  const offer = view.state.sacrifice?.offers[String(seat)];
  return !!offer && (!!offer.sealed || !!offer.steal || offer.gold !== undefined);
}

/* With several players at one screen, nobody's offer is shown to the next. */
function OwnOffer({ scene, seat }: { scene: AmunScene; seat: number }) {
  const offer = scene.view.state.sacrifice!.offers[String(seat)]!;
  const told = offer.sealed || scene.mine.length > 1 ? t("amun.offer.sealed.by", { player: scene.players[seat]! })
    : t("amun.offer.sealed", { player: scene.players[seat]!, offer: offerWords(offer) });

  useEffect(() => tell(told), [told]);
  return <p class="offer-own" data-own-offer={seat}><strong>{told}</strong></p>;
}

function offerWords(offer: Offer): string {
  const parts = [offer.steal ? t("amun.offer.word.steal") : say("amun.offer.word.gold", { n: offer.gold ?? 0 })];
  if (offer.correction)
    parts.push(t("amun.offer.word.correction"));
  if (offer.sold?.length)
    parts.push(t("amun.offer.word.sold", { cards: list(offer.sold.map(cardName)) }));
  return list(parts);
}

function Waiting({ scene }: { scene: AmunScene }) {
  return (
    <ul class="offer-seats" aria-label={t("amun.offer.who")}>
      {scene.players.map((name, i) => {
        const done = sealedBy(scene.view, i);
        return (
          <li key={i} class={done ? "done" : ""} data-offered={i} data-done={done}>
            <span class={`offer-mark ${done ? "tick" : ""}`} aria-hidden="true">{done ? "" : "…"}</span>
            {name} <small>{t(done ? "amun.offer.done" : "amun.offer.open")}</small>
          </li>
        );
      })}
    </ul>
  );
}

interface Wish {
  gold: number;
  steal: boolean;
  correction: boolean;
}

export function actionOf(wish: Wish): string {
  return `offer:${wish.steal ? "steal" : wish.gold}${wish.correction ? "+correction" : ""}`;
}

function OfferForm({ scene, seat }: { scene: AmunScene; seat: number }) {
  const attempt = useRef(scene.attempt);
  attempt.current = scene.attempt;
  const mind = useMemo(() => new Planner<AmunView>(seat, scene.view, (actions) => attempt.current(seat, actions)), [seat]);
  useEffect(() => mind.rebase(scene.view), [scene.view]);
  const now = useStore(mind.shown);
  const [wish, setWish] = useState<Wish>({ gold: 1, steal: false, correction: false });
  const [draft, setDraft] = useState<string | null>(null);      /* the number as it is being typed */
  const legal = new Set(now.view.legal[String(seat)] ?? []);
  const most = mostGold(legal);
  const gold = Math.max(1, Math.min(wish.gold, most));
  const steal = wish.steal || most === 0;
  const mayCorrect = legal.has(actionOf({ gold, steal, correction: true }));
  const action = actionOf({ gold, steal, correction: wish.correction && mayCorrect });
  const ready = now.settled && legal.has(action) && !scene.sending;
  /* While it is not known yet what a sale brings, more may be wished for than there is. */
  const amount = (n: number): void => setWish({ ...wish, steal: false, gold: Math.max(1, Math.min(now.settled ? most : Infinity, Math.round(n) || 1)) });
  const purse = now.view.state.seats[seat]!.gold + (now.view.state.sacrifice?.offers[String(seat)]?.sold?.length ?? 0);

  return (
    <form
      class="offer-form" data-offer={action} data-settled={now.settled}
      onSubmit={(e) => {
        e.preventDefault();
        if (ready)
          scene.act(seat, [...mind.plan, action]);
      }}
    >
      <fieldset class="offer-kind">
        <legend>{t("amun.offer.kind", { player: scene.players[seat]! })}</legend>
        <label class="check">
          <input type="radio" name="offer-kind" value="gold" checked={!steal} disabled={most === 0} onChange={() => setWish({ ...wish, steal: false })} />
          {t("amun.offer.gold")}
        </label>
        <label class="check">
          <input type="radio" name="offer-kind" value="steal" checked={steal} onChange={() => setWish({ ...wish, steal: true })} />
          {t("amun.offer.steal")}
        </label>
      </fieldset>
      {!steal && (
        <div class="offer-amount">
          <button type="button" class="button icon" aria-label={t("amun.offer.less")} disabled={gold <= 1} onClick={() => amount(gold - 1)}>−</button>
          <input type="range" min={1} max={most} value={gold} aria-label={t("amun.offer.amount")} aria-valuetext={say("amun.offer.word.gold", { n: gold })} onInput={(e) => amount(e.currentTarget.valueAsNumber)} />
          <button type="button" class="button icon" aria-label={t("amun.offer.more")} disabled={gold >= most} onClick={() => amount(gold + 1)}>+</button>
          <input
            type="number" class="offer-number" min={1} max={most} value={draft ?? gold} inputMode="numeric" aria-label={t("amun.offer.amount")}
            onInput={(e) => {
              setDraft(e.currentTarget.value);
              if (e.currentTarget.valueAsNumber >= 1)
                amount(e.currentTarget.valueAsNumber);
            }}
            onBlur={() => setDraft(null)}
          />
          <span class="quiet">{t("amun.offer.of", { n: most })}</span>
        </div>
      )}
      {(mayCorrect || wish.correction) && (
        <label class="check">
          <input
            type="checkbox" name="correction" checked={wish.correction && mayCorrect}
            onChange={(e) => setWish({ ...wish, correction: e.currentTarget.checked })}
          />
          {t("amun.offer.correction")}
        </label>
      )}
      <Sales mind={mind} base={scene.view} seat={seat} />
      {now.refused !== null && <p class="trouble">{(now.refused as { code?: string }).code === "illegal" ? t("amun.build.refused") : explain(now.refused)}</p>}
      <p class="offer-means" aria-live="polite">
        {steal ? t("amun.offer.means.steal") : t("amun.offer.means.gold", { n: gold, left: Math.max(0, purse - gold) })}{" "}
        {wish.correction && mayCorrect && t("amun.offer.means.correction")}
      </p>
      <div class="decide-do">
        <button type="submit" class="button primary big" data-seal disabled={!ready}>
          {steal ? t("amun.offer.seal.steal") : say("amun.offer.seal", { n: gold })}
        </button>
      </div>
    </form>
  );
}

function mostGold(legal: Set<string>): number {
  let most = 0;
  for (const action of legal) {
    const n = Number(action.slice(6));
    if (action.startsWith("offer:") && n > most)
      most = n;
  }
  return most;
}

/* ---- the temple's scale ---- */

/* The four spaces with the totals that lead there; what each would bring the seat, where the view says so. */
export function TempleScale({ view, seat, total }: { view: AmunView; seat: number; total: number | null }) {
  const ranges = rangesOf(view.state);
  const at = total === null ? null : spaceOf(ranges, total);
  const income = seat < 0 ? null : view.insight?.income?.[seat];

  return (
    <div class="scale">
      <p class="scale-title">{total === null ? t("amun.temple.scale") : t("amun.temple.scale.total", { total: digits(total) })}</p>
      <ol>
        {ranges.map((r) => (
          <li key={r.space} class={r.space === at ? "here" : ""} aria-current={r.space === at ? "true" : undefined} data-space={r.space}>
            <b>{t("amun.temple.space", { n: r.space })}</b>
            <span>{rangeName(r)}</span>
            {income && <small>{t("amun.temple.income", { n: income[r.space - 1] ?? 0 })}</small>}
          </li>
        ))}
      </ol>
    </div>
  );
}

/* ---- the reveal ---- */

export function RevealTable({ sacrifice, players }: { sacrifice: Sacrifice; players: string[] }) {
  const order = players.map((_, i) => i).sort((a, b) => (sacrifice.offers[b]?.gold ?? -9) - (sacrifice.offers[a]?.gold ?? -9) || (sacrifice.rank[a] ?? 9) - (sacrifice.rank[b] ?? 9));
  const corrects = sacrifice.offers.some((o) => o?.correction);

  return (
    <div class="scroll" tabIndex={0} role="group" aria-label={t("amun.reveal.title", { n: sacrifice.round })}>
      <table class="reveal" data-total={sacrifice.total ?? undefined}>
        <thead>
          <tr>
            <th scope="col">{t("amun.reveal.player")}</th>
            <th scope="col">{t("amun.reveal.offer")}</th>
            {corrects && <th scope="col">{t("amun.reveal.correction")}</th>}
            <th scope="col">{t("amun.reveal.rank")}</th>
            <th scope="col">{t("amun.reveal.reward")}</th>
          </tr>
        </thead>
        <tbody>
          {order.map((i, place) => (
            <tr key={i} data-row={i} style={`--turn: ${order.length - 1 - place}`}>
              <th scope="row">{players[i]}</th>
              <td><Signed n={sacrifice.offers[i]?.gold ?? 0} plain /></td>
              {corrects && <td>{correction(sacrifice, i)}</td>}
              <td>{sacrifice.rank[i] ?? "–"}</td>
              <td>{rewardWords(sacrifice, i)}</td>
            </tr>
          ))}
        </tbody>
        {sacrifice.total !== null && (
          <tfoot>
            <tr class="sum">
              <th scope="row">{t("amun.reveal.total")}</th>
              <td colSpan={corrects ? 4 : 3}>
                <Signed n={sacrifice.total} plain />: <span>{t("amun.reveal.temple", { n: sacrifice.temple ?? 0 })}</span>
              </td>
            </tr>
          </tfoot>
        )}
      </table>
    </div>
  );
}

function correction(s: Sacrifice, seat: number) {
  const made = s.corrected[seat];
  if (!s.offers[seat]?.correction)
    return "–";
  return made == null ? t("amun.reveal.correcting") : <Signed n={made} />;
}

function rewardWords(s: Sacrifice, seat: number): string {
  const taken = s.reward[seat];
  if (taken)
    return itemWords(taken);
  if (s.stole[seat])
    return t("amun.reveal.stole", { n: s.stole[seat]! });
  if (s.offers[seat]?.gold === -3)
    return t("amun.reveal.steals");
  return s.due[seat] ? say("amun.reveal.due", { n: s.due[seat]! }) : "–";
}

export function itemWords([cards, farmers, stones]: [number, number, number]): string {
  const parts = [["card", cards], ["farmer", farmers], ["stone", stones]] as const;
  const some = parts.filter(([, n]) => n > 0).map(([what, n]) => say(`amun.item.${what}`, { count: n }));
  return some.length ? list(some) : t("amun.reward.none");
}

export function Reveal({ scene, sacrifice }: { scene: AmunScene; sacrifice: Sacrifice }) {
  const revealed = sacrifice.offers.every((o) => o !== null);
  const total = scene.view.state.sacrifice?.total ?? sacrifice.total;

  return (
    <section class="panel reveal-panel" aria-labelledby="reveal-title" data-reveal={sacrifice.round}>
      <h2 id="reveal-title" tabIndex={-1}>{t("amun.reveal.title", { n: sacrifice.round })}</h2>
      {revealed && <RevealTable sacrifice={sacrifice} players={scene.players} />}
      {sacrifice.starting !== null && <p>{t("amun.reveal.starting", { player: scene.players[sacrifice.starting]! })}</p>}
      {total !== null && <TempleScale view={scene.view} seat={eyes(scene)} total={total} />}
    </section>
  );
}
