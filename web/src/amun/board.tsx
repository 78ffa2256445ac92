/* SPDX-License-Identifier: MIT
 * board.tsx -- the table of Amun-Re: where the game stands, what may be done, and the hand. The map, the ladders of bids,
 * the dialogues and the players have files of their own.
 */
import { useLayoutEffect, useRef, useState } from "preact/hooks";
import { useFlights } from "../fly";
import { named, say } from "../i18n";
import { Note, Ruled, type Explained } from "../learn";
import { useRoving } from "../rove";
import type { Choice, Scene } from "../types";
import { Art, tell, Token, useSmall } from "../ui";
import { CardArt } from "./art";
import { Asked } from "./asked";
import { Decide, decides, inDialogue } from "./decide";
import { rangeName, rangesOf } from "./ground";
import { Offered } from "./ladder";
import { ProvinceCard, RiverMap } from "./map";
import { moved } from "./motion";
import { PlayerCard, Players } from "./players";
import { t } from "./say";
import type { AmunScene, Talk } from "./types";
import { aboutCard, bidOf, cardName, handKinds, handSize, label, provinceName } from "./words";

/* On a wide page what is looked at lies in the west, what is done in the east, and both on one screen. On a narrow one the
 * style sheet puts all of it into one column, the map before what is done. */
export function Board(props: { scene: Scene }) {
  const scene = props.scene as AmunScene;
  const ref = useRef<HTMLDivElement>(null);
  const [note, setNote] = useState<Explained | null>(null);
  const [card, setCard] = useState("");
  const [player, setPlayer] = useState(-1);
  const small = useSmall();
  const talk: Talk = {
    scene,
    open: (province) => {
      setPlayer(-1);
      setCard(province);
    },
    explain: (text, about, title) => {
      setNote({ text, about, title });
      tell(text);
    },
  };

  useRoving(ref);
  useLayoutEffect(() => setNote(null), [scene.view.seq]);
  useFlights(ref, scene, moved);
  return (
    <div class="board amun" ref={ref} role="group" aria-label={t("table.board")}>
      <Players scene={scene} show={setPlayer} />
      <div class="board-west">
        <Standing {...talk} note={note} putAway={() => setNote(null)} />
        <RiverMap {...talk} />
      </div>
      <div class="board-east">
        <Actions {...talk} small={small} />
        {scene.view.state.phase === "bid" && !small && <Offered {...talk} />}
        <Decide scene={scene} />
        <Hand {...talk} />
        {inDialogue(scene) && <All scene={scene} />}
      </div>
      {card && <ProvinceCard scene={scene} province={card} close={() => setCard("")} />}
      {player >= 0 && <PlayerCard scene={scene} seat={player} close={() => setPlayer(-1)} open={talk.open} />}
    </div>
  );
}

/* ---- where the game stands ---- */

function Standing({ scene, explain, note, putAway }: Talk & { note: Explained | null; putAway: () => void }) {
  const { state } = scene.view;
  const kingdom = t(state.round > 3 ? "amun.kingdom.new" : "amun.kingdom.old");
  const discards = handSize(state.discard);

  return (
    <section class="stage standing" aria-labelledby="stage-title">
      <div class="frieze" aria-hidden="true" />
      <div class="stage-head">
        <h2 id="stage-title">
          {t("amun.round", { n: state.round })} <span class="kingdom">{kingdom}</span> <span class="phase" data-phase={state.phase}>{say(`amun.phase.${state.phase}`)}</span>
        </h2>
        <p class="piles">
          {state.starting !== null && (
            <Ruled game="amun_re" about="a-pharaoh" title={t("amun.word.pharaoh")} class="pile"><Art name="a-pharaoh" /><span class="unseen">{t("amun.word.pharaoh")}: </span><Token seat={state.starting} players={scene.players} />{scene.players[state.starting]}</Ruled>
          )}
          <Ruled game="amun_re" about="a-card" title={t("amun.word.deck")} class="pile deck-pile"><Art name="a-card" />{t("amun.word.deck")} <b>{state.deck.count}</b></Ruled>
          <Ruled game="amun_re" about="discard" title={t("amun.word.discard")} class="pile"><span class="discard-mark" aria-hidden="true" />{t("amun.word.discard")} <b>{discards}</b></Ruled>
        </p>
      </div>
      <div class="temple-track">
        <h3><Art name="a-amun" />{t("amun.word.temple")}</h3>
        <ol>
          {rangesOf(state).map((range) => {
            const here = state.temple === range.space;
            return (
              <li key={range.space} class={here ? "here" : ""} data-space={range.space}>
                <button
                  type="button" class="space" data-rove onClick={() => explain(t("amun.web.space.about", { n: range.space, range: rangeName(range) }), "a-amun", t("amun.word.temple"))}
                >
                  {here && <Art name="a-amun" />}
                  <b>{range.space}</b>
                  <small>{short(range)}</small>
                  {here && <span class="unseen">{t("amun.web.here")}</span>}
                </button>
              </li>
            );
          })}
        </ol>
        {state.temple === null && <small>{named(t("amun.word.temple"), t("amun.word.temple.none"))}</small>}
      </div>
      {note && <Note game="amun_re" note={note} close={putAway} />}
    </section>
  );
}

function short({ min, max }: { min: number | null; max: number | null }): string {
  return min === null ? `< ${max! + 1}` : max === null ? `> ${min - 1}` : `${min}–${max}`;
}

/* ---- what may be done ---- */

const mostButtons = 24;

/* What is asked, and the few things that are simply chosen. A dialogue says itself what it asks. */
function Actions({ scene, open, small }: Talk & { small: boolean }) {
  const { view, choices, sending } = scene;
  const ref = useRef<HTMLElement>(null);
  const hadFocus = useRef(false);
  const dialogue = inDialogue(scene);
  const plain = choices.filter((c) => c.verb !== "bid" && c.verb !== "sell");

  /* A button that was pressed goes away; the focus stays near it instead of falling to the page's top. */
  useLayoutEffect(() => {
    const at = document.activeElement;
    if (hadFocus.current && (!at || at === document.body))
      ref.current?.querySelector<HTMLElement>(".prompt")?.focus({ preventScroll: true });
    else
      hadFocus.current = !!ref.current?.closest(".board")?.contains(at);
  });
  if (scene.past || view.state.phase === "over" || dialogue)
    return null;
  return (
    <section ref={ref} class={`actions ${choices.length ? "mine" : ""}`} aria-labelledby="actions-title">
      <Asked scene={scene} id="actions-title" />
      {(plain.length > 0 || small) && (
        <div class="choices">
          {small && <Biddable scene={scene} open={open} />}
          {plain.map((c) => (
            <button
              key={c.action} type="button" class={`choice verb-${c.verb}`} data-action={c.action} disabled={sending}
              aria-keyshortcuts={scene.keysShown && c.key ? c.key : undefined} onClick={() => scene.act(c.seat, [c.action])}
            >
              <ChoiceArt choice={c} />{label(c, view)}
              {scene.keysShown && c.key && <kbd aria-hidden="true">{c.key}</kbd>}
            </button>
          ))}
        </div>
      )}
      {choices.length > plain.length && <All scene={scene} />}
      {scene.error && <p class="trouble">{scene.error}</p>}
    </section>
  );
}

/* On a phone the provinces that may be bid on; each opens its card with the bids, as a press on the map does. */
function Biddable({ scene, open }: { scene: AmunScene; open: Talk["open"] }) {
  const bids = scene.choices.map(bidOf).filter((bid) => bid !== null);

  return (
    <>
      {[...new Set(bids.map(({ province }) => province))].map((province) => (
        <button key={province} type="button" class="choice verb-open" data-bid-on={province} disabled={scene.sending} onClick={() => open(province)}>
          {provinceName(province)} <small>{t("amun.web.bid.from", { n: Math.min(...bids.filter((bid) => bid.province === province).map((bid) => bid.number)) })}</small>
        </button>
      ))}
    </>
  );
}

/* For those who would rather choose from a list. */
function All({ scene }: { scene: AmunScene }) {
  const { choices, view: { state } } = scene;
  const [all, setAll] = useState(false);

  useLayoutEffect(() => setAll(false), [state.phase, scene.acting]);
  if (!choices.length)
    return null;
  return (
    <details class="all-actions arrow" open={all} onToggle={(e) => setAll(e.currentTarget.open)}>
      <summary>{t("amun.web.all", { count: choices.length })}</summary>
      {all && <Everything scene={scene} />}
    </details>
  );
}

/* Each legal action as it is; a long list is a choice of one. */
function Everything({ scene }: { scene: AmunScene }) {
  const { choices, view, sending } = scene;
  const [picked, setPicked] = useState(0);
  const choice = choices[Math.min(picked, choices.length - 1)];

  if (choices.length <= mostButtons)
    return (
      <div class="choices">
        {choices.map((c) => (
          <button key={c.action} type="button" class="button small" data-plain={c.action} disabled={sending} onClick={() => scene.act(c.seat, [c.action])}>{label(c, view)}</button>
        ))}
      </div>
    );
  return (
    <p class="inline">
      <select aria-label={t("table.actions")} value={picked} onChange={(e) => setPicked(Number(e.currentTarget.value))}>
        {choices.map((c, i) => <option key={c.action} value={i}>{label(c, view)}</option>)}
      </select>
      <button type="button" class="button" disabled={sending} data-plain={choice?.action} onClick={() => choice && scene.act(choice.seat, [choice.action])}>{t("text.send")}</button>
    </p>
  );
}

function ChoiceArt({ choice: { verb, arg } }: { choice: Choice }) {
  if (verb === "eight_gold" || verb === "harvest" || verb === "builder" || verb === "free_farmer")
    return <Art name={`a-card-${verb}`} />;
  return verb === "bonus" ? <Art name={`a-card-${arg}`} /> : null;
}

/* ---- the hand ---- */

function Hand({ scene, explain }: Talk) {
  const { state } = scene.view;
  const seat = scene.mine.find((i) => state.seats[i] && state.seats[i].cards.count === undefined && (scene.acting < 0 || i === scene.acting));
  if (seat === undefined || state.phase === "over")
    return null;
  const { cards } = state.seats[seat]!;
  const kinds = [...new Set(handKinds(cards))];

  return (
    <section class="hand" aria-labelledby="hand-title" data-hand={seat}>
      <h2 id="hand-title"><Token seat={seat} players={scene.players} /> {t("amun.web.hand", { player: scene.players[seat] ?? "" })}</h2>
      {kinds.length === 0 && <p class="quiet">{t("text.nothing")}</p>}
      <ul class="cards">
        {kinds.map((kind) => {
          const sale = scene.choices.find((c) => c.action === `sell:${kind}`);
          return (
            <li key={kind} class="power" data-power={kind}>
              <button type="button" class="power-face" data-rove title={aboutCard(kind)} onClick={() => explain(aboutCard(kind), `a-card-${kind}`, cardName(kind))}>
                <CardArt kind={kind} />
                <span class="power-words" aria-hidden="true"><strong>{cardName(kind)}{cards[kind]! > 1 && <span class="power-times"> ×{cards[kind]}</span>}</strong><small>{say(`amun.card.${kind}.what`)}</small></span>
              </button>
              {sale && !decides(state.phase) && (
                <button type="button" class="button small" disabled={scene.sending} data-action={sale.action} aria-label={`${t("amun.web.sell")}: ${cardName(kind)}`} onClick={() => scene.act(sale.seat, [sale.action])}>
                  {t("amun.web.sell")}
                </button>
              )}
            </li>
          );
        })}
      </ul>
    </section>
  );
}
