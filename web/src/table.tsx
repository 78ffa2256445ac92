/* SPDX-License-Identifier: MIT
 * table.tsx -- the page of one table: before the start the seats, then the game.
 */
import { useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState } from "preact/hooks";
import { api, explain } from "./api";
import { isLocal } from "./core/ids";
import { Game, type Shown } from "./game";
import { gameName, tableTitle, useModule, wordOf, type GameModule } from "./games";
import { homely, trouble } from "./home";
import { t } from "./i18n";
import { Coming } from "./later";
import { botOf } from "./levels";
import { notice, type LineState } from "./live";
import { Play } from "./play";
import { topic } from "./app";
import { change, clean, forget, held, hold, settings, tokensOf } from "./settings";
import { useStore } from "./store";
import type { Seat, Table, View } from "./types";
import { Art, CopyButton, hush, linkTo, tell, Token, warn } from "./ui";

export function TablePage({ id, at }: { id: string; at: number | null }) {
  const game = useMemo(() => new Game(id), [id]);
  const shown = useStore(game.shown);

  useEffect(() => {
    game.open();
    return () => game.close();
  }, [game]);
  const { table, line } = shown;
  const { tokens } = useStore(held)[id] ?? {};
  /* Somebody may sit down in another tab. */
  useEffect(() => game.rewatch(), [Object.keys(tokens ?? {}).length]);
  const seated = table && seatsHeld(table, tokens).length > 0;
  const named = table?.game ?? null;
  const { module, lost } = useModule(named);
  const wasOffline = useRef(false);
  const here = isLocal(id);
  const unkept = useStore(trouble);
  const { coach } = useStore(settings);
  useEffect(() => {
    if (named)
      topic.set(named);
  }, [named]);
  useEffect(() => {
    if (!here && (line === "offline" || (line === "live" && wasOffline.current)))
      tell(t(`conn.${line}`));
    wasOffline.current = line === "offline" || (wasOffline.current && line !== "live");
  }, [line]);

  return (
    <main id="main" class="page table" tabIndex={-1}>
      {!here && <Notice />}
      {!shown.missing && <LineSign line={shown.line} here={here} />}
      <h1 class="table-title">
        <Art name={module?.art ?? "scarab"} /> {table ? gameName(table.game) : t(shown.missing ? "table.none" : "app.loading")}
        {table && <small>{tableTitle(table.game, table.options, table.players)}</small>}
        {table && <small data-hints={table.hints}>{t(table.hints ? "table.hints" : "table.hints.off")}</small>}
        {table && seated && coach !== "off" && <small data-coach={mayCoach(table)}>{t(mayCoach(table) ? "coach.on" : table.hints ? "coach.people" : "coach.none")}</small>}
        {shown.view && !seated && <small>{t("table.spectator")}</small>}
      </h1>
      {shown.missing && <p class="trouble">{t(here ? "table.elsewhere" : "error.not_found")} <a href="#/">{t("app.home")}</a></p>}
      {here && !homely && <p class="trouble">{t("home.cannot")} <a href="#/">{t("app.home")}</a></p>}
      {here && unkept && <p class="trouble">{t(unkept.code === "net" ? "home.net" : "home.trouble", { error: unkept.error })}</p>}
      {here && !table && shown.error && <p class="trouble">{shown.error}</p>}
      {!here && line === "offline" && (!table || shown.sending) && <p class="banner" data-away>{t(homely ? "lobby.away" : "error.network")} <a href="#/">{t("app.home")}</a></p>}
      {table && shown.view && !module && <Coming lost={lost} />}
      {table && !shown.view && <Waiting game={game} table={table} />}
      {table && shown.view && module && <Guarded module={module} game={game} shown={shown} table={table} newestView={shown.view} at={at} />}
    </main>
  );
}

/* In the host's own words. It stays in view while the page is scrolled, and takes nobody's focus when it comes. */
function Notice() {
  const said = useStore(notice);
  const close = (): void => {
    notice.set(null);
    document.getElementById("main")?.focus({ preventScroll: true });
  };

  useEffect(() => {
    if (said)
      tell(`${t("notice.title")}: ${said.text}`);
  }, [said]);
  return said && (
    <section class="notice" aria-label={t("notice.title")} data-notice>
      <p><b>{t("notice.title")}</b></p>
      <button type="button" class="button small" onClick={close}>{t("set.close")}</button>
      <p class="notice-text" dir="auto">{said.text}</p>
    </section>
  );
}

function LineSign({ line, here }: { line: LineState; here: boolean }) {
  const said = here ? (line === "live" ? "conn.here" : "conn.catching") : `conn.${line}` as const;

  return (
    <p class={`line line-${line}`} data-line={line}>
      <span class="lamp" aria-hidden="true" /><span class="line-text">{t(said)}</span>
    </p>
  );
}

/* The seats this browser plays: not those that a bot has taken over, whose token is only good for coming back. */
function seatsHeld(table: Table, tokens: Record<string, string> = {}): number[] {
  return Object.keys(tokens).map(Number).filter((seat) => table.seats[seat]?.kind === "person");
}

interface Open {
  module: GameModule;
  game: Game;
  shown: Shown;
  table: Table;
  newestView: View;
  at: number | null;
}

/* Several persons at one screen, with hands of their own: one of them looks at a time, from one seat. */
function Guarded(props: Open) {
  const { module, game, shown, table, newestView } = props;
  const mine = seatsHeld(table, useStore(held)[table.id]?.tokens);
  const shared = module.secrets && mine.length > 1;
  const { to_act } = newestView.state;
  /* A moment on the way to the newest asks nobody any more. */
  const still = newestView.seq >= Math.max(newestView.last, shown.newest);
  const next = still && Array.isArray(to_act) ? to_act.find((seat) => mine.includes(seat)) : undefined;
  const front = shown.front ?? null;
  const eyes = module.eyes?.(newestView) ?? null;
  const due = next !== undefined && next !== front ? next : undefined;
  const foreign = eyes !== null && eyes !== front;
  const closed = shared && (due !== undefined || foreign || (next === front && next !== undefined && eyes !== front));

  useLayoutEffect(() => {
    if (!shared || (shown.front !== undefined && due === undefined))
      return;
    game.pause(false);
    game.sit(null);
  }, [shared, due, shown.front === undefined]);
  if (!closed)
    return <Running {...props} />;
  return due === undefined
    ? <Coming />
    : <Curtain seat={due} players={table.seats.map((seat) => seat.name)} lift={() => game.sit(due)} />;
}

/* Nothing of anybody's hand is on the page while this is. */
function Curtain({ seat, players, lift }: { seat: number; players: string[]; lift: () => void }) {
  const name = players[seat] ?? "";
  const button = useRef<HTMLButtonElement>(null);

  useLayoutEffect(() => {
    hush();
    warn(t("curtain.pass", { player: name }));
    document.title = `${t("curtain.pass", { player: name })} · ${t("app.title")}`;
    button.current?.focus();
  }, [seat]);
  return (
    <section class="curtain" data-curtain={seat} aria-labelledby="curtain-title">
      <Token seat={seat} players={players} />
      <h2 id="curtain-title">{t("curtain.pass", { player: name })}</h2>
      <p>{t("curtain.what", { player: name })}</p>
      <button ref={button} type="button" class="button primary big" data-lift={seat} onClick={lift}>{t("curtain.lift", { player: name })}</button>
    </section>
  );
}

function Running(props: Open) {
  const { module, game, shown, table, newestView, at } = props;
  const [moment, setMoment] = useState<View | null>(null);
  const [error, setError] = useState("");
  const [gone, setGone] = useState("");
  const last = useRef<View | null>(null);
  const tokens = useStore(held)[table.id]?.tokens ?? {};
  const past = at !== null && at < shown.newest;
  const lost = at !== null && at > shown.newest;
  const players = useMemo(() => table.seats.map((seat) => seat.name), [table]);
  const hash = useCallback((n: number | null) => (n === null ? `#/t/${table.id}` : `#/t/${table.id}/at/${n}`), [table.id]);

  /* Such a moment is not there, or no more since a backup was put back: one does not wait for another of its number. */
  useEffect(() => setGone(""), [newestView.seq, at !== null && !lost]);
  useEffect(() => {
    if (!lost)
      return;
    const said = t("table.moment.none", { n: at, last: shown.newest });
    setGone(said);
    warn(said);
    location.replace(hash(null));
  }, [lost]);
  useEffect(() => {
    if (!past) {
      setMoment(null);
      return;
    }
    let wanted = true;
    game.moment(at!).then((view) => {
      if (!wanted)
        return;
      setMoment(view);
      setError("");
    }, (e) => wanted && setError(explain(e)));
    return () => {
      wanted = false;
    };
  }, [at, past, game]);

  const view = past && moment ? moment : newestView;
  const mine = seatsHeld(table, tokens);
  const before = view === newestView ? shown.before : last.current && last.current.seq === view.seq - 1 ? last.current : null;
  useEffect(() => {
    last.current = view;
  }, [view]);

  return (
    <>
    <Away game={game} table={table} mine={mine} tokens={tokens} />
    {gone && <p class="banner" data-gone>{gone}</p>}
    <Play
      game={module} view={view} before={before} steps={shown.steps} newest={shown.newest} players={players} seats={table.seats}
      mine={mine} past={view !== newestView} sending={shown.sending} error={shown.error || error} live
      hash={hash}
      act={(seat, actions) => void game.act(seat, actions)}
      attempt={(seat, actions) => game.attempt(seat, actions)}
      reading={(on) => game.pause(on)}
      hurry={shown.hurrying || mayHurry(module, table, newestView, mine) ? { on: shown.hurrying, go: () => game.hurry() } : undefined}
      record={isLocal(table.id) ? () => api.record(table.id) : module.secrets && !newestView.state.result ? null : api.recordUrl(table.id)}
      shared={!isLocal(table.id)}
      hint={table.hints ? async (seat, seq) => (await api.hint(table.id, tokens[String(seat)] ?? "", seat, seq)).hint : null}
      coach={mayCoach(table)} counts
      analysis={table.status === "over" ? () => api.analysis(table.id) : null}
      foot={<Rematch table={table} seated={mine.length > 0} />}
      leave={<Leave game={game} table={table} mine={mine} />}
    />
    </>
  );
}

/* A coach helps one person against bots; where several play, nobody gets more help than they ask for. */
function mayCoach(table: Table): boolean {
  return table.hints && table.seats.filter((seat) => seat.kind === "person").length === 1;
}

/* Nobody here has anything to decide soon, and bots are at it. */
function mayHurry(module: GameModule, table: Table, view: View, mine: number[]): boolean {
  return !view.state.result && mine.length > 0 && table.seats.some((seat) => seat.kind === "bot") && mine.every((seat) => module.idle?.(view, seat));
}

/* Does something with the seats of a table, and says what was refused. A second press does not do it again meanwhile. */
function useDeed(game: Game): [error: string, deed: (work: () => Promise<unknown>) => Promise<void>] {
  const [error, setError] = useState("");
  const busy = useRef(false);

  return [error, async (work) => {
    if (busy.current)
      return;
    busy.current = true;
    setError("");
    try {
      await work();
      game.rewatch();
    } catch (e) {
      setError(explain(e));
      warn(explain(e));
    }
    busy.current = false;
  }];
}

async function replace(table: Table, seats: number[]): Promise<void> {
  const { games } = await api.games();
  const bot = botOf(games.find((g) => g.name === table.game) ?? null, settings.value.level);
  for (const seat of seats)
    await api.replace(table.id, tokensOf(table.id), seat, bot);
}

interface Seated {
  game: Game;
  table: Table;
  mine: number[];
}

const standIns = (table: Table): boolean => table.status === "playing" && table.stand_ins !== "none" && !isLocal(table.id);
const persons = (table: Table): number => table.seats.filter((seat) => seat.kind === "person").length;

/* Among people, on a server: who is away can be played for by a bot, and who left one behind can come back. */
function Away({ game, table, mine, tokens }: Seated & { tokens: Record<string, string> }) {
  const [error, deed] = useDeed(game);
  const could = standIns(table);
  const away = could && mine.length && persons(table) > 1 ? table.seats.flatMap((seat, i) => (seat.away && !mine.includes(i) ? [i] : [])) : [];
  const back = could && table.stand_ins === "return" ? table.seats.flatMap((seat, i) => (seat.for && tokens[String(i)] ? [i] : [])) : [];

  return (
    <>
      {away.map((seat) => (
        <p key={seat} class="banner">{t("leave.away", { player: table.seats[seat]!.name })}
          <button type="button" class="button" data-replace={seat} onClick={() => void deed(() => replace(table, [seat]))}>{t("leave.replace", { player: table.seats[seat]!.name })}</button>
        </p>
      ))}
      {back.map((seat) => (
        <p key={seat} class="banner">{t("leave.played", { player: table.seats[seat]!.name, name: table.seats[seat]!.for! })}
          <button type="button" class="button primary" data-return={seat} onClick={() => void deed(() => api.comeBack(table.id, tokens[String(seat)]!, seat))}>{t("leave.return")}</button>
        </p>
      ))}
      {error && <p class="trouble">{error}</p>}
    </>
  );
}

/* Rarely wanted, so it takes no room from the board. */
function Leave({ game, table, mine }: Seated) {
  const [error, deed] = useDeed(game);
  const [asking, setAsking] = useState(false);

  if (!standIns(table) || !mine.length || persons(table) === mine.length)
    return null;
  return (
    <div class="leaving">
      {asking ? (
        <p class="leave-ask" role="group" aria-label={t("leave.ask")}>
          <span>{t(table.stand_ins === "stay" ? "leave.ask.stay" : "leave.ask")}</span>
          <button type="button" class="button" data-leave="sure" onClick={() => { setAsking(false); void deed(() => replace(table, mine)); }}>{t("leave.go")}</button>
          <button type="button" class="button primary" ref={(e) => e?.focus()} onClick={() => setAsking(false)}>{t("leave.stay")}</button>
        </p>
      ) : <button type="button" class="button small quiet-button" data-leave="ask" onClick={() => setAsking(true)}>{t("leave.title")}</button>}
      {error && <p class="trouble">{error}</p>}
    </div>
  );
}

function Rematch({ table, seated }: { table: Table; seated: boolean }) {
  const [error, setError] = useState("");
  const again = async (): Promise<void> => {
    try {
      const made = await api.rematch(table.id, tokensOf(table.id));
      hold(made.table.id, made.tokens);
      if (made.table.status === "waiting" && !made.table.seats.some((seat) => seat.kind === "open"))
        await api.start(made.table.id, tokensOf(made.table.id));
      location.hash = `#/t/${made.table.id}`;
    } catch (e) {
      setError(explain(e));
      warn(explain(e));
    }
  };

  return (
    <p class="rematch">
      {table.rematch
        ? <a class="button primary" href={`#/t/${table.rematch}`}>{t("final.rematch.go")}</a>
        : seated && <button type="button" class="button primary" data-rematch onClick={() => void again()}>{t("final.rematch")}</button>}
      {error && <span class="trouble">{error}</span>}
    </p>
  );
}

/* ---- before the start ---- */

/* A guest without a name is told apart by the seat, and so are two of one name. */
function ownName(name: string, seat: number, seats: Seat[]): string {
  const taken = (one: string): boolean => seats.some((other) => other.name.toLowerCase() === one.toLowerCase());

  return name && !taken(name) ? name : `${clean([...(name || t("lobby.name.default"))].slice(0, 21).join(""))} ${seat + 1}`;
}

function Waiting({ game, table }: { game: Game; table: Table }) {
  const tokens = useStore(held)[table.id]?.tokens ?? {};
  const seated = Object.keys(tokens).length > 0;
  const [name, setName] = useState(settings.value.name);
  const [error, attempt] = useDeed(game);
  const open = table.seats.some((seat) => seat.kind === "open");

  const fill = async (seat: number): Promise<unknown> => {
    const { games } = await api.games();
    return api.seat(table.id, tokensOf(table.id), seat, botOf(games.find((g) => g.name === table.game) ?? null, settings.value.level));
  };
  const free = (seat: number, mine: boolean): Promise<void> => attempt(async () => {
    await api.seat(table.id, tokensOf(table.id), seat);
    if (mine)
      forget(table.id, seat);
  });
  const start = (): void => void attempt(() => api.start(table.id, tokensOf(table.id)));
  const sit = (seat: number): Promise<void> => attempt(async () => {
    const called = ownName(clean(name), seat, table.seats);
    const joined = await api.join(table.id, called, seat);
    change({ name: clean(name) });
    hold(table.id, { [joined.seat]: joined.token });
  });

  const share = !isLocal(table.id) && (
    <div class="share">
      <p>{t("wait.share")}</p>
      <code class="link">{linkTo(`#/t/${table.id}`)}</code>
      <CopyButton label={t("wait.copy")} text={linkTo(`#/t/${table.id}`)} class={seated ? "primary" : ""} />
    </div>
  );

  /* A seated player needs the link to invite others; a visitor needs a seat. */
  return (
    <section class="panel waiting" aria-labelledby="waiting-title">
      <h2 id="waiting-title">{t("wait.title")}</h2>
      {open && seated && share}
      {open && (
        <label class="field">
          <span>{t("lobby.name")}</span>
          <input
            name="sitname" value={name} maxLength={24} placeholder={t("lobby.name.default")} autocomplete="nickname"
            onInput={(e) => setName(e.currentTarget.value)}
          />
        </label>
      )}
      <ol class="waiting-seats">
        {table.seats.map((seat, i) => (
          <WaitingSeat
            key={i} seat={seat} i={i} mine={String(i) in tokens} seated={seated} sit={() => void sit(i)}
            fill={() => void attempt(() => fill(i))} free={() => void free(i, String(i) in tokens)}
          />
        ))}
      </ol>
      {wordOf(table.game, "lobby.note") && <p class="quiet" data-note>{wordOf(table.game, "lobby.note")}</p>}
      {!seated && <p>{t("wait.watching")}</p>}
      {!(open && seated) && share}
      {error && <p class="trouble">{error}</p>}
      {seated && (open ? <p class="quiet">{t("wait.start.blocked")}</p>
        : <button type="button" class="button primary big" data-start onClick={start}>{t("wait.start")}</button>)}
    </section>
  );
}

function WaitingSeat(props: { seat: Seat; i: number; mine: boolean; seated: boolean; sit: () => void; fill: () => void; free: () => void }) {
  const { seat, i } = props;
  const open = seat.kind === "open";
  const place = open ? t("lobby.seat", { n: i + 1 }) : seat.name;
  const button = (what: string, deed: () => void, name: Record<string, unknown>, kind = "") => (
    <button type="button" class={`button ${kind}`} aria-label={`${what}: ${place}`} onClick={deed} {...name}>{what}</button>
  );
  const pictures = { bot: "sphinx", person: "pharaoh", open: "spent" };

  return (
    <li class={`waiting-seat ${seat.kind}`} data-kind={seat.kind}>
      <Art name={pictures[seat.kind]} />
      <span class="waiting-name">
        {open ? t("wait.free") : seat.name}
        {props.mine && <small>{t("wait.you")}</small>}
        {seat.kind === "bot" && <small>{t("table.seat.bot")}</small>}
      </span>
      {/* What takes a button's place has its focus. */}
      <span class="waiting-do">
        {open ? button(t("wait.sit.short"), props.sit, { "data-sit": i }, props.seated ? "" : "primary")
          : props.mine && button(t("wait.stand"), props.free, { "data-stand": i })}
        {props.seated && (open ? button(t("wait.bot.short"), props.fill, { "data-fill": i })
          : seat.kind === "bot" && button(t("wait.clear"), props.free, { "data-clear": i }))}
      </span>
    </li>
  );
}
