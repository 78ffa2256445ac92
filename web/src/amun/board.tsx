/* SPDX-License-Identifier: MIT
 * board.tsx -- the table of Amun-Re: where the game stands, the provinces on offer with their bids, the
 * river with its fifteen provinces, what may be done, the hand, and the players.
 */
import { useLayoutEffect, useRef, useState } from "preact/hooks";
import { digits, list, say, signed, t } from "../i18n";
import { useRoving } from "../rove";
import type { Choice, Scene } from "../types";
import { Art, Dialog, tell } from "../ui";
import { CardArt, Land, Nile, Token } from "./art";
import { Decide, decides } from "./decide";
import { boardOf, groundOf, rangeName, rangesOf } from "./ground";
import type { AmunScene, AmunState } from "./types";
import { aboutCard, bidOf, cardName, handKinds, handSize, label, offersMade, prompt, provinceName, provinces } from "./words";

interface Talk {
  scene: AmunScene;
  explain: (text: string) => void;
  open: (province: string) => void;
}

export function Board(props: { scene: Scene }) {
  const scene = props.scene as AmunScene;
  const ref = useRef<HTMLDivElement>(null);
  const [note, setNote] = useState("");
  const [card, setCard] = useState("");
  const talk: Talk = {
    scene,
    open: setCard,
    explain: (text) => {
      setNote(text);
      tell(text);
    },
  };
  const { phase } = scene.view.state;

  useRoving(ref);
  useLayoutEffect(() => setNote(""), [scene.view.seq]);
  return (
    <div class="board amun" ref={ref} role="group" aria-label={t("table.board")}>
      <Standing {...talk} />
      {phase === "bid" && <Offered {...talk} />}
      {decides(phase) && <Actions {...talk} note={note} />}
      <Decide scene={scene} />
      <Hand {...talk} />
      <RiverMap {...talk} />
      {!decides(phase) && <Actions {...talk} note={note} />}
      <Seats {...talk} />
      {card && <ProvinceCard scene={scene} province={card} close={() => setCard("")} />}
    </div>
  );
}

/* ---- where the game stands ---- */

function Standing({ scene, explain }: Talk) {
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
            <span class="pile"><Art name="a-pharaoh" /><span class="unseen">{t("amun.word.pharaoh")}: </span><Token seat={state.starting} players={scene.players} />{scene.players[state.starting]}</span>
          )}
          <span class="pile"><Art name="a-card" />{t("amun.word.deck")} <b>{state.deck.count}</b></span>
          <span class="pile"><span class="discard-mark" aria-hidden="true" />{t("amun.word.discard")} <b>{discards}</b></span>
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
                  type="button" class="space" data-rove onClick={() => explain(t("amun.web.space.about", { n: range.space, range: rangeName(range) }))}
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
        {state.temple === null && <small>{t("amun.word.temple.none")}</small>}
      </div>
      {state.phase === "offer" && <p class="sealing" data-sealed={offersMade(state).length}>{t("amun.web.sealed", { n: offersMade(state).length, all: scene.players.length })}</p>}
    </section>
  );
}

function short({ min, max }: { min: number | null; max: number | null }): string {
  return min === null ? `≤ ${max}` : max === null ? `≥ ${min}` : `${min}–${max}`;
}

/* ---- provinces on offer ---- */

function Offered({ scene, open }: Talk) {
  const { state } = scene.view;
  const [block, setBlock] = useState(false);
  const bids = scene.choices.map((choice) => ({ choice, bid: bidOf(choice)! })).filter(({ bid }) => bid);
  const may = bids.some(({ bid }) => bid.blockade);
  const wanted = block && may;

  return (
    <section class="offered" aria-labelledby="offered-title">
      <h2 id="offered-title">{t("amun.word.offered")}</h2>
      {(may || bids.some(({ bid }) => bid.overbid)) && (
        <p class="with">
          {may && (
            <label class="check">
              <input type="checkbox" name="blockade" checked={wanted} onChange={(e) => setBlock(e.currentTarget.checked)} />
              <CardArt kind="blockade" /><span>{t("amun.action.bid.blockade")}</span>
            </label>
          )}
          {bids.some(({ bid }) => bid.overbid) && <span class="quiet"><CardArt kind="overbid" /> {t("amun.web.overbid.note")}</span>}
        </p>
      )}
      <div class="ladders">
        {state.offered.map((province) => (
          <article key={province} class="ladder" data-ladder={province} aria-labelledby={`ladder-${province}`}>
            <header>
              <h3 id={`ladder-${province}`}>{provinceName(province)}</h3>
              <button type="button" class="button icon quiet-button" data-rove aria-label={t("amun.web.about", { what: provinceName(province) })} onClick={() => open(province)}>?</button>
            </header>
            <Marks state={state} province={province} />
            <ol class="rungs">
              {boardOf(state).bid_numbers.map((n) => {
                const found = bids.filter(({ bid }) => bid.province === province && bid.number === n);
                const choice = (found.find(({ bid }) => bid.blockade === wanted) ?? found[0])?.choice;
                return <Rung key={n} scene={scene} province={province} n={n} choice={choice} />;
              })}
            </ol>
          </article>
        ))}
      </div>
    </section>
  );
}

function Rung({ scene, province, n, choice }: { scene: AmunScene; province: string; n: number; choice: Choice | undefined }) {
  const { markers, blockade } = scene.view.state;
  const on = Object.keys(markers).map(Number).filter((seat) => markers[String(seat)]!.province === province && markers[String(seat)]!.number === n);
  const top = on.length && Object.values(markers).every((m) => m.province !== province || m.number <= n);
  const who = list(on.map((seat) => scene.players[seat] ?? ""));
  const inside = (
    <>
      <span aria-hidden={on.length ? "true" : undefined}>{digits(n)}</span>
      {on.map((seat) => <Token key={seat} seat={seat} players={scene.players} />)}
      {on.some((seat) => blockade.includes(seat)) && <Art name="a-card-blockade" class="rung-block" />}
    </>
  );

  if (choice)
    return (
      <li class="rung may">
        <button
          type="button" class="rung-do" data-rove data-action={choice.action} disabled={scene.sending} aria-label={label(choice, scene.view)}
          aria-keyshortcuts={scene.keysShown && choice.key ? choice.key : undefined} onClick={() => scene.act(choice.seat, [choice.action])}
        >
          {inside}
        </button>
      </li>
    );
  return (
    <li class={`rung ${top ? "top" : on.length ? "overbid" : ""}`} data-rung={n}>
      {inside}
      {on.length > 0 && <span class="unseen">{`${n}: ${who}${top ? "" : `, ${t("amun.web.overbid")}`}`}</span>}
    </li>
  );
}

/* What is printed on a province, in signs; the words are on its card. */
function Marks({ state, province }: { state: AmunState; province: string }) {
  const g = groundOf(state, province);
  const here = state.provinces[province];
  const marks: [string, number, string][] = [
    ["a-farm", g.farms, "amun.word.farms"],
    ["a-limit", g.limit, "amun.word.limit"],
    ["a-temple", g.temples, "amun.word.temples"],
    ["a-gold", g.income_always, "amun.word.income_always"],
    ["a-camel", g.income_camel, "amun.word.income_camel"],
  ];
  const free: [string, number][] = here && state.offered.includes(province)
    ? [["gold", here.gold], ["card", here.cards.length]] : [["gold", g.free.gold], ["card", g.free.cards], ["stone", g.free.stones]];

  return (
    <p class="marks" aria-hidden="true">
      {marks.filter(([, n]) => n).map(([art, n, id]) => <span key={art} class="mark" title={`${say(id)}: ${n}`}><Art name={art} />{n}</span>)}
      {free.filter(([, n]) => n).map(([what, n]) => (
        <span key={what} class="mark free" title={`${t("amun.word.free")}: ${say(`amun.item.${what}`, { count: n })}`}>+{n}<Art name={`a-${what}`} /></span>
      ))}
    </p>
  );
}

/* ---- the map ---- */

function RiverMap(talk: Talk) {
  return (
    <section class="river-map" aria-labelledby="map-title">
      <h2 id="map-title" class="unseen">{t("amun.word.provinces")}</h2>
      <div class="river" aria-hidden="true">
        <Nile />
        <span class="egypt north">{t("amun.egypt.lower")}</span>
        <span class="egypt south">{t("amun.egypt.upper")}</span>
      </div>
      {provinces.map((province) => <Tile key={province} {...talk} province={province} />)}
      <Rose />
    </section>
  );
}

/* Which way is north, which side is which. */
function Rose() {
  return (
    <svg class="rose" viewBox="0 0 200 120" aria-hidden="true" focusable="false">
      <g class="rose-lines"><circle cx="100" cy="62" r="40" /><path d="M100 12v100M50 62h100" /></g>
      <path class="rose-n" d="M100 8l10 46-10-8-10 8z" /><path class="rose-s" d="M100 116l8-44-8 6-8-6z" />
      <circle class="rose-sun" cx="100" cy="62" r="9" />
      <text x="116" y="20">N</text><text x="36" y="67">W</text><text x="164" y="67">E</text>
    </svg>
  );
}

function tileWords(scene: AmunScene, province: string): string {
  const { state } = scene.view;
  const g = groundOf(state, province);
  const here = state.provinces[province];
  const on = Object.keys(state.markers).map(Number).filter((seat) => state.markers[String(seat)]!.province === province);
  const parts = [
    !here ? t("amun.web.asleep") : state.offered.includes(province) ? t("amun.web.onoffer") : here.owner === null ? t("amun.word.nobody") : scene.players[here.owner],
    t("amun.web.farms", { n: (here?.farmers ?? 0) + g.printed_farmers, all: g.farms + g.printed_farmers }),
    here?.free_farmers ? `${t("amun.word.free_farmers")}: ${here.free_farmers}` : "",
    here?.pyramids ? say("amun.item.pyramid", { count: here.pyramids }) : "",
    here?.stones ? say("amun.item.stone", { count: here.stones }) : "",
    ...on.map((seat) => `${t("amun.word.marker")} ${scene.players[seat]} ${state.markers[String(seat)]!.number}`),
  ];
  return parts.filter(Boolean).join(", ");
}

function Tile({ scene, open, province }: Talk & { province: string }) {
  const { state } = scene.view;
  const g = groundOf(state, province);
  const here = state.provinces[province];
  const owner = here?.owner ?? null;
  const offered = state.offered.includes(province);
  const on = Object.keys(state.markers).map(Number).filter((seat) => state.markers[String(seat)]!.province === province);
  const named = scene.choices.some((c) => c.verb !== "bid" && c.arg === province);

  return (
    <button
      type="button" data-rove data-province={province} data-owner={owner ?? ""}
      class={`prov ${g.side} ${g.bank ? "bank" : "desert"} ${offered ? "on-offer" : ""} ${!here ? "asleep" : ""} ${owner === null ? "" : `owned s${owner}`} ${named ? "possible" : ""}`}
      onClick={() => open(province)}
    >
      <span class="prov-head">
        <span class="prov-name">{provinceName(province)}<span class="unseen">, {tileWords(scene, province)}</span></span>
        {owner !== null && <Token seat={owner} players={scene.players} />}
        {offered && on.map((seat) => <Token key={seat} seat={seat} players={scene.players} />)}
      </span>
      <Marks state={state} province={province} />
      <Land
        lie={{
          farms: g.farms, printed: g.printed_farmers, farmers: here?.farmers ?? 0, free: here?.free_farmers ?? 0,
          stones: here?.stones ?? 0, pyramids: here?.pyramids ?? 0,
        }}
      />
    </button>
  );
}

const places = ["side", "egypt", "bank"] as const;
const cells = ["farms", "printed_farmers", "limit", "temples", "income_always", "income_camel", "free"] as const;

/* All that is printed there, how it stands, and what may be done with it now. */
function ProvinceCard({ scene, province, close }: { scene: AmunScene; province: string; close: () => void }) {
  const { state } = scene.view;
  const g = groundOf(state, province);
  const grades = g.grades ?? {};
  const here = state.provinces[province];
  const free = [
    g.free.gold && say("amun.item.gold", { count: g.free.gold }), g.free.cards && say("amun.item.card", { count: g.free.cards }),
    g.free.stones && say("amun.item.stone", { count: g.free.stones }),
  ].filter(Boolean) as string[];
  const where = { side: t(`amun.side.${g.side}`), egypt: t(`amun.egypt.${g.egypt}`), bank: t(g.bank ? "amun.bank.yes" : "amun.bank.no") };
  const gold = (n: number): string => (n ? say("amun.item.gold", { count: n }) : "");
  const told: Record<(typeof cells)[number], string> = {
    farms: String(g.farms), printed_farmers: g.printed_farmers ? String(g.printed_farmers) : "", limit: String(g.limit),
    temples: g.temples ? String(g.temples) : "", income_always: gold(g.income_always), income_camel: gold(g.income_camel), free: list(free),
  };
  const guessed = [...places, ...cells].some((cell) => grades[cell] === "guess");
  const doable = scene.choices.filter((c) => c.arg === province && !bidOf(c));
  const may = decides(state.phase) ? [] : doable;

  return (
    <Dialog title={provinceName(province)} close={close}>
      <div class="prov-card" data-card={province}>
        <Land lie={{ farms: g.farms, printed: g.printed_farmers, farmers: here?.farmers ?? 0, free: here?.free_farmers ?? 0, stones: here?.stones ?? 0, pyramids: here?.pyramids ?? 0 }} />
        <p><strong>{t("amun.word.owner")}:</strong> {here && here.owner !== null ? <><Token seat={here.owner} players={scene.players} /> {scene.players[here.owner]}</> : state.offered.includes(province) ? t("amun.web.onoffer") : t("amun.word.nobody")}</p>
        <dl class="prov-cells">
          <div data-cell="place">
            <dt>{t("amun.web.place")}</dt>
            <dd>{places.map((cell) => <span key={cell} class="prov-place">{where[cell]}<Guess grade={grades[cell]} /></span>)}</dd>
          </div>
          {cells.filter((cell) => told[cell] || grades[cell] === "guess").map((cell) => (
            <div key={cell} data-cell={cell} class={grades[cell] === "guess" ? "guess" : ""}>
              <dt>{say(`amun.word.${cell}`)}</dt>
              <dd>{told[cell] || 0}<Guess grade={grades[cell]} /></dd>
            </div>
          ))}
        </dl>
        {guessed && <p class="quiet" aria-hidden="true"><sup>?</sup> {t("amun.word.guess")}</p>}
        {may.map((c) => (
          <button key={c.action} type="button" class="button primary" disabled={scene.sending} onClick={() => { close(); scene.act(c.seat, [c.action]); }}>{label(c, scene.view)}</button>
        ))}
      </div>
    </Dialog>
  );
}

/* The discreet mark on what no printed board has confirmed. */
function Guess({ grade }: { grade: string | undefined }) {
  if (grade !== "guess")
    return null;
  return (
    <sup class="guess-mark" title={t("amun.word.guess")}><span aria-hidden="true">?</span><span class="unseen"> ({t("amun.word.guess")})</span></sup>
  );
}

/* ---- what may be done ---- */

const mostButtons = 24;

function Actions({ scene, note }: Talk & { note: string }) {
  const { view, choices, sending } = scene;
  const { phase } = view.state;
  const ref = useRef<HTMLElement>(null);
  const hadFocus = useRef(false);
  const [all, setAll] = useState(false);
  const elsewhere = decides(phase);
  const plain = elsewhere ? [] : choices.filter((c) => c.verb !== "bid" && c.verb !== "sell");

  /* A button that was pressed goes away; the focus stays near it instead of falling to the page's top. */
  useLayoutEffect(() => {
    const at = document.activeElement;
    if (hadFocus.current && (!at || at === document.body))
      ref.current?.querySelector<HTMLElement>(".prompt")?.focus({ preventScroll: true });
    else
      hadFocus.current = !!ref.current?.parentElement?.contains(at);
  });
  useLayoutEffect(() => setAll(false), [phase, scene.acting]);

  if (phase === "over" && !note)
    return null;
  return (
    <section ref={ref} class={`actions ${elsewhere ? "calm" : ""} ${choices.length ? "mine" : ""}`} aria-labelledby="actions-title">
      <h2 id="actions-title" class="unseen">{t("table.actions")}</h2>
      <p class="prompt" tabIndex={-1} data-prompt={choices.length ? "mine" : "wait"} data-seat-asked={choices[0]?.seat}>
        {sending ? t("prompt.sending") : prompt(view, scene.players, choices)}
      </p>
      {plain.length > 0 && (
        <div class="choices">
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
      {choices.length > plain.length && (
        <details class="all-actions" open={all} onToggle={(e) => setAll(e.currentTarget.open)}>
          <summary>{t("amun.web.all", { count: choices.length })}</summary>
          {all && <Everything scene={scene} />}
        </details>
      )}
      {scene.error && !elsewhere && <p class="trouble">{scene.error}</p>}
      {note && <p class="note">{note}</p>}
    </section>
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
  const kinds = handKinds(state.seats[seat]!.cards);

  return (
    <section class="hand" aria-labelledby="hand-title" data-hand={seat}>
      <h2 id="hand-title"><Token seat={seat} players={scene.players} /> {t("amun.web.hand", { player: scene.players[seat] ?? "" })}</h2>
      {kinds.length === 0 && <p class="quiet">{t("text.nothing")}</p>}
      <ul class="cards">
        {kinds.map((kind, i) => {
          const sale = scene.choices.find((c) => c.action === `sell:${kind}`);
          return (
            <li key={`${kind}${i}`} class="power" data-power={kind}>
              <button type="button" class="power-face" data-rove title={aboutCard(kind)} onClick={() => explain(aboutCard(kind))}>
                <CardArt kind={kind} />
                <span class="power-words" aria-hidden="true"><strong>{cardName(kind)}</strong><small>{say(`amun.card.${kind}.what`)}</small></span>
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

/* ---- the players ---- */

function Seats(talk: Talk) {
  const { scene } = talk;
  const n = scene.players.length;
  const first = scene.mine.length === 1 ? scene.mine[0]! : 0;

  return (
    <section class="seats amun-seats" data-players={n} aria-labelledby="seats-title">
      <h2 id="seats-title" class="unseen">{t("table.seats")}</h2>
      {Array.from({ length: n }, (_, i) => (first + i) % n).map((seat) => <SeatCard key={seat} {...talk} seat={seat} />)}
    </section>
  );
}

function SeatCard({ scene, open, seat }: Talk & { seat: number }) {
  const { state, insight } = scene.view;
  const here = state.seats[seat]!;
  const now = insight?.now[seat]?.total;
  const acts = Array.isArray(state.to_act) && state.to_act.includes(seat);
  const own = provinces.filter((p) => state.provinces[p]?.owner === seat);
  const income = insight?.income[seat];
  const who = scene.seats[seat];

  return (
    <article
      class={`seat amun-seat s${seat} ${acts ? "acting" : ""} ${state.result?.winners.includes(seat) ? "winner" : ""} ${scene.mine.includes(seat) ? "own" : ""}`}
      data-seat={seat} aria-labelledby={`seat-${seat}`}
    >
      <header class="seat-head">
        <Token seat={seat} players={scene.players} />
        <h3 id={`seat-${seat}`} class="seat-name">{scene.players[seat]}</h3>
        <p class="badges">
          {scene.mine.includes(seat) && <span class="badge you">{t("table.seat.you")}</span>}
          {who?.kind === "bot" && <span class="badge">{t("table.seat.bot")}</span>}
          {who?.kind === "person" && who.online === false && !scene.past && <span class="badge away">{t("table.seat.away")}</span>}
          {acts && <span class="badge acts">{t("table.seat.acts")}</span>}
        </p>
        <p class="seat-score">
          <strong data-score={here.score} aria-hidden="true">{here.score}</strong>
          <span class="unseen">{t("table.score", { n: here.score })}. </span>
          {now !== undefined && state.phase !== "over" && <span class="seat-now">{t("amun.web.now", { n: signed(now) })}</span>}
        </p>
      </header>
      <p class="holds">
        <span class="mark" data-gold={here.gold}><Art name="a-gold" /><span class="unseen">{t("amun.word.gold")}: </span>{here.gold}</span>
        <span class="mark"><Art name="a-card" /><span class="unseen">{t("amun.word.hand")}: </span>{handSize(here.cards)}</span>
        {state.starting === seat && <span class="mark"><Art name="a-pharaoh" />{t("amun.word.pharaoh")}</span>}
        {income && state.phase !== "over" && own.length > 0 && (
          <span class="mark" title={t("amun.web.incomes", { what: income.join(" / ") })}>
            <Art name="a-farm" /><span class="unseen">{t("amun.web.incomes", { what: income.join(" / ") })}</span><span aria-hidden="true">{income.join("/")}</span>
          </span>
        )}
      </p>
      {own.length > 0 && (
        <ul class="holdings">
          {own.map((p) => <li key={p}><button type="button" class="button small" data-rove onClick={() => open(p)}>{provinceName(p)}</button></li>)}
        </ul>
      )}
    </article>
  );
}

