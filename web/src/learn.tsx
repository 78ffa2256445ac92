/* SPDX-License-Identifier: MIT
 * learn.tsx -- the way to rules, lessons and puzzles. What shows them (learn/), its sentences and its styles are fetched
 * when somebody opens one.
 */
import type { ComponentChildren } from "preact";
import { useEffect } from "preact/hooks";
import { learn as words } from "./built";
import { gameName, gamesHere } from "./games";
import { learnPart, t } from "./i18n";
import { ComingPage, Later, useLater } from "./later";
import { change, settings } from "./settings";
import { wear } from "./sheets";
import { Store, useStore } from "./store";
import type { Step } from "./types";
import { Icon, warn } from "./ui";

/* Lessons and puzzles are played at a table. */
const learn = new Later(async () => (await Promise.all([import("./learn/index"), learnPart(words), wear("table"), wear("learn")]))[0]);

/* A thing on the page whose rule is asked for: by a word of the game's rules.ts, or a step of the log. */
export interface Looked {
  game: string;
  about: string | Step;
  title: string;
}

export const looked = new Store<Looked | null>(null);

/* "rules/GAME/MARK", "lesson/GAME", "puzzles/GAME/ID": in the address behind "#/". */
export const learnRoute = /^#\/((?:rules|lesson|puzzles)(?:\/[\w-]*)*)$/;

/* "position/STRING": its letters are not of one case only. */
export const positionRoute = /^#\/(position\/[\w.-]+)$/;

export function LearnPage({ path }: { path: string }) {
  const { module, lost } = useLater(learn);

  return module ? <module.Page path={path.split("/")} /> : <ComingPage lost={lost} />;
}

/* The passages of what was looked up, over whatever page it is. */
export function LookedUp() {
  const one = useStore(looked);
  const { module, lost } = useLater(learn, one !== null);

  useEffect(() => {
    if (!lost || !one)
      return;
    warn(t("error.network"));
    looked.set(null);
  }, [lost, one]);
  return one && module ? <module.RuleDialog looked={one} close={() => looked.set(null)} /> : null;
}

/* Leads to the rule of what it stands beside. */
export function RuleButton(props: Looked) {
  const label = t("rule.of", { what: props.title });

  return (
    <button type="button" class="rule-button" aria-label={label} data-rule={typeof props.about === "string" ? props.about : "step"} onClick={() => looked.set(props)}>
      <Icon name="help" />
    </button>
  );
}

/* A thing whose rule a press or Enter opens: a cell of a sheet, a chip, a sign. Its words stand in it. Where many stand
 * together they are one tab stop (rove.ts). */
export function Ruled(props: Looked & { class?: string; label?: string; alone?: boolean; children: ComponentChildren }) {
  const { game, about, title, alone } = props;

  return (
    <button
      type="button" class={`ruled ${props.class ?? ""}`} aria-label={props.label} aria-haspopup="dialog" data-ruled={typeof about === "string" ? about : "step"} data-rove={alone ? undefined : true}
      onClick={() => looked.set({ game, about, title })}
    >
      {props.children}
    </button>
  );
}

/* A line on what was pressed, with the way to its rule. `title` names it. */
export interface Explained {
  text: string;
  about: string;
  title: string;
}

/* Put away, it gives the focus back to what was pressed, the stop of the board. In a dialog the heading gets it. */
export function Note({ game, note: { text, about, title }, close }: { game: string; note: Explained; close: () => void }) {
  const away = (event: Event): void => {
    (event.currentTarget as Element).closest("dialog, .board")?.querySelector<HTMLElement>('[data-here="1"], dialog h2')?.focus({ preventScroll: true });
    close();
  };

  return (
    <p class="note">
      {text}<RuleButton game={game} about={about} title={title} />
      <button type="button" class="rule-button" aria-label={t("set.close")} data-put-note onClick={away}><Icon name="cross" /></button>
    </p>
  );
}

/* On the first page: where to begin for somebody who is new. What was once put away stays away. */
export function Welcome() {
  const { guided } = useStore(settings);

  return (
    <section class={`panel welcome ${guided ? "known" : ""}`} aria-labelledby="welcome-title" data-welcome={guided ? "known" : "new"}>
      <h2 id="welcome-title">{t(guided ? "welcome.known" : "welcome.title")}</h2>
      {!guided && <p>{t("welcome.what")}</p>}
      <p class="welcome-ways">
        {gamesHere.map((game) => <a key={game} class={`button ${guided ? "" : "primary"}`} href={`#/lesson/${game}`} data-lesson={game}>{t("welcome.lesson", { game: gameName(game) })}</a>)}
        <a class="button" href="#/puzzles" data-puzzles>{t("welcome.puzzles")}</a>
        {gamesHere.map((game) => <a key={game} class="button" href={`#/rules/${game}`} data-rulebook={game}>{t("welcome.rules", { game: gameName(game) })}</a>)}
        {!guided && <button type="button" class="button quiet-button" data-welcome-away onClick={() => change({ guided: true })}>{t("welcome.away")}</button>}
      </p>
    </section>
  );
}
