/* SPDX-License-Identifier: MIT
 * text.tsx -- the game in words: text mode, the spoken state, and typed commands. The commands are the
 * action strings of records and short forms of them; whether one is possible, the list of `legal` says.
 */
import { useEffect, useRef, useState } from "preact/hooks";
import { digits, list, percent, signed, t } from "../i18n";
import type { Choice, State, Step, View } from "../types";
import { tell, warn } from "../ui";
import { actionLabel, bagCount, joined, kindName, kinds, prompt, sentences, type Cast } from "./words";

/* Everything that lies on the table, one thing a line. */
export function stateLines(view: View, cast: Cast, choices: Choice[]): string[] {
  const { state, insight } = view;
  const [a, b] = insight?.ra_chance ?? [state.bag.ra ?? 0, bagCount(state)];
  const lines = [
    t("text.line", { epoch: state.epoch, ra: state.ra_tiles, n: state.ra_track, centre: state.centre_sun, bag: bagCount(state), percent: percent(a, b) }),
    trackLine(state, cast),
  ];

  if (state.auction)
    lines.push(auctionLine(state, cast));
  state.seats.forEach((seat, i) => {
    const player = cast.players[i] ?? "";
    const now = insight?.now[i]?.total ?? 0;
    lines.push(t("text.seat", { player, score: t("points", { n: seat.score }), now: signed(now), ready: joined(seat.ready), spent: joined(seat.spent) }));
    const held = kinds.filter((kind) => seat.tiles[kind]).map((kind) => `${kindName(kind, cast.edition)} ${seat.tiles[kind]}`);
    lines.push(t("text.tiles", { what: held.length ? list(held) : t("text.nothing") }));
    const worth = insight?.lot[i]?.[i];
    if (worth !== undefined && state.track.some((kind) => kind))
      lines.push(t("text.lot", { player, n: signed(worth) }));
  });
  lines.push(prompt(view, cast.players, choices));
  if (choices.length)
    lines.push(t("text.legal", { legal: legalLine(choices) }));
  return lines;
}

function trackLine(state: State, cast: Cast): string {
  const lot = state.track.filter((kind): kind is string => kind !== null).map((kind) => kindName(kind, cast.edition));
  return t("text.track", { what: lot.length ? list(lot) : t("table.empty") });
}

function auctionLine(state: State, cast: Cast): string {
  const { cause, ra_player, high } = state.auction!;
  return t("text.auction", {
    what: t(cause === "invoke" ? "auction.invoked" : "auction.drawn", { player: cast.players[ra_player] ?? "" }),
    high: high ? `${digits(high.sun)} (${cast.players[high.seat]})` : t("text.nothing"),
  });
}

function legalLine(choices: Choice[]): string {
  return list(choices.map((c) => c.action.replace(":", " ")));
}

/* Our own words for kinds may be typed too, and any beginning that leaves no doubt. */
function kindTyped(word: string, edition: string, among: string[]): string | undefined {
  const fits = (test: (name: string) => boolean): string | undefined => {
    const found = among.filter((kind) => test(kind) || test(kind.replace("_", " ")) || test(kindName(kind, edition).toLowerCase()));
    return found.length === 1 ? found[0] : undefined;
  };
  return fits((name) => name === word) ?? fits((name) => name.startsWith(word));
}

/* As in the terminal: the first word that begins with what was typed counts. */
const verbs = [
  ["draw", "draw"], ["invoke", "invoke"], ["ra", "invoke"], ["pass", "pass"], ["bid", "bid"], ["take", "take"], ["god", "take"],
  ["end", "end"], ["done", "end"], ["x", "discard"], ["discard", "discard"], ["lose", "discard"],
] as const;

/* What was typed, as one of the choices; null when it is none of them. */
export function choiceTyped(text: string, choices: Choice[], edition: string): Choice | null {
  const words = text.trim().toLowerCase().replaceAll(":", " ").split(/\s+/);
  const number = /^\d+$/.test(words[0] ?? "");
  const verb = number ? "bid" : verbs.find(([word]) => words[0] && word.startsWith(words[0]))?.[1];
  const rest = (number ? words : words.slice(1)).join(" ");
  const same = choices.filter((c) => c.verb === verb);

  if (!rest)
    return same.length === 1 && same[0]!.verb !== "bid" ? same[0]! : null;
  const arg = verb === "bid" ? rest : kindTyped(rest, edition, same.map((c) => c.arg));
  return same.find((c) => c.arg === arg) ?? null;
}

/* What a word that is no action is answered with; null for a word that is not known. */
function answerTo(word: string, view: View, cast: Cast, choices: Choice[], said: string[]): string[] | null {
  const { state, insight } = view;

  if (/^(table|status|s)$/.test(word))
    return stateLines(view, cast, choices);
  if (/^(log|l)( \d+)?$/.test(word))
    return said.slice(-(Number(word.split(" ")[1]) || 20));
  if (word === "score")
    return scoreLines(view, cast);
  if (word === "lot")
    return (insight?.lot ?? []).map((row, i) => t("text.lot", { player: cast.players[i] ?? "", n: signed(row[i] ?? 0) }));
  if (word !== "odds" && word !== "bag")
    return null;
  const [a, b] = insight?.ra_chance ?? [state.bag.ra ?? 0, bagCount(state)];
  const left = kinds.filter((kind) => state.bag[kind]).map((kind) => `${kindName(kind, cast.edition)} ${state.bag[kind]}`);
  return [t("odds.ra", { percent: percent(a, b) }), ...left];
}

function refusal(word: string, view: View, cast: Cast, choices: Choice[]): string {
  const { to_act } = view.state;
  const waits = Array.isArray(to_act) ? list(to_act.map((i) => cast.players[i] ?? "")) : "";
  return t("text.unknown", { text: word, legal: choices.length ? legalLine(choices) : t("text.none", { player: waits }) });
}

export interface TextProps {
  view: View;
  cast: Cast;
  choices: Choice[];
  steps: Step[];
  error: string;
  sending: boolean;
  act: (choice: Choice) => void;
  help: () => void;
}

export function TextTable(props: TextProps) {
  const { view, cast, choices, steps, act } = props;
  const [typed, setTyped] = useState("");
  const [answer, setAnswer] = useState<string[]>([]);
  const box = useRef<HTMLDivElement>(null);
  const said = steps.slice(0, view.seq).flatMap((step) => sentences(step, cast, true).map((line, i) => [`${step.seq}.${i}`, line] as const));

  useEffect(() => {
    if (box.current)
      box.current.scrollTop = box.current.scrollHeight;
  }, [said.length]);

  const reply = (lines: string[], loud = false): void => {
    setAnswer(lines);
    (loud ? warn : tell)(lines.join(" "));
  };
  const command = (event: Event): void => {
    event.preventDefault();
    const word = typed.trim().toLowerCase() || "table";
    const choice = choiceTyped(word, choices, cast.edition);
    const told = choice ? null : answerTo(word, view, cast, choices, said.map(([, line]) => line));
    setTyped("");
    setAnswer([]);
    if (choice)
      act(choice);
    else if (/^(help|h|\?.*)$/.test(word))
      props.help();
    else if (told)
      reply(told);
    else
      reply([refusal(word, view, cast, choices)], true);
  };

  return (
    <div class="textmode">
      <section class="panel" aria-labelledby="text-log">
        <h2 id="text-log">{t("log.title")}</h2>
        <div class="text-log" ref={box} tabIndex={0} role="group" aria-labelledby="text-log">
          {said.length === 0 && <p>{t("log.empty")}</p>}
          {said.map(([key, line]) => <p key={key}>{line}</p>)}
        </div>
      </section>
      <form class="command" onSubmit={command} autocomplete="off">
        <label for="command">{t("text.command")}</label>
        <input
          id="command" value={typed} spellcheck={false} autocapitalize="off" aria-describedby="command-hint"
          onInput={(e) => setTyped(e.currentTarget.value)}
        />
        <button type="submit" class="button primary" disabled={props.sending}>{t("text.send")}</button>
        <p id="command-hint" class="quiet">{t("text.hint")}</p>
        {props.error && <p class="trouble">{props.error}</p>}
        {answer.length > 0 && <div class="answer">{answer.map((line, i) => <p key={i}>{line}</p>)}</div>}
      </form>
      <section class="panel" aria-labelledby="text-state">
        <h2 id="text-state">{t("text.state")}</h2>
        <div class="text-state" data-prompt={choices.length ? "mine" : "wait"}>
          {stateLines(view, cast, choices).map((line, i) => <p key={i}>{line}</p>)}
        </div>
        {choices.length > 0 && (
          <ul class="text-choices" aria-label={t("table.actions")}>
            {choices.map((c) => (
              <li key={c.action}>
                <button type="button" class="button" data-action={c.action} disabled={props.sending} onClick={() => act(c)}>
                  {actionLabel(c, view.state)}
                </button>
              </li>
            ))}
          </ul>
        )}
      </section>
    </div>
  );
}

/* What each would score if the epoch ended now, line by line. */
function scoreLines(view: View, cast: Cast): string[] {
  const names = ["gods", "pharaohs", "river", "gold", "civilisation", "monument_kinds", "monument_sets", "suns"] as const;

  return (view.insight?.now ?? []).map((now, i) => {
    const parts = names.filter((name) => now[name] !== 0).map((name) => `${t(`category.${name}`)} ${signed(now[name])}`);
    return `${cast.players[i]}: ${list([...parts, `${t("category.total")} ${signed(now.total)}`])}.`;
  });
}
