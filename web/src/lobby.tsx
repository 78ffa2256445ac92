/* SPDX-License-Identifier: MIT
 * lobby.tsx -- the first page: play at once, set up a table, sit down at one, go on, open a record.
 */
import { useEffect, useState } from "preact/hooks";
import { api, explain, Refused, type GameOffer, type OptionOffer, type SeatWish } from "./api";
import { openDialog, topic } from "./app";
import { isLocal } from "./core/ids";
import { cardOf, gameName, gamesHere, plainWord, quickPlayers, tableTitle, wordOf } from "./games";
import { homely, server } from "./home";
import { Horizon } from "./horizon";
import { list, say, t } from "./i18n";
import { Welcome } from "./learn";
import { botLine, botOf, BotOptions, CoachField, LevelField, TimeField } from "./levels";
import { openRecord } from "./record";
import { change, clean, forget, held, hold, remember, remembered, settings, type Held } from "./settings";
import { useStore } from "./store";
import type { State, Table } from "./types";
import { Art, Icon, tell, warn } from "./ui";

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
      <div class="lobby-grid">
        <NewTable fail={fail} offers={offers} />
        <div class="lobby-side">
          <MyGames />
          {there === "there" && <OpenTables tables={open} />}
          {there === "there" && <Join />}
          <OpenRecord />
        </div>
      </div>
    </main>
  );
}

/* The games that are played there; until it has said so, those of which this page knows. */
function gamesOf(offers: GameOffer[]): readonly string[] {
  return offers.length ? offers.map(({ name }) => name) : gamesHere;
}

function offerOf(offers: GameOffer[], game: string): GameOffer | null {
  return offers.find(({ name }) => name === game) ?? null;
}

/* What game it is, in a line. */
function aboutGame(game: string, offer: GameOffer | null): string {
  return wordOf(game, "lobby.about") || (offer ? t("lobby.for", { a: offer.min_players, b: offer.max_players }) : "");
}

interface Front {
  fail: Fail;
  offers: GameOffer[];
}

function Hero({ fail, offers }: Front) {
  const { name, level } = useStore(settings);
  const [busy, setBusy] = useState(false);
  const play = async (game: string): Promise<void> => {
    setBusy(true);
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

function seatName(kind: SeatWish["kind"], i: number, own: string): string {
  return kind === "person" ? (i === 0 && clean(own) ? clean(own) : `${t("lobby.name.default")} ${i + 1}`) : "";
}

interface Wish {
  game: string;
  options: Record<string, string>;
  players: number;
  kinds: string[];                    /* of each seat: "person", "open", "bot:WORD"; "bot": of the level that is set */
  names: Record<number, string>;
  listed: boolean;
  here: boolean;                      /* in this page, where that can be chosen */
  hints: boolean | null;              /* null: as is the custom */
  rests: boolean;                     /* bots rest among people */
  standIns: "return" | "stay" | "none";
  files: Record<string, object>;      /* options that were read from a file */
}

const firstWish: Wish = {
  game: gamesHere[0] ?? "", options: {}, players: 3, kinds: ["person", "bot", "bot", "bot", "bot"], names: {}, listed: true, here: false,
  hints: null, rests: true, standIns: "return", files: {},
};

const wishKey = "khepri.wish";

/* The last choice is the next one's beginning; files and names are given anew. */
function keepWish({ files: _, names: __, ...wish }: Wish): void {
  remember(wishKey, wish);
}

/* Who shall sit on each seat, as far as this game has them. */
function kindsOf({ kinds, players }: Wish, offer: GameOffer | null, level: string): string[] {
  const known = (word: string): boolean => !offer || offer.bots.includes(word) || offer.bots.includes(word.replace(/:\d.*$/, ""));

  return kinds.slice(0, players).map((kind) => (kind === "bot" || (kind.startsWith("bot:") && !known(kind.slice(4))) ? `bot:${botOf(offer, level)}` : kind));
}

/* One person against bots may ask; where several play, they have to agree. */
function mayAsk({ hints }: Wish, kinds: string[]): boolean {
  return hints ?? (!kinds.includes("open") && kinds.filter((kind) => kind === "person").length === 1);
}

function asked(wish: Wish, kinds: string[], offer: GameOffer | null, own: string): Parameters<typeof api.make>[0] {
  const seats = kinds.map((kind, i): SeatWish => {
    if (kind.startsWith("bot:"))
      return { kind: "bot", bot: kind.slice(4) };
    return kind === "open" ? { kind: "open" } : { kind: "person", name: clean(wish.names[i] ?? "") || seatName("person", i, own) };
  });
  const start = !seats.some((seat) => seat.kind === "open");
  return {
    game: wish.game, players: wish.players, options: { ...chosen(wish, offer), ...wish.files }, seats, public: wish.listed, start,
    hints: mayAsk(wish, kinds), pace: wish.rests ? "human" : "off", stand_ins: wish.standIns,
  };
}

function NewTable({ fail, offers }: Front) {
  const { name, level } = useStore(settings);
  const [wish, setWish] = useState(() => remembered(wishKey, firstWish));
  const [busy, setBusy] = useState(false);
  const offer = offerOf(offers, wish.game);
  const kinds = kindsOf(wish, offer, level);
  const persons = kinds.filter((kind) => kind === "person").length;
  const there = useStore(server);
  const closed = homely && !kinds.includes("open") && !Object.keys(wish.files).length;
  const option = (key: string, value: string): void => setWish({ ...wish, options: { ...wish.options, [key]: value } });
  const choose = (game: string): void => {
    const next = offerOf(offers, game);
    const players = Math.min(next?.max_players ?? 5, Math.max(next?.min_players ?? 2, wish.players));
    setWish({ ...wish, game, options: {}, players, files: {} });
    topic.set(game);
  };

  /* The server may not play what is chosen at first. */
  useEffect(() => {
    if (offers.length && !offer)
      choose(offers[0]!.name);
  }, [offers]);

  const create = async (event: Event): Promise<void> => {
    event.preventDefault();
    setBusy(true);
    try {
      const make = !closed ? api.make : wish.here ? api.makeHere : api.makeAny;
      const made = await make(asked(wish, kinds, offer, name));
      keepWish(wish);
      hold(made.table.id, made.tokens);
      location.hash = `#/t/${made.table.id}`;
    } catch (e) {
      fail(e);
    }
    setBusy(false);
  };

  return (
    <section class="panel new-table" aria-labelledby="new-title">
      <h2 id="new-title">{t("lobby.new.title")}</h2>
      <form onSubmit={(e) => void create(e)}>
        <fieldset class="game-choice">
          <legend>{t("lobby.game")}</legend>
          {gamesOf(offers).map((game) => (
            <label key={game} class={`game-card ${wish.game === game ? "on" : ""}`}>
              <input type="radio" name="game" value={game} checked={wish.game === game} onChange={() => choose(game)} />
              <span><strong>{gameName(game)}</strong><small>{aboutGame(game, offerOf(offers, game))}</small></span>
            </label>
          ))}
        </fieldset>
        <GameFields offer={offer} wish={wish} option={option} players={(players) => setWish({ ...wish, players })} />
        {there === "there" && cardOf(wish.game)?.files?.map((key) => (
          <FileField key={`${wish.game}.${key}`} game={wish.game} option={key} put={(value) => setWish((now) => ({ ...now, files: withFile(now.files, key, value) }))} />
        ))}
        <fieldset class="seat-wishes">
          <legend>{t("lobby.seats")}</legend>
          {Array.from({ length: wish.players }, (_, i) => (
            <SeatFields key={i} i={i} own={name} game={wish.game} bots={offer?.bots ?? ["rule", "random"]} kind={kinds[i]!} wish={wish} links={there !== "none"} change={setWish} />
          ))}
        </fieldset>
        {persons > 1 && <p class="quiet">{t("lobby.hotseat")}</p>}
        <Agreements wish={wish} kinds={kinds} change={setWish} />
        {there === "there" && closed && (
          <label class="check">
            <input type="checkbox" name="here" checked={wish.here} onChange={(e) => setWish({ ...wish, here: e.currentTarget.checked })} />
            <span>{t("lobby.here")}</span>
          </label>
        )}
        {there === "there" && !(closed && wish.here) && (
          <label class="check">
            <input type="checkbox" name="public" checked={wish.listed} onChange={(e) => setWish({ ...wish, listed: e.currentTarget.checked })} />
            <span>{t("lobby.public")}</span>
          </label>
        )}
        {wordOf(wish.game, "lobby.note") && <p class="quiet" data-note>{wordOf(wish.game, "lobby.note")}</p>}
        <button type="submit" class="button primary" disabled={busy} data-create>{t("lobby.create")}</button>
      </form>
    </section>
  );
}

function withFile(files: Record<string, object>, key: string, value: object | null): Record<string, object> {
  const { [key]: _, ...others } = files;

  return value ? { ...others, [key]: value } : others;
}

/* Whether it is what this option takes, the server says when the table is made. */
function FileField({ game, option, put }: { game: string; option: string; put: (value: object | null) => void }) {
  const words = `lobby.file.${option}`;
  const [error, setError] = useState("");
  const open = async (file: File | undefined): Promise<void> => {
    setError("");
    put(null);
    try {
      if (file)
        put(JSON.parse(await file.text()) as object);
    } catch (e) {
      const why = wordOf(game, `${words}.bad`, { error: e instanceof Error ? e.message : String(e) });
      setError(why);
      warn(why);
    }
  };

  return (
    <details class="own-board">
      <summary>{wordOf(game, words)}</summary>
      <label class="field"><span>{wordOf(game, `${words}.hint`)}</span>
        <input type="file" name={option} accept=".json,application/json" onChange={(e) => void open(e.currentTarget.files?.[0])} />
      </label>
      {error && <p class="trouble">{error}</p>}
    </details>
  );
}

/* What all at the table are shown, and what holds for the whole game. */
function Agreements({ wish, kinds, change: put }: { wish: Wish; kinds: string[]; change: (wish: Wish) => void }) {
  const bots = kinds.some((kind) => kind.startsWith("bot"));
  const alone = bots && !kinds.includes("open") && kinds.filter((kind) => kind === "person").length === 1;
  const { coach } = useStore(settings);
  const leavers = kinds.filter((kind) => !kind.startsWith("bot")).length > 1 && kinds.includes("open");

  return (
    <>
      <label class="check">
        <input type="checkbox" name="hints" checked={mayAsk(wish, kinds)} onChange={(e) => put({ ...wish, hints: e.currentTarget.checked })} />
        <span>{t("lobby.hints")}</span>
      </label>
      {alone && (mayAsk(wish, kinds) ? <CoachField coach={coach} /> : <p class="quiet" data-coach="none">{t("coach.none")}</p>)}
      {bots && (
        <label class="check">
          <input type="checkbox" name="rests" checked={wish.rests} onChange={(e) => put({ ...wish, rests: e.currentTarget.checked })} />
          <span>{t("lobby.rests")}</span>
        </label>
      )}
      {leavers && (
        <label class="field"><span>{t("lobby.leave")}</span>
          <select name="stand_ins" value={wish.standIns} onChange={(e) => put({ ...wish, standIns: e.currentTarget.value as Wish["standIns"] })}>
            {(["return", "stay", "none"] as const).map((word) => <option key={word} value={word}>{t(`lobby.leave.${word}`)}</option>)}
          </select>
        </label>
      )}
    </>
  );
}

function optionName(game: string, key: string): string {
  return wordOf(game, `lobby.option.${key}`) || plainWord(key);
}

/* A value in words where it has some, else as it is. */
function valueName(game: string, key: string, value: string): string {
  return wordOf(game, `lobby.option.${key}.${value}`) || value;
}

function GameFields(props: { offer: GameOffer | null; wish: Wish; option: (key: string, value: string) => void; players: (n: number) => void }) {
  const { offer, wish, option } = props;
  const least = offer?.min_players ?? 2;
  const counts = Array.from({ length: (offer?.max_players ?? 5) - least + 1 }, (_, i) => least + i);
  const asked = (offer?.options ?? []).filter((o) => o.values.length > 1);
  const two = ({ values }: OptionOffer): boolean => values.includes(true);
  const valued = (o: OptionOffer): string => wish.options[o.key] ?? (o.values.includes(o.default) ? String(o.default) : "default");

  return (
    <>
      <div class="fields">
        <label class="field"><span>{t("lobby.players")}</span>
          <select name="players" value={wish.players} onChange={(e) => props.players(Number(e.currentTarget.value))}>
            {counts.map((n) => <option key={n} value={n}>{n}</option>)}
          </select>
        </label>
        {asked.filter((o) => !two(o)).map((o) => (
          <label key={o.key} class="field"><span>{optionName(wish.game, o.key)}</span>
            <select name={o.key} value={valued(o)} onChange={(e) => option(o.key, e.currentTarget.value)}>
              {withDefault(o).map((v) => <option key={v} value={v}>{valueName(wish.game, o.key, v)}</option>)}
            </select>
          </label>
        ))}
      </div>
      {asked.filter(two).map((o) => (
        <label key={o.key} class="check">
          <input type="checkbox" name={o.key} checked={valued(o) === "true"} onChange={(e) => option(o.key, String(e.currentTarget.checked))} />
          <span>{optionName(wish.game, o.key)}</span>
        </label>
      ))}
    </>
  );
}

/* Where the default is none of the values, it stands for itself: "as the edition says". */
function withDefault(o: OptionOffer): string[] {
  return [...(o.values.includes(o.default) ? [] : ["default"]), ...o.values.map(String)];
}

function SeatFields(props: { i: number; own: string; game: string; bots: string[]; kind: string; wish: Wish; links: boolean; change: (wish: Wish) => void }) {
  const { i, kind, wish, change: put } = props;
  const word = kind.startsWith("bot:") ? kind.slice(4) : "";
  const seat = (chosenKind: string): void => put({ ...wish, kinds: wish.kinds.map((k, j) => (i === j ? chosenKind : k)) });

  return (
    <div class="seat-wish">
      <span class="seat-number" aria-hidden="true">{i + 1}</span>
      <select
        name={`seat${i}`} aria-label={t("lobby.seat.kind", { n: i + 1 })} value={kind.replace(/:\d.*$/, "")}
        aria-describedby={word ? `line${i}` : undefined} onChange={(e) => seat(e.currentTarget.value)}
      >
        <option value="person">{t("lobby.person")}</option>
        <BotOptions game={props.game} bots={props.bots} />
        {props.links && <option value="open">{t("lobby.open")}</option>}
      </select>
      {word && <small id={`line${i}`} class="seat-line">{botLine(props.game, word)}</small>}
      {word.startsWith("master") && <TimeField seat={i} word={word} choose={(next) => seat(`bot:${next}`)} />}
      {kind === "person" && (
        <input
          name={`name${i}`} aria-label={t("lobby.seat.name", { n: i + 1 })} maxLength={24} value={wish.names[i] ?? ""}
          placeholder={seatName("person", i, props.own)} onInput={(e) => put({ ...wish, names: { ...wish.names, [i]: e.currentTarget.value } })}
        />
      )}
    </div>
  );
}

/* Only what was changed is sent, as the value the server named. */
function chosen({ options }: Wish, offer: GameOffer | null): Record<string, unknown> {
  const value = (key: string, text: string): unknown => offer?.options.find((o) => o.key === key)?.values.find((v) => String(v) === text);
  return Object.fromEntries(Object.entries(options).map(([key, text]) => [key, value(key, text)]).filter(([, v]) => v !== undefined));
}

/* ---- tables to go to ---- */

function namesOf(table: Table): string {
  return table.seats.map((seat) => (seat.kind === "open" ? t("wait.free") : seat.name)).join(", ");
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

/* The tables of the server are looked at again while the page is. */
function useKnown(ids: string[]): Record<string, Known> {
  const [known, setKnown] = useState<Record<string, Known>>({});

  useEffect(() => {
    const look = (): void => {
      for (const id of document.hidden ? [] : ids) {
        api.table(id, []).then(
          ({ table, view }) => setKnown((now) => ({ ...now, [id]: { table, state: view?.state ?? null } })),
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

function MyGames() {
  const all = useStore(held);
  const [here, lookAgain] = useHere();
  const there = server.value === "none" ? [] : Object.entries(all).filter(([id]) => !isLocal(id)).sort(([, a], [, b]) => b.since - a.since).map(([id]) => id).slice(0, 12);
  const known = useKnown([...here.map(({ id }) => id), ...there]);
  const listed = [...here.map((table) => known[table.id] ?? { table, state: null }), ...there.flatMap((id) => known[id] ?? [])];
  const rank = (one: Known): number => waitedFor(one).some((seat) => mineOf(one, all).includes(seat)) ? 0 : ["playing", "waiting", "over"].indexOf(one.table.status) + 1;
  const mine = listed.sort((a, b) => rank(a) - rank(b) || (a.table.created < b.table.created ? 1 : -1));

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
    return t("lobby.mine.won", { player: names(winners), what: scores.map((n, seat) => `${table.seats[seat]?.name} ${n}`).join(", ") });
  }
  if (waited.some((seat) => seats.includes(seat)))
    return t("lobby.mine.turn");
  return waited.length ? t("prompt.wait", { player: names(waited) }) : say(`status.${table.status}`);
}

/* A game of the server is taken off the list; one of this page is nowhere else, so it is asked twice. */
function MyGame({ known, seats, gone }: { known: Known; seats: number[]; gone: () => void }) {
  const { table } = known;
  const [asking, setAsking] = useState(false);
  const turn = waitedFor(known).some((seat) => seats.includes(seat));
  const others = table.seats.filter((seat, i) => seat.kind !== "open" && !seats.includes(i)).map((seat) => seat.name);
  const begun = new Intl.DateTimeFormat(settings.value.lang, { dateStyle: "medium", timeStyle: "short" }).format(new Date(table.created));
  const here = isLocal(table.id);
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
        <small>{t("lobby.mine.begun", { when: begun })}{here && `, ${t("lobby.mine.here")}`}</small>
      </span>
      {asking ? (
        <span class="tables-ask" role="group" aria-label={t("lobby.mine.ask")}>
          <span>{t("lobby.mine.ask")}</span>
          <button type="button" class="button" data-delete onClick={() => void remove()}>{t("lobby.mine.delete")}</button>
          <button type="button" class="button primary" ref={(e) => e?.focus()} onClick={() => setAsking(false)}>{t("lobby.mine.keep")}</button>
        </span>
      ) : (
        <>
          <a class="button" href={`#/t/${table.id}`}>{t(table.status === "over" ? "lobby.review" : "lobby.resume")}</a>
          <button
            type="button" class="button icon quiet-button" aria-label={t(here ? "lobby.mine.delete.of" : "lobby.mine.forget", { game: namesOf(table) })}
            onClick={() => (here ? setAsking(true) : forget(table.id))}
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
    const id = /([a-z2-9]{12})\/?(?:at\/\d+)?\s*$/.exec(text.trim())?.[1];
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
      <input
        type="file" name="record" aria-labelledby="record-title" aria-describedby="record-hint"
        accept=".jsonl,.ndjson,.json,application/json,application/x-ndjson" onChange={(e) => void open(e.currentTarget.files?.[0])}
      />
      {error && <p class="trouble">{error}</p>}
    </section>
  );
}
