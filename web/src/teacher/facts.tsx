/* SPDX-License-Identifier: MIT
 * facts.tsx -- reasons in sentences: what follows from one action and not from another. All numbers are those that came with
 * the hint or the analysis.
 */
import { plainWord, wordOf, type GameModule } from "../games";
import { say } from "../i18n";
import type { View } from "../types";
import { actionName } from "./parts";
import type { Fact } from "./types";

export interface Telling {
  game: GameModule;
  view: View;                 /* of the game, for its names; not always of the moment */
  players: string[];
  seat: number;               /* who decides */
  you: boolean;               /* ... and reads this themselves */
}

/* The action, and its facts where they are known. */
export interface Choosing {
  action: string;
  facts?: Fact[] | undefined;
}

export function factSentence({ game, view, players, seat, you }: Telling, fact: Fact): string {
  const person = (who: number): string => (who === seat && you ? say("fact.you") : players[who] ?? "");
  const params: Record<string, string | number> = { you: person(seat) };

  for (const [name, value] of Object.entries(fact)) {
    if (name === "seat")
      params.player = person(Number(value));
    else if (name !== "fact")
      params[name] = typeof value === "string" ? game.hints?.word?.(name, value, view) ?? (wordOf(view.state.game, `${name}.${value}`) || plainWord(value)) : value;
  }
  return wordOf(view.state.game, `fact.${fact.fact}`, params);
}

/* What is true of both explains neither. */
export function reasons(telling: Telling, one: Choosing, other: Choosing): string[] {
  const known = new Set((other.facts ?? []).map((fact) => JSON.stringify(fact)));

  return (one.facts ?? []).filter((fact) => !known.has(JSON.stringify(fact))).map((fact) => factSentence(telling, fact)).filter(Boolean);
}

interface Told {
  of: Choosing;
  lines: string[];
}

function List({ telling: { game, view, seat }, told }: { telling: Telling; told: Told[] }) {
  const some = told.filter(({ lines }) => lines.length);

  return some.length === 0 ? null : (
    <dl class="reasons" data-reasons={some.length}>
      {some.map(({ of, lines }) => (
        <div key={of.action} data-reasons-of={of.action}>
          <dt>{say("fact.after", { what: actionName(game, view, seat, of.action) })}</dt>
          <dd>{lines.join(" ")}</dd>
        </div>
      ))}
    </dl>
  );
}

/* Two choices beside each other; nothing where nothing tells them apart. */
export function Reasons({ telling, choices: [one, other] }: { telling: Telling; choices: [Choosing, Choosing] }) {
  return <List telling={telling} told={[{ of: one, lines: reasons(telling, one, other) }, { of: other, lines: reasons(telling, other, one) }]} />;
}

/* The first of two choices, where the other may not be named yet; all of it where nothing tells them apart. */
export function ReasonsOf({ telling, choices: [one, other] }: { telling: Telling; choices: [Choosing, Choosing] }) {
  const apart = reasons(telling, one, other);

  return <List telling={telling} told={[{ of: one, lines: apart.length ? apart : reasons(telling, one, { action: "" }) }]} />;
}
