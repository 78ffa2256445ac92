/* SPDX-License-Identifier: MIT
 * setup.tsx -- sets up a table: the game and its options, who sits there, what they agree on.
 */
import { useEffect, useState } from "preact/hooks";
import { api, type GameOffer, type OptionOffer, type SeatWish } from "./api";
import { topic } from "./app";
import { cardOf, gameName, gamesHere, plainWord, wordOf } from "./games";
import { homely, server } from "./home";
import { t } from "./i18n";
import { botLine, botOf, BotOptions, CoachField, TimeField } from "./levels";
import { aboutGame, gamesOf, offerOf, type Front } from "./lobby";
import { clean, hold, remember, remembered, settings } from "./settings";
import { useStore } from "./store";
import { warn } from "./ui";

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

/* What shall sit on each seat, as far as this game has it. */
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

export function NewTable({ fail, offers }: Front) {
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
