/* SPDX-License-Identifier: MIT
 * learn.tsx -- the way to rules, lessons and puzzles. What shows them (learn/), its sentences and its styles are fetched
 * when somebody opens one.
 */
import { useEffect, useState } from "preact/hooks";
import { learn as words } from "./built";
import { gameName, gamesHere } from "./games";
import { learnPart, t } from "./i18n";
import { change, settings } from "./settings";
import { wear } from "./sheets";
import { Store, useStore } from "./store";
import type { Step } from "./types";
import { Icon } from "./ui";

type Learn = typeof import("./learn/index");

const learn = new Store<Learn | null>(null);

/* A thing on the page whose rule is asked for: by a word of the game's rules.ts, or a step of the log. */
export interface Looked {
  game: string;
  about: string | Step;
  title: string;
}

export const looked = new Store<Looked | null>(null);

async function call(): Promise<void> {
  const [module] = await Promise.all([import("./learn/index"), learnPart(words), wear("learn")]);

  learn.set(module);
}

function useLearn(wanted: boolean): { module: Learn | null; lost: boolean } {
  const module = useStore(learn);
  const [lost, setLost] = useState(false);

  useEffect(() => {
    if (wanted && !module)
      call().then(() => setLost(false), () => setLost(true));
  }, [wanted]);
  return { module, lost };
}

/* "rules/GAME/MARK", "lesson/GAME", "puzzles/GAME/ID": in the address behind "#/". */
export const learnRoute = /^#\/((?:rules|lesson|puzzles)(?:\/[\w-]*)*)$/;

export function LearnPage({ path }: { path: string }) {
  const { module, lost } = useLearn(true);

  if (module)
    return <module.Page path={path.split("/")} />;
  return <main id="main" class="page" tabIndex={-1}><p class={lost ? "trouble" : "loading"}>{t(lost ? "error.network" : "app.loading")}</p></main>;
}

/* The passages of what was looked up, over whatever page it is. */
export function LookedUp() {
  const one = useStore(looked);
  const { module } = useLearn(one !== null);

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
