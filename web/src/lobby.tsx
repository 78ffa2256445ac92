/* SPDX-License-Identifier: MIT
 * lobby.tsx -- the first page: play at once, set up a table, sit down at one, go on, open a record.
 */
import { useEffect, useState } from "preact/hooks";
import { api, explain, Refused, type GameOffer, type SeatWish } from "./api";
import { openDialog, topic } from "./app";
import { isLocal } from "./core/ids";
import { gameName, gamesHere, quickPlayers, tableTitle, wordOf } from "./games";
import { homely, server } from "./home";
import { Horizon } from "./horizon";
import { isolated, list, say, t } from "./i18n";
import { Coming, Later, useLater } from "./later";
import { Welcome } from "./learn";
import { botOf, LevelField } from "./levels";
import { openRecord } from "./opened";
import { change, clean, forget, held, hold, settings, type Held } from "./settings";
import { useStore } from "./store";
import { fetchTables } from "./tables";
import type { State, Table } from "./types";
import { Art, Icon, tell, useSmall, warn } from "./ui";

type Fail = (error: unknown) => void;

export function LobbyPage({ lost }: { lost: boolean }) {
  const [error, setError] = useState("");
  const fail: Fail = (e) => {
    setError(explain(e));
    warn(explain(e));
  };
  const there = useStore(server);
  const open = useOpenTables();
  const [offers, setOffers] = useState<GameOffer[]>([]);
  /* On a phone, players who come back should not have to look below the whole form. */
  const mineFirst = useSmall() && Object.keys(useStore(held)).length > 0;

  useEffect(() => {
    api.games().then(({ games }) => setOffers(games), fail);
  }, []);

  return (
    <main id="main" class="page lobby" tabIndex={-1} data-server={there}>
      <Hero fail={fail} offers={offers} />
      {there === "away" && homely && <p class="banner">{t("lobby.away")}</p>}
      {there === "none" && <p class={homely ? "lobby-note" : "trouble"}>{t(homely ? "lobby.alone" : "home.cannot")}</p>}
      {lost && <p class="trouble">{t("lobby.lost")}</p>}
      {error && <p class="trouble">{error}</p>}
      <Welcome />
      {mineFirst && <MyGames />}
      <div class="lobby-grid">
        <SetUp fail={fail} offers={offers} />
        <div class="lobby-side">
          {!mineFirst && <MyGames />}
          {there === "there" && <OpenTables tables={open} />}
          {there === "there" && <Join />}
          <OpenRecord />
        </div>
      </div>
    </main>
  );
}

/* The games that are played there; until it has said so, those of which this page knows. */
export function gamesOf(offers: GameOffer[]): readonly string[] {
  return offers.length ? offers.map(({ name }) => name) : gamesHere;
}

export function offerOf(offers: GameOffer[], game: string): GameOffer | null {
  return offers.find(({ name }) => name === game) ?? null;
}

/* What game it is, in a line. */
export function aboutGame(game: string, offer: GameOffer | null): string {
  return wordOf(game, "lobby.about") || (offer ? t("lobby.for", { a: offer.min_players, b: offer.max_players }) : "");
}

export interface Front {
  fail: Fail;
  offers: GameOffer[];
}

function Hero({ fail, offers }: Front) {
  const { name, level } = useStore(settings);
  const [busy, setBusy] = useState(false);
  const play = async (game: string): Promise<void> => {
    setBusy(true);
    fetchTables();
    try {
      const offer = offerOf(offers, game);
      const players = quickPlayers(game, offer);
      const bot = botOf(offer, level);
      const made = await api.makeAny({
        game, players, options: {}, public: false, start: true,
        seats: [{ kind: "person", name: clean(name) || t("lobby.name.default") }, ...Array<SeatWish>(players - 1).fill({ kind: "bot", bot })],
      });
      hold(made.table.id, made.tokens);
      location.hash = `#/t/${made.table.id}`;
    } catch (e) {
      fail(e);
    }
    setBusy(false);
  };
  const rules = (game: string): void => {
    topic.set(game);
    openDialog("help");
  };

  return (
    <section class="hero" aria-labelledby="hero-title">
      <Horizon />
      <div class="hero-text">
        <h1 id="hero-title">Khepri</h1>
        <p>{t("lobby.tagline")}</p>
        <div class="hero-fields">
          <label class="field hero-name"><span>{t("lobby.name")}</span>
            <input
              name="name" value={name} maxLength={24} autocomplete="nickname" placeholder={t("lobby.name.default")}
              onInput={(e) => change({ name: e.currentTarget.value })}
            />
          </label>
          <LevelField offers={offers} level={level} choose={(word) => change({ level: word })} />
        </div>
        <ul class="hero-games">
          {gamesOf(offers).map((game) => (
            <li key={game} class="hero-game" data-hero={game}>
              <button type="button" class="button primary big" data-play={game} disabled={busy} onClick={() => void play(game)}>
                {t("lobby.play.game", { game: gameName(game) })}
              </button>
              <span class="hero-hint">{wordOf(game, "lobby.play") || aboutGame(game, offerOf(offers, game))}</span>
              <button type="button" class="button hero-rules" data-rules={game} onClick={() => rules(game)}>{t("lobby.rules.of", { game: gameName(game) })}</button>
            </li>
          ))}
        </ul>
      </div>
    </section>
  );
}

/* ---- a new table ---- */

const setup = new Later(() => import("./setup"));

/* Below what begins a game at once, so the page does not wait for it. */
function SetUp(front: Front) {
  const { module, lost } = useLater(setup);

  if (module)
    return <module.NewTable {...front} />;
  return <section class="panel new-table" aria-labelledby="new-title" data-coming><h2 id="new-title">{t("lobby.new.title")}</h2><Coming lost={lost} /></section>;
}

/* ---- tables to go to ---- */

function namesOf(table: Table): string {
  return list(table.seats.map((seat) => (seat.kind === "open" ? t("wait.free") : seat.name)));
}

/* The games of this page. They are asked for when there may be some: the core is not loaded for nothing. */
function useHere(): [Table[], () => void] {
  const [tables, setTables] = useState<Table[]>([]);
  const [turn, setTurn] = useState(0);
  const there = useStore(server);
  const local = Object.keys(useStore(held)).filter(isLocal).join();

  useEffect(() => {
    if (homely && (local || there !== "there"))
      api.here().then((said) => setTables(said.tables), (e) => warn(explain(e)));
  }, [local, there !== "there", turn]);
  return [tables, () => setTurn((n) => n + 1)];
}

/* A table with what its newest view says: whose turn it is, or how it ended. */
interface Known {
  table: Table;
  state: State | null;
}

/* The tables of the server are looked at again while the page is, until they are over. */
function useKnown(ids: string[]): Record<string, Known> {
  const [known, setKnown] = useState<Record<string, Known>>({});

  useEffect(() => {
    const left = new Set(ids);
    const look = (): void => {
      for (const id of document.hidden ? [] : left) {
        api.table(id, []).then(
          ({ table, view }) => {
            setKnown((now) => ({ ...now, [id]: { table, state: view?.state ?? null } }));
            if (table.status === "over")
              left.delete(id);
          },
          (e) => e instanceof Refused && e.code === "not_found" && !isLocal(id) && forget(id),
        );
      }
    };
    look();
    const timer = window.setInterval(look, lookEvery);
    return () => window.clearInterval(timer);
  }, [ids.join()]);
  return known;
}

function mineOf({ table }: Known, all: Record<string, Held>): number[] {
  return Object.keys(all[table.id]?.tokens ?? {}).map(Number).filter((seat) => table.seats[seat]?.kind === "person");
}

/* The seats that are waited for; none where chance moves. */
function waitedFor({ table, state }: Known): number[] {
  return table.status === "playing" && Array.isArray(state?.to_act) ? state.to_act : [];
}

const mostAsked = 200;          /* of the tables of the server, the newest: it allows about twice as many requests at once */

/* All that are not over, however old. Games of the server that are over only fill the list up to twelve. */
function MyGames() {
  const all = useStore(held);
  const [here, lookAgain] = useHere();
  const there = server.value === "none" ? [] : Object.entries(all).filter(([id]) => !isLocal(id)).sort(([, a], [, b]) => b.since - a.since).map(([id]) => id).slice(0, mostAsked);
  const known = useKnown([...here.map(({ id }) => id), ...there]);
  const listed = [...here.map((table) => known[table.id] ?? { table, state: null }), ...there.flatMap((id) => known[id] ?? [])];
  const rank = (one: Known): number => waitedFor(one).some((seat) => mineOf(one, all).includes(seat)) ? 0 : ["playing", "waiting", "over"].indexOf(one.table.status) + 1;
  const mine = listed.sort((a, b) => rank(a) - rank(b) || (a.table.created < b.table.created ? 1 : -1))
    .filter(({ table }, i) => table.status !== "over" || i < 12 || isLocal(table.id));

  return (
    <section class="panel mine" aria-labelledby="mine-title">
      <h2 id="mine-title">{t("lobby.mine")}</h2>
      {there.length + here.length === 0 && <p class="quiet">{t("lobby.mine.none")}</p>}
      <ul class="tables">
        {mine.map((one) => <MyGame key={one.table.id} known={one} seats={mineOf(one, all)} gone={lookAgain} />)}
      </ul>
    </section>
  );
}

/* Whose turn it is, or who won: the first thing that one wants to know. */
function standing(one: Known, seats: number[]): string {
  const { table, state } = one;
  const waited = waitedFor(one);
  const names = (of: number[]): string => list(of.map((seat) => table.seats[seat]?.name ?? ""));

  if (state?.result) {
    const { winners, scores } = state.result;
    return t("lobby.mine.won", { player: names(winners), what: scores.map((n, seat) => `${isolated(table.seats[seat]?.name ?? "")} ${n}`).join(t("comma")) });
  }
  if (waited.some((seat) => seats.includes(seat)))
    return t("lobby.mine.turn");
  return waited.length ? t("prompt.wait", { player: names(waited) }) : say(`status.${table.status}`);
}

/* A game of the server is taken off the list. What is nowhere else is asked about: a game of this page, and a seat in a game. */
function MyGame({ known, seats, gone }: { known: Known; seats: number[]; gone: () => void }) {
  const { table } = known;
  const [asking, setAsking] = useState(false);
  const turn = waitedFor(known).some((seat) => seats.includes(seat));
  const others = table.seats.filter((seat, i) => seat.kind !== "open" && !seats.includes(i)).map((seat) => seat.name);
  const date = (when: string): string => new Intl.DateTimeFormat(settings.value.lang, { dateStyle: "medium", timeStyle: "short" }).format(new Date(when));
  const here = isLocal(table.id);
  const ask = t(here ? "lobby.mine.ask" : "lobby.mine.lose");
  const remove = async (): Promise<void> => {
    try {
      await api.remove(table.id);
      forget(table.id);
      document.getElementById("main")?.focus({ preventScroll: true });
      tell(t("lobby.mine.deleted"));
      gone();
    } catch (e) {
      warn(explain(e));
    }
  };

  return (
    <li data-mine={table.id} data-turn={turn} class={turn ? "turn" : ""}>
      <span class="tables-what">
        <strong>{gameName(table.game)}{others.length > 0 && <> {t("lobby.mine.with", { what: list(others) })}</>}</strong>
        <span class="tables-standing">{standing(known, seats)}</span>
        {table.moved && table.status === "playing" && <small data-since={table.moved}>{t("lobby.mine.since", { when: date(table.moved) })}</small>}
        <small>{list([t("lobby.mine.begun", { when: date(table.created) }), ...here ? [t("lobby.mine.here")] : []])}</small>
      </span>
      {asking ? (
        <span class="tables-ask" role="group" aria-label={ask}>
          <span>{ask}</span>
          <button type="button" class="button" data-delete onClick={() => (here ? void remove() : forget(table.id))}>{t(here ? "lobby.mine.delete" : "leave.go")}</button>
          <button type="button" class="button primary" ref={(e) => e?.focus()} onClick={() => setAsking(false)}>{t("lobby.mine.keep")}</button>
        </span>
      ) : (
        <>
          <a class="button" href={`#/t/${table.id}`}>{t(table.status === "over" ? "lobby.review" : "lobby.resume")}</a>
          <button
            type="button" class="button icon quiet-button" aria-label={t(here ? "lobby.mine.delete.of" : "lobby.mine.forget", { game: namesOf(table) })}
            data-forget onClick={() => (here || table.status !== "over" ? setAsking(true) : forget(table.id))}
          >
            <Icon name="cross" />
          </button>
        </>
      )}
    </li>
  );
}

const lookEvery = 10000;

/* Also what tells that the server is back. */
function useOpenTables(): Table[] {
  const [tables, setTables] = useState<Table[]>([]);

  useEffect(() => {
    if (server.value === "none")
      return;
    const look = (): void => {
      if (!document.hidden)
        api.tables().then((said) => setTables(said.tables), () => undefined);
    };
    look();
    const timer = window.setInterval(look, lookEvery);
    return () => window.clearInterval(timer);
  }, []);
  return tables;
}

function OpenTables({ tables }: { tables: Table[] }) {
  return (
    <section class="panel open-tables" aria-labelledby="open-title">
      <h2 id="open-title">{t("lobby.tables")}</h2>
      {tables.length === 0 && <p class="quiet">{t("lobby.tables.none")}</p>}
      <ul class="tables">
        {tables.map((table) => (
          <li key={table.id} data-open={table.id}>
            <span class="tables-what">
              <strong>{namesOf(table)}</strong>
              <small>
                {gameName(table.game)}, {tableTitle(table.game, table.options, table.players)},{" "}
                {t("lobby.free", { count: table.seats.filter((s) => s.kind === "open").length })}
              </small>
            </span>
            <a class="button" href={`#/t/${table.id}`}>{t("lobby.sit")}</a>
          </li>
        ))}
      </ul>
    </section>
  );
}

function Join() {
  const [text, setText] = useState("");
  const [bad, setBad] = useState(false);
  const go = (event: Event): void => {
    event.preventDefault();
    const id = /(?:.*#\/t\/|.*[\s/]|^)([a-z2-9]{12})(?!\w)/i.exec(text)?.[1];
    setBad(!id);
    if (id)
      location.hash = `#/t/${id}`;
    else
      warn(t("lobby.join.bad"));
  };

  return (
    <section class="panel join" aria-labelledby="join-title">
      <h2 id="join-title">{t("lobby.join")}</h2>
      <form class="inline" onSubmit={go}>
        <label class="field"><span>{t("lobby.join.label")}</span>
          <input name="link" value={text} onInput={(e) => setText(e.currentTarget.value)} autocomplete="off" />
        </label>
        <button type="submit" class="button">{t("lobby.join.go")}</button>
      </form>
      {bad && <p class="trouble">{t("lobby.join.bad")}</p>}
    </section>
  );
}

function OpenRecord() {
  const [error, setError] = useState("");
  const open = async (file: File | undefined): Promise<void> => {
    if (!file)
      return;
    try {
      await openRecord(await file.text());
      location.hash = "#/record";
    } catch (e) {
      const why = t("lobby.record.bad", { error: e instanceof Refused ? e.message : e instanceof SyntaxError ? e.message : explain(e) });
      setError(why);
      warn(why);
    }
  };

  return (
    <section class="panel open-record" aria-labelledby="record-title">
      <h2 id="record-title">{t("lobby.record")}</h2>
      <p class="quiet" id="record-hint"><Art name="writing" /> {t("lobby.record.hint")}</p>
      <label class="button choose">
        <span id="record-choose">{t("lobby.record.choose")}</span>
        <input
          type="file" name="record" aria-labelledby="record-choose" aria-describedby="record-hint"
          accept=".jsonl,.ndjson,.json,application/json,application/x-ndjson" onChange={(e) => void open(e.currentTarget.files?.[0])}
        />
      </label>
      {error && <p class="trouble">{error}</p>}
    </section>
  );
}
