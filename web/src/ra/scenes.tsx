/* SPDX-License-Identifier: MIT
 * scenes.tsx -- the scenes of Ra: a Ra tile, the last one of an epoch, a disaster, the sunset.
 */
import type { Cutscene } from "../cutscene";
import type { GameEvent, Scene, Step } from "../types";
import { Art, Signed, Token } from "../ui";
import { t } from "./say";
import { sheetsOf } from "./sheet";
import type { RaState } from "./types";
import { sentence } from "./words";

export function cutscenes(step: Step, scene: Scene): Cutscene[] {
  const { players, view } = scene;
  const { options, ra_track: room } = view.state as RaState;
  const say = (e: GameEvent): string => sentence(e, { players, options });
  const find = (event: string): GameEvent | undefined => step.events.find((e) => e.event === event);
  const [ra, ended, loss] = [find("ra_drawn"), find("epoch_ended"), lossOf(step)];
  const full = !!ended?.count;
  const all: Cutscene[] = [];

  if (ra)
    all.push({
      name: full ? "last-ra" : "ra", title: say(full ? ended! : ra), length: full ? 2200 : 1000, light: !full,
      body: () => <RaTile drawn={Number(ra.detail)} room={room} last={full} />,
    });
  if (loss)
    all.push({ name: "disaster", title: say(loss.said), length: 2600, body: () => <Struck loss={loss} players={players} /> });
  if (ended)
    all.push({ name: "sunset", title: t("ra.scene.sunset", { n: Number(ended.detail) }), length: 4200, body: () => <Sunset scene={scene} /> });
  return all;
}

/* The tile before the sun, and how full the track is. */
function RaTile({ drawn, room, last }: { drawn: number; room: number; last: boolean }) {
  return (
    <>
      <div class="scene-ra"><span class="scene-rays" aria-hidden="true" /><Art name="k-ra" /></div>
      <p class={`scene-sockets ${last ? "full" : ""}`} aria-hidden="true">
        {Array.from({ length: room }, (_, i) => <span key={i} class={i < drawn ? "on" : ""} />)}
      </p>
    </>
  );
}

interface Loss {
  seat: number;
  said: GameEvent;            /* what tells it */
  disasters: string[];
  tiles: string[];            /* one for each tile lost */
}

function lossOf(step: Step): Loss | null {
  const lost = step.events.filter((e) => e.event === "lost");
  const disasters = step.events.filter((e) => e.event === "disaster");
  const seat = lost[0]?.seat;

  if (seat == null)
    return null;
  return {
    seat, said: disasters.find((e) => e.count) ?? lost[0]!, disasters: disasters.map((e) => String(e.detail)),
    tiles: lost.flatMap((e) => Array<string>(e.count ?? 1).fill(String(e.detail))),
  };
}

/* The disasters above, below what they strike off the mat. */
function Struck({ loss, players }: { loss: Loss; players: string[] }) {
  return (
    <div class="scene-struck">
      <p class="scene-causes">{loss.disasters.map((kind, i) => <Art key={i} name={`k-${kind}`} />)}</p>
      <p class="scene-mat">
        <Token seat={loss.seat} players={players} />
        {loss.tiles.map((kind, i) => <span key={i} class="scene-lost" style={`--turn: ${Math.min(i, 8)}`}><Art name={`k-${kind}`} /></span>)}
      </p>
    </div>
  );
}

/* The sun goes down, and what the epoch brought stands before it. */
function Sunset({ scene }: { scene: Scene }) {
  const sheet = sheetsOf(scene.steps, scene.players.length).at(-1);

  return (
    <>
      <div class="scene-sky" aria-hidden="true"><span class="scene-sun" /><span class="scene-land" /></div>
      {sheet && (
        <ul class="cutscene-list">
          {scene.players.map((name, i) => (
            <li key={i} style={`--turn: ${i + 2}`}>
              <Token seat={i} players={scene.players} /><span class="who">{name}</span>
              <span class="sum"><Signed n={sheet.total[i]!} /></span><span class="sum">{sheet.after[i]}</span>
            </li>
          ))}
        </ul>
      )}
    </>
  );
}
