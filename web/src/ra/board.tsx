/* SPDX-License-Identifier: MIT
 * board.tsx -- the table of Ra: both tracks, the centre sun, the round of bids, and what may be done. It also shows
 * what lies in front of each player. It draws a view and lists `legal`; it knows no rule.
 */
import { useCallback, useId, useLayoutEffect, useRef, useState } from "preact/hooks";
import { picture, useFlights, type Flight } from "../fly";
import { named, signed, stop } from "../i18n";
import { Note, Ruled, type Explained } from "../learn";
import { useRoving } from "../rove";
import type { Choice, Scene } from "../types";
import { Art, Dialog, Icon, Signed, tell, Token, useSame, useSmall } from "../ui";
import { t } from "./say";
import { SunArt } from "./sun";
import type { RaInsight, RaState, RaView } from "./types";
import { aboutKind, actionLabel, bidOrder, civilisations, joined, kindName, monuments, prompt, tileName } from "./words";

type RaScene = Scene<RaView>;

interface Talk {
  scene: RaScene;
  explain: (text: string, about: string, title: string) => void;
}

export function Board(props: { scene: RaScene }) {
  const { scene } = props;
  const ref = useRef<HTMLDivElement>(null);
  const [note, setNote] = useState<Explained | null>(null);
  const [mat, setMat] = useState(-1);
  const small = useSmall();
  const newest = useRef(scene);
  newest.current = scene;
  /* What was drawn for an earlier scene and has stayed acts in the newest one. */
  const act = useCallback<Scene["act"]>((seat, actions) => newest.current.act(seat, actions), []);
  const explain = useCallback<Talk["explain"]>((text, about, title) => {
    setNote({ text, about, title });
    tell(text);
  }, []);
  const talk = { scene: { ...scene, act }, explain };
  const putAway = (): void => setNote(null);

  useRoving(ref);
  useLayoutEffect(() => setNote(null), [scene.view.seq]);
  useFlights(ref, scene, moved);
  return (
    <>
      <div class="board" ref={ref} role="group" aria-label={t("table.board")}>
        <Stage {...talk} show={small ? setMat : null} />
        <Actions {...talk} note={note} putAway={putAway} />
        <Seats {...talk} small={small} />
      </div>
      {small && mat >= 0 && (
        <Dialog title={scene.players[mat] ?? ""} class="low mat" close={() => setMat(-1)}>
          <SeatCard {...talk} seat={mat} inside />
          {note && <Note game="ra" note={note} close={putAway} />}
        </Dialog>
      )}
    </>
  );
}

/* ---- motion ---- */

function place(board: HTMLElement, ...selectors: string[]): DOMRect {
  return selectors.map((one) => board.querySelector(one)).find((e) => e)?.getBoundingClientRect() ?? new DOMRect();
}

/* What the step moved: a lot won, a tile taken by a god, the suns exchanged. */
function moved(board: HTMLElement, { state: before }: RaView, view: RaView): Flight[] {
  let slot = -1;
  const flights: Flight[] = [];

  for (const e of view.step?.events ?? []) {
    const home = (): DOMRect => place(board, `[data-seat="${e.seat}"] .seat-name`, `[data-bidder="${e.seat}"]`);
    if (e.event === "god_took") {
      slot = before.track.indexOf(String(e.detail));
      flights.push({ picture: picture(`k-${e.detail}`), from: place(board, `[data-slot="${slot}"]`), to: home() });
    } else if (e.event === "won") {
      before.track.forEach((kind, i) => {
        if (kind)
          flights.push({ picture: picture(`k-${kind}`), from: place(board, `[data-slot="${i}"]`), to: home(), delay: i * 45 });
      });
      flights.push({ picture: picture("sun"), from: home(), to: place(board, ".centre") });
    } else if (e.event === "got_sun") {
      flights.push({ picture: picture("sun-spent"), from: place(board, ".centre"), to: home() });
    }
  }
  return flights;
}

/* ---- the stage: tracks and centre sun ---- */

type Show = ((seat: number) => void) | null;

function Stage({ scene, explain, show }: Talk & { show: Show }) {
  const { state } = scene.view;

  return (
    <section class="stage" aria-labelledby="stage-title">
      <div class="frieze" aria-hidden="true" />
      <div class="stage-head">
        <h2 id="stage-title">{state.phase === "over" ? t("prompt.over") : t(`ra.epoch.${state.epoch as 1 | 2 | 3}`)}</h2>
        <RaTrack scene={scene} explain={explain} />
      </div>
      <div class="stage-body">
        <button
          type="button" class="centre" data-rove
          title={t("ra.about.sun.centre", { n: state.centre_sun })}
          onClick={() => explain(t("ra.about.sun.centre", { n: state.centre_sun }), "centre", t("ra.table.centre"))}
        >
          <SunArt n={state.centre_sun} />
          <span class="centre-label">{t("ra.table.centre")}<span class="unseen"> {state.centre_sun}</span></span>
        </button>
        <ol class="track" aria-label={t("ra.table.track")}>
          {state.track.map((kind, i) => <Slot key={i} scene={scene} explain={explain} kind={kind} at={i} />)}
        </ol>
      </div>
      {state.phase !== "over" && <Round scene={scene} show={show} />}
    </section>
  );
}

function RaTrack({ scene, explain }: Talk) {
  const { state, step } = scene.view;
  const count = t("ra.table.ratrack.count", { count: state.ra_tiles, n: state.ra_track });
  const last = t("ra.table.ratrack.last", { n: state.ra_track });
  const newcomer = scene.before && step?.events.some((e) => e.event === "ra_drawn") ? state.ra_tiles - 1 : -1;

  return (
    <button
      type="button" class="ratrack" data-rove data-ra={state.ra_tiles}
      title={`${stop(count)} ${last}`}
      onClick={() => explain(`${stop(count)} ${last} ${aboutKind("ra", state.options.edition)}`, "ra_track", t("ra.table.ratrack"))}
    >
      <span class="unseen">{named(t("ra.table.ratrack"), count)}</span>
      {Array.from({ length: state.ra_track }, (_, i) => (
        <span key={i} aria-hidden="true" class={`socket ${i === state.ra_track - 1 ? "fatal" : ""}`}>
          {i < state.ra_tiles
            ? <Art key={i === newcomer ? scene.view.seq : "still"} name="k-ra" class={i === newcomer ? "drop" : ""} />
            : <span class="socket-mark">{i === state.ra_track - 1 ? <Icon name="moon" /> : i + 1}</span>}
        </span>
      ))}
    </button>
  );
}

function Slot({ scene, explain, kind, at }: Talk & { kind: string | null; at: number }) {
  const { state } = scene.view;

  if (!kind)
    return (
      <li class="slot" data-slot={at}>
        <span class="slot-empty" aria-hidden="true" />
        <span class="unseen">{t("ra.table.track.slot", { n: at + 1, what: t("ra.table.empty") })}</span>
      </li>
    );
  const name = kindName(kind, state.options.edition);
  const choice = scene.choices.find((c) => c.verb === "take" && c.arg === kind);
  const fresh = scene.before && scene.before.seq !== scene.view.seq && scene.before.state.track[at] === null;
  return (
    <li class="slot" data-slot={at} data-kind={kind}>
      <button
        type="button" class={`tile ${choice ? "possible" : ""}`} data-rove
        aria-label={t("ra.table.track.slot", { n: at + 1, what: choice ? actionLabel(choice, state) : name })}
        title={aboutKind(kind, state.options.edition)}
        onClick={() => choice ? scene.act(choice.seat, [choice.action]) : explain(aboutKind(kind, state.options.edition), `k-${kind}`, name)}
      >
        <Art key={fresh ? scene.view.seq : "still"} name={`k-${kind}`} class={fresh ? "drop" : ""} />
        <TileName kind={kind} name={name} />
      </button>
    </li>
  );
}

/* A long word shows where it may be divided; drawn by the style sheet, for the tile's own name has no hyphen. */
function TileName({ kind, name }: { kind: string; name: string }) {
  const divided = tileName(kind);

  return divided
    ? <span class="tile-name" aria-hidden="true" data-divided={divided} />
    : <span class="tile-name" aria-hidden="true">{name}</span>;
}

/* ---- the round of bids; between auctions, what the lot is worth to each ---- */

type Standing = "bid" | "passed" | "asked" | "later" | "cannot";

/* Whoever was passed over had no sun higher than the bid then, and has none higher now. */
function standing(state: RaState, seat: number): Standing {
  const { auction, to_act } = state;
  if (!auction)
    return "later";
  if (String(seat) in auction.bids)
    return "bid";
  if (auction.passed.includes(seat))
    return "passed";
  const asked = state.phase === "auction" && Array.isArray(to_act) ? to_act[0] : undefined;
  if (asked === seat)
    return "asked";
  return state.seats[seat]!.ready.some((n) => n > (auction.high?.sun ?? 0)) ? "later" : "cannot";
}

/* Where the page is small, `show` opens the mat of who is named, for it is not on the page. */
function Round({ scene, show }: { scene: RaScene; show: Show }) {
  const { state, insight } = scene.view;
  const { auction } = state;
  const order = auction ? bidOrder(state) : state.seats.map((_, i) => i);
  const caller = (auction && scene.players[auction.ra_player]) ?? "";
  const called = auction && t(auction.cause === "invoke" ? "ra.auction.invoked" : "ra.auction.drawn", { player: caller });

  return (
    <div class={`round ${auction ? "bidding" : ""}`}>
      <h3 class="round-title">
        {auction && <><Art name="k-ra" /> <span>{named(t("ra.auction.title"), called!)}</span></>}
        {auction ? <small class="round-note" aria-hidden="true">{t("ra.table.lot.title")}</small> : <span>{t("ra.table.lot.title")}</span>}
      </h3>
      <ol class="round-list" aria-label={auction ? t("ra.auction.order") : t("ra.table.lot.title")}>
        {order.map((seat) => {
          const how = standing(state, seat);
          const high = auction?.high?.seat === seat;
          return (
            <li key={seat} class={`bidder ${auction ? how : ""} ${high ? "high" : ""}`} data-bidder={seat} data-standing={auction ? how : ""}>
              <Token seat={seat} players={scene.players} />
              {show
                ? <button type="button" class={`bidder-name ${auction ? how : ""}`} data-rove data-mat={seat} onClick={() => show(seat)}>{scene.players[seat]}</button>
                : <span class={`bidder-name ${auction ? how : ""}`}>{scene.players[seat]}</span>}
              <Ready suns={state.seats[seat]!.ready} bid={auction?.bids[String(seat)]} />
              {auction && (
                <span class={`bidder-how ${how}`}>
                  {how === "bid" ? t("ra.auction.bid", { n: auction.bids[String(seat)]! }) : t(`ra.auction.${how}`)}
                  {high && <span class="unseen"> ({t("ra.auction.high")})</span>}
                </span>
              )}
              <Lot insight={insight} seat={seat} />
            </li>
          );
        })}
      </ol>
    </div>
  );
}

/* What each may still bid. */
function Ready({ suns, bid }: { suns: number[]; bid?: number }) {
  return (
    <span class="bidder-suns">
      <span class="unseen">{t("ra.table.ready", { what: joined(suns) })}</span>
      {suns.map((n) => <SunArt key={n} n={n} class={n === bid ? "bid" : ""} />)}
    </span>
  );
}

function Lot({ insight, seat }: { insight: RaInsight | null; seat: number }) {
  const worth = insight?.lot[seat]?.[seat];
  if (worth === undefined)
    return null;
  return (
    <span class="bidder-lot">
      <span class="unseen">{t("ra.table.lot", { n: signed(worth) })}</span>
      <span aria-hidden="true"><Signed n={worth} /></span>
    </span>
  );
}

/* ---- what may be done ---- */

function Actions({ scene, note, putAway }: Talk & { note: Explained | null; putAway: () => void }) {
  const { view, choices, sending } = scene;
  const own = choices[0]?.seat;
  const ref = useRef<HTMLElement>(null);
  const hadFocus = useRef(false);

  /* A button that was pressed goes away; the focus stays near it instead of falling to the page's top. */
  useLayoutEffect(() => {
    const at = document.activeElement;
    if (hadFocus.current && (!at || at === document.body))
      ref.current?.querySelector<HTMLElement>(".prompt")?.focus({ preventScroll: true });
    else
      hadFocus.current = !!ref.current?.contains(at);
  });

  if ((scene.past || view.state.phase === "over") && !note)
    return null;
  return (
    <section ref={ref} class={`actions ${choices.length ? "mine" : ""}`} aria-labelledby="actions-title">
      <h2 id="actions-title" class="unseen">{t("table.actions")}</h2>
      {!scene.past && (
        <p class="prompt" tabIndex={-1} data-prompt={choices.length ? "mine" : "wait"} data-seat-asked={own}>
          {sending ? t("prompt.sending") : prompt(view, scene.players, choices)}
        </p>
      )}
      {scene.hint}
      {choices.length > 0 && (
        <div class="choices">
          {choices.map((c) => (
            <button
              key={c.action} type="button" class={`choice verb-${c.verb}`} data-action={c.action} disabled={sending}
              aria-keyshortcuts={scene.keysShown && c.key ? c.key : undefined} onClick={() => scene.act(c.seat, [c.action])}
            >
              <ChoiceArt choice={c} />
              <span class={c.verb === "take" ? "unseen" : ""}>{actionLabel(c, view.state)}</span>
              {c.verb === "take" && <span aria-hidden="true">{kindName(c.arg, view.state.options.edition)}</span>}
              {scene.keysShown && c.key && <kbd aria-hidden="true">{c.key}</kbd>}
            </button>
          ))}
        </div>
      )}
      {scene.error && <p class="trouble">{scene.error}</p>}
      {note && <Note game="ra" note={note} close={putAway} />}
    </section>
  );
}

function ChoiceArt({ choice }: { choice: Choice }) {
  switch (choice.verb) {
    case "bid":
      return <SunArt n={Number(choice.arg)} />;
    case "take":
      return <><Art name="k-god" class="price" /><Icon name="to" /><Art name={`k-${choice.arg}`} /></>;
    case "discard":
      return <Art name={`k-${choice.arg}`} />;
    case "invoke":
      return <Art name="k-ra" />;
    case "draw":
      return <Art name="bag" />;
    default:
      return null;
  }
}

/* ---- the players ---- */

/* Where the page is small, only the mat of who plays here: of several, of who is asked. */
function Seats({ small, ...talk }: Talk & { small: boolean }) {
  const { scene } = talk;
  const n = scene.players.length;
  const first = scene.mine.length === 1 ? scene.mine[0]! : 0;
  const front = scene.mine.includes(scene.acting) ? scene.acting : scene.mine[0];
  const shown = small ? (front === undefined ? [] : [front]) : Array.from({ length: n }, (_, i) => (first + i) % n);

  return (
    <section class="seats" data-players={n} aria-labelledby="seats-title">
      <h2 id="seats-title" class="unseen">{t("table.seats")}</h2>
      {shown.map((seat) => <SeatCard key={seat} {...talk} seat={seat} />)}
    </section>
  );
}

type OfSeat = Talk & { seat: number; inside?: boolean };

/* Most steps change nothing for most seats. */
function SeatCard(of: OfSeat) {
  return useSame(shownOf(of), () => <Mat {...of} />);
}

/* All that a seat's mat is drawn from. */
function shownOf({ scene, seat, inside }: OfSeat): unknown {
  const { view: { state, insight }, players, seats, mine, choices, past } = scene;
  const { to_act, on_turn, auction, result, options } = state;

  return [
    seat, inside, state.seats[seat], insight?.now[seat], players, seats[seat], mine, past, options, state.phase === "over", on_turn === seat, auction?.ra_player === seat,
    Array.isArray(to_act) && to_act.includes(seat), result?.winners, choices.filter((c) => c.seat === seat && (c.verb === "bid" || c.verb === "discard")),
  ];
}

function Mat({ scene, explain, seat, inside }: OfSeat) {
  const { state, insight } = scene.view;
  const here = state.seats[seat]!;
  const now = insight?.now[seat];
  const acts = Array.isArray(state.to_act) && state.to_act.includes(seat);
  const winner = state.result?.winners.includes(seat);
  const rows = rowsOf(state, seat);
  const id = useId();
  const worths = now && [now.gods + now.suns, now.pharaohs, now.river, now.civilisation + now.gold, now.monument_kinds + now.monument_sets];

  return (
    <article
      class={`seat s${seat} ${acts ? "acting" : ""} ${winner ? "winner" : ""} ${scene.mine.includes(seat) ? "own" : ""}`}
      data-seat={inside ? undefined : seat} data-mat-of={seat} aria-labelledby={id}
    >
      <header class="seat-head">
        <Token seat={seat} players={scene.players} />
        <h3 id={id} class="seat-name">{scene.players[seat]}</h3>
        <Badges scene={scene} seat={seat} acts={acts} />
        <p class="seat-score">
          <strong data-score={here.score} aria-hidden="true">{here.score}</strong>
          <span class="unseen">{stop(t("points", { n: here.score }))} </span>
          {now && state.phase !== "over" && (
            <Ruled game="ra" about="total" title={t("ra.table.now", { n: signed(now.total) })} class="seat-now">
              <span class="unseen">{t("ra.table.now", { n: signed(now.total) })}</span>
              <span aria-hidden="true">{t("ra.table.now.short", { n: signed(now.total) })}</span>
            </Ruled>
          )}
        </p>
      </header>
      {rows.map((row, i) => (
        <div key={row.id} class={`row row-${row.id}`}>
          <ul aria-label={t(`ra.table.row.${row.id}`)}>
            {row.id === "gods" && <Suns scene={scene} explain={explain} seat={seat} />}
            {ghostsLast(row.kinds, here.tiles).map((kind) => <Held key={kind} scene={scene} explain={explain} seat={seat} kind={kind} ghost={row.ghosts} />)}
          </ul>
          {worths && state.phase !== "over" && (
            <Ruled game="ra" about={row.id} title={t(`ra.table.row.${row.id}`)} class="worth">
              <span class="unseen">{t(`ra.table.row.${row.id}`)}: </span><Signed n={worths[i]!} />
            </Ruled>
          )}
        </div>
      ))}
    </article>
  );
}

/* What is not there is folded away behind what is. */
function ghostsLast(kinds: string[], tiles: Record<string, number>): string[] {
  return [...kinds.filter((kind) => tiles[kind]), ...kinds.filter((kind) => !tiles[kind])];
}

interface Row {
  id: "gods" | "pharaohs" | "river" | "civilisation" | "monuments";
  kinds: string[];
  ghosts: boolean;
}

/* The five rows of the printed rules. Kinds have a place where they will lie, so that no row is a riddle. */
function rowsOf(state: RaState, seat: number): Row[] {
  const { tiles } = state.seats[seat]!;
  const held = (all: string[]): string[] => all.filter((kind) => tiles[kind]);
  return [
    { id: "gods", kinds: held(["god"]), ghosts: false },
    { id: "pharaohs", kinds: ["pharaoh"], ghosts: true },
    { id: "river", kinds: ["nile", "flood"], ghosts: true },
    { id: "civilisation", kinds: [...civilisations, ...held(["gold"])], ghosts: true },
    { id: "monuments", kinds: monuments, ghosts: true },
  ];
}

function Badges({ scene, seat, acts }: { scene: RaScene; seat: number; acts: boolean }) {
  const { state } = scene.view;
  const who = scene.seats[seat];

  return (
    <p class="badges">
      {scene.mine.includes(seat) && <span class="badge you">{t("table.seat.you")}</span>}
      {who?.kind === "bot" && <span class="badge">{t("table.seat.bot")}</span>}
      {who?.kind === "person" && who.online === false && !scene.past && <span class="badge away">{t("table.seat.away")}</span>}
      {state.on_turn === seat && <span class="badge turn">{t("ra.table.seat.turn")}</span>}
      {acts && state.on_turn !== seat && <span class="badge acts">{t("table.seat.acts")}</span>}
      {state.auction?.ra_player === seat && <Ruled game="ra" about="auction" title={t("ra.table.seat.ra")} class="badge caller">Ra<span class="unseen"> ({t("ra.table.seat.ra")})</span></Ruled>}
    </p>
  );
}

function Suns({ scene, explain, seat }: Talk & { seat: number }) {
  const { state } = scene.view;
  const { ready, spent } = state.seats[seat]!;
  const player = scene.players[seat] ?? "";

  return (
    <>
      {ready.map((n) => {
        const choice = scene.choices.find((c) => c.seat === seat && c.verb === "bid" && Number(c.arg) === n);
        return (
          <li key={n}>
            <button
              type="button" class={`mini ${choice ? "possible" : ""}`} data-rove data-sun={n} title={t("ra.about.sun.ready", { n, player })}
              aria-label={choice ? t("ra.action.bid", { n }) : t("ra.table.sun.ready", { n })}
              onClick={() => choice ? scene.act(choice.seat, [choice.action]) : explain(t("ra.about.sun.ready", { n, player }), "sun", t("ra.category.suns"))}
            >
              <SunArt n={n} />
            </button>
          </li>
        );
      })}
      {spent.map((n) => (
        <li key={`spent-${n}`}>
          <button
            type="button" class="mini" data-rove aria-label={t("ra.table.sun.spent", { n })} title={t("ra.about.sun.spent", { n, player })}
            onClick={() => explain(t("ra.about.sun.spent", { n, player }), "spent", t("ra.category.suns"))}
          >
            <SunArt n={n} spent />
          </button>
        </li>
      ))}
    </>
  );
}

function Held({ scene, explain, seat, kind, ghost }: Talk & { seat: number; kind: string; ghost: boolean }) {
  const { state } = scene.view;
  const { edition } = state.options;
  const count = state.seats[seat]!.tiles[kind] ?? 0;
  const name = kindName(kind, edition);

  const about = (): void => explain(aboutKind(kind, edition), `k-${kind}`, name);

  /* The bag beside the board leads keys to the same rule. */
  if (count === 0)
    return ghost ? <li class="ghost" aria-hidden="true" onClick={about}><Art name={`k-${kind}`} /></li> : null;
  const choice = scene.choices.find((c) => c.seat === seat && c.verb === "discard" && c.arg === kind);
  return (
    <li>
      <button
        type="button" class={`mini ${choice ? "possible" : ""}`} data-rove data-held={kind} title={aboutKind(kind, edition)}
        aria-label={choice ? actionLabel(choice, state) : t("ra.table.tile.count", { kind: name, count })}
        onClick={() => choice ? scene.act(choice.seat, [choice.action]) : about()}
      >
        <Art name={`k-${kind}`} />
        {count > 1 && <span class="times" aria-hidden="true">{count}</span>}
      </button>
    </li>
  );
}
