/* SPDX-License-Identifier: MIT
 * position.tsx -- a position from its string, in this page: every seat is played from here, and a bot may be asked. Nothing is kept.
 */
import { useEffect, useState } from "preact/hooks";
import { explain } from "../api";
import type { Game } from "../core/game";
import { gameName, useModule } from "../games";
import { t as frame } from "../i18n";
import { Coming } from "../later";
import { Play } from "../play";
import type { Step, View } from "../types";
import { Art, warn } from "../ui";
import { hintAt, pageCore } from "./course";
import { namesAt } from "./names";
import { t } from "./say";

interface Here {
  game: Game;
  seat: number;               /* that is asked; the one before when nobody is */
  first: number;              /* the seat asked first, of the person before the screen */
  view: View;
  before: View | null;
  steps: Step[];
}

const chance = 7;

/* Where the game stands, for whoever is to act next. Chance has acted. */
function standing(game: Game, before: Here | null): Here {
  if (game.facts().to_move >> chance & 1)
    game.chance(crypto.getRandomValues(new BigUint64Array(1))[0]!);
  const { to_move } = game.facts();
  const seat = to_move ? 31 - Math.clz32(to_move & -to_move) : before?.seat ?? 0;

  return { game, seat, first: before?.first ?? seat, view: game.view<View>([seat]), before: before?.view ?? null, steps: game.steps<Step>([seat]) };
}

export function PositionPage({ position }: { position: string }) {
  const [here, setHere] = useState<Here | null>(null);
  const [round, setRound] = useState(0);
  const [error, setError] = useState("");
  const { module } = useModule(here?.game.name ?? null);

  useEffect(() => {
    document.title = `${t("position.title")} · ${frame("app.title")}`;
  });
  useEffect(() => {
    let wanted = true;
    const open = async (): Promise<void> => {
      const core = await pageCore();
      const game = core && await core.open(position);

      if (wanted)
        game ? setHere(standing(game, null)) : setError(t("position.none"));
    };

    setHere(null);
    setError("");
    open().catch((e) => wanted && setError(explain(e)));
    return () => {
      wanted = false;
    };
  }, [position, round]);
  const act = ({ game, seat }: Here, actions: string[]): void => {
    try {
      game.act(seat, game.moment, actions, "", crypto.getRandomValues(new BigUint64Array(1))[0]!);
      setHere(standing(game, here));
    } catch (e) {
      warn(explain(e));
    }
  };
  const players = here ? namesAt(here.game.players, here.first) : [];

  return (
    <main id="main" class="page table puzzle" tabIndex={-1} data-position-page={here ? here.view.seq : ""}>
      <h1 class="table-title"><Art name={module?.art ?? "scarab"} /> {t("position.title")} {here && <small>{gameName(here.game.name)}</small>}</h1>
      {error && <p class="trouble" data-position-trouble>{error} <a href="#/">{frame("app.home")}</a></p>}
      {!error && !(here && module) && <Coming />}
      {here && module && (
        <>
          <p class="record-tools">{t("position.what")} <button type="button" class="button" data-position-again onClick={() => setRound(round + 1)}>{t("lesson.again")}</button></p>
          <Play
            key={round} game={module} view={here.view} before={here.before} steps={here.steps} newest={here.view.seq} players={players}
            seats={players.map((name) => ({ kind: "person", name }))} mine={[here.seat]} past={false} sending={false} error="" live={false}
            hash={() => `#/position/${position}`} act={(_, actions) => act(here, actions)}
            attempt={(seat, actions) => new Promise((resolve) => resolve(here.game.try<View>(seat, here.game.moment, actions)))} reading={() => undefined}
            record={null} shared={false} hint={(seat) => hintAt(here.game, seat)} analysis={null}
          />
        </>
      )}
    </main>
  );
}
