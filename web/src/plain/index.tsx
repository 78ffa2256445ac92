/* SPDX-License-Identifier: MIT
 * index.tsx -- a table for any game that brings none of its own. What may be seen as lists of names and values, what may be
 * done as buttons, what happened by the names of the events.
 */
import { api } from "../api";
import { gameName, wordOf, type GameModule } from "../games";
import { Later } from "../later";
import type { View } from "../types";
import { Board } from "./board";
import { t } from "./say";
import { choicesOf, legalLine, lines, prompt, sentences, typed } from "./words";

/* Where a view is of one seat, it is that of the seat that may act. */
function eyes({ legal }: View): number | null {
  const [seat] = Object.keys(legal);

  return seat === undefined ? null : Number(seat);
}

export async function plainGame(game: string): Promise<GameModule> {
  const { games } = await api.games();

  return {
    art: "scarab",
    secrets: games.find(({ name }) => name === game)?.hidden_information ?? true,   /* of a record of a game not offered */
    eyes,
    Board,
    Help: () => (
      <>
        <h3>{gameName(game)}</h3>
        {wordOf(game, "lobby.about") && <p>{wordOf(game, "lobby.about")}</p>}
        <p>{t("plain.help")}</p>
      </>
    ),
    keyHelp: [["1 – 9", "help.key.digit"]],
    tie: "plain.tie",
    choicesOf,
    label: ({ action }) => action,
    prompt,
    sentences,
    text: new Later(() => Promise.resolve({ lines, legalLine, typed, answer: () => null, hint: () => t("plain.text.hint") })),
    final: () => true,
    big: () => false,
    dwell: () => 500,
    scoring: () => false,
    sheets: () => [],
  };
}
