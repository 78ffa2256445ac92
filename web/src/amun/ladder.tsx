/* SPDX-License-Identifier: MIT
 * ladder.tsx -- the provinces on offer, each with the bids made and the bids that may be made. On a phone one of them is a
 * part of the card that a press on the map opens.
 */
import { useState } from "preact/hooks";
import { digits, list, named } from "../i18n";
import type { Choice } from "../types";
import { Art, Token } from "../ui";
import { CardArt } from "./art";
import { boardOf } from "./ground";
import { Marks } from "./marks";
import { t } from "./say";
import type { AmunScene, Talk } from "./types";
import { bidOf, label, provinceName } from "./words";

function bidsOf(scene: AmunScene, province?: string) {
  return scene.choices.map((choice) => ({ choice, bid: bidOf(choice)! })).filter(({ bid }) => bid && (!province || bid.province === province));
}

export function Offered({ scene, open }: Talk) {
  const { state } = scene.view;
  const [block, setBlock] = useState(false);

  return (
    <section class="offered" aria-labelledby="offered-title">
      <h2 id="offered-title">{t("amun.word.offered")}</h2>
      <WithCards scene={scene} block={block} setBlock={setBlock} />
      <div class="ladders">
        {state.offered.map((province) => (
          <article key={province} class="ladder" data-ladder={province} aria-labelledby={`ladder-${province}`}>
            <header>
              <h3 id={`ladder-${province}`}>{provinceName(province)}</h3>
              <button type="button" class="button icon quiet-button" data-rove aria-label={t("amun.web.about", { what: provinceName(province) })} onClick={() => open(province)}>?</button>
            </header>
            <Marks state={state} province={province} />
            <Rungs scene={scene} province={province} block={block} />
          </article>
        ))}
      </div>
    </section>
  );
}

/* One of them alone. */
export function Ladder({ scene, province, done }: { scene: AmunScene; province: string; done: () => void }) {
  const [block, setBlock] = useState(false);

  return (
    <div class="ladder-alone" data-ladder={province}>
      <WithCards scene={scene} province={province} block={block} setBlock={setBlock} />
      <Rungs scene={scene} province={province} block={block} done={done} />
    </div>
  );
}

/* The power cards that may go with a bid. */
function WithCards({ scene, province, block, setBlock }: { scene: AmunScene; province?: string; block: boolean; setBlock: (on: boolean) => void }) {
  const bids = bidsOf(scene, province);
  const may = bids.some(({ bid }) => bid.blockade);
  const over = bids.some(({ bid }) => bid.overbid);

  if (!may && !over)
    return null;
  return (
    <p class="with">
      {may && (
        <label class="check">
          <input type="checkbox" name="blockade" checked={block} onChange={(e) => setBlock(e.currentTarget.checked)} />
          <CardArt kind="blockade" /><span>{t("amun.action.bid.blockade")}</span>
        </label>
      )}
      {over && <span class="quiet"><CardArt kind="overbid" /> {t("amun.web.overbid.note")}</span>}
    </p>
  );
}

function Rungs({ scene, province, block, done }: { scene: AmunScene; province: string; block: boolean; done?: () => void }) {
  const bids = bidsOf(scene, province);

  return (
    <ol class="rungs">
      {boardOf(scene.view.state).bid_numbers.map((n) => {
        const found = bids.filter(({ bid }) => bid.number === n);
        const choice = (found.find(({ bid }) => bid.blockade === block) ?? found[0])?.choice;
        return <Rung key={n} scene={scene} province={province} n={n} choice={choice} done={done} />;
      })}
    </ol>
  );
}

function Rung({ scene, province, n, choice, done }: { scene: AmunScene; province: string; n: number; choice: Choice | undefined; done?: () => void }) {
  const { markers, blockade } = scene.view.state;
  const on = Object.keys(markers).map(Number).filter((seat) => markers[String(seat)]!.province === province && markers[String(seat)]!.number === n);
  const top = on.length && Object.values(markers).every((m) => m.province !== province || m.number <= n);
  const who = list(on.map((seat) => scene.players[seat] ?? ""));
  const inside = (
    <>
      <span aria-hidden={on.length ? "true" : undefined}>{digits(n)}</span>
      {on.map((seat) => <Token key={seat} seat={seat} players={scene.players} />)}
      {on.some((seat) => blockade.includes(seat)) && <Art name="a-card-blockade" class="rung-block" />}
    </>
  );

  if (choice)
    return (
      <li class="rung may">
        <button
          type="button" class="rung-do" data-rove data-action={choice.action} disabled={scene.sending} aria-label={label(choice, scene.view)}
          aria-keyshortcuts={scene.keysShown && choice.key ? choice.key : undefined} onClick={() => {
            scene.act(choice.seat, [choice.action]);
            done?.();
          }}
        >
          {inside}
        </button>
      </li>
    );
  return (
    <li class={`rung ${top ? "leads" : on.length ? "overbid" : ""}`} data-rung={n}>
      {inside}
      {on.length > 0 && <span class="unseen">{named(String(n), top ? who : list([who, t("amun.web.overbid")]))}</span>}
    </li>
  );
}
