/* SPDX-License-Identifier: MIT
 * reward.tsx -- after the reveal: the correction up or down, the choice of rewards, and where they go.
 */
import { useLayoutEffect, useMemo, useRef, useState } from "preact/hooks";
import { explain } from "../api";
import { digits, list, say } from "../i18n";
import { useStore } from "../store";
import { Asked } from "./asked";
import { farmWords, stoneWords, whyNot } from "./build";
import { groundOf, provinceName, rangesOf, spaceOf } from "./ground";
import { itemWords } from "./offer";
import { Planner, times } from "./plan";
import { t } from "./say";
import { Stepper } from "./stepper";
import type { AmunScene, AmunView } from "./types";

export function CorrectPanel({ scene, seat }: { scene: AmunScene; seat: number }) {
  const { sacrifice } = scene.view.state;
  const total = sacrifice?.total ?? 0;
  const ranges = rangesOf(scene.view.state);
  const others = (sacrifice?.corrections_due ?? []).filter((i) => i !== seat).map((i) => scene.players[i]!);

  return (
    <section class="panel decide correct" aria-labelledby="correct-title">
      <Asked scene={scene} id="correct-title" />
      <p>{t("amun.correct.now", { total: digits(total), n: spaceOf(ranges, total) })}</p>
      {others.length > 0 && <p class="quiet">{t("amun.correct.others", { players: list(others) })}</p>}
      <div class="decide-do">
        {(scene.view.legal[String(seat)] ?? []).map((action) => {
          const after = total + Number(action.split(":")[1]);
          return (
            <button key={action} type="button" class="button primary" data-action={action} disabled={scene.sending} onClick={() => scene.act(seat, [action])}>
              {t(action.includes("+") ? "amun.correct.up" : "amun.correct.down")}
              <small>{t("amun.correct.after", { total: digits(after), n: spaceOf(ranges, after) })}</small>
            </button>
          );
        })}
      </div>
      {scene.error && <p class="trouble">{scene.error}</p>}
    </section>
  );
}

/* ---- the choice ---- */

type Items = [number, number, number];
const things = ["card", "farmer", "stone"] as const;
const actionOf = (items: Items): string => `reward:${items.join(",")}`;

export function RewardPanel({ scene, seat }: { scene: AmunScene; seat: number }) {
  const { sacrifice } = scene.view.state;
  const [items, setItems] = useState<Items>([0, 0, 0]);
  const legal = new Set(scene.view.legal[String(seat)] ?? []);
  const due = sacrifice?.rewards_due.find((d) => d.seat === seat)?.items ?? 0;
  const taken = items[0] + items[1] + items[2];
  const changed = (i: number, by: number): Items => items.map((n, j) => (i === j ? n + by : n)) as Items;

  /* Before anybody can press anything: a later effect would undo what they pressed. */
  useLayoutEffect(() => setItems([0, 0, 0]), [scene.view.seq]);
  if (sacrifice?.placing?.seat === seat)
    return <PlacePanel scene={scene} seat={seat} />;
  return (
    <section class="panel decide reward" aria-labelledby="reward-title" data-reward={actionOf(items)}>
      <Asked scene={scene} id="reward-title" />
      <ul class="reward-rows">
        {things.map((thing, i) => (
          <li key={thing}>
            <Stepper
              label={t(`amun.reward.${thing}`)} where={t("amun.reward.short")} name={thing} n={items[i]!} fact={t(`amun.reward.${thing}.fact`)}
              less={() => setItems(changed(i, -1))} more={() => setItems(changed(i, 1))} mayMore={legal.has(actionOf(changed(i, 1)))}
              reason={t(taken >= due ? "amun.reward.full" : `amun.reward.${thing}.no`)}
            />
          </li>
        ))}
      </ul>
      <p aria-live="polite">{t("amun.reward.so", { items: itemWords(items), n: taken, of: due })}</p>
      <div class="decide-do">
        <button
          type="button" class={`button big ${taken ? "primary" : ""}`} data-take disabled={scene.sending || !legal.has(actionOf(items))} onClick={() => scene.act(seat, [actionOf(items)])}
        >
          {taken === 0 ? t("amun.reward.take.none") : taken < due ? say("amun.reward.take.fewer", { n: due - taken }) : t("amun.reward.take")}
        </button>
      </div>
      {scene.error && <p class="trouble">{scene.error}</p>}
    </section>
  );
}

/* ---- where they go ---- */

function PlacePanel({ scene, seat }: { scene: AmunScene; seat: number }) {
  const { view } = scene;
  const placing = view.state.sacrifice!.placing!;
  const all = placing.farmers + placing.stones;
  const attempt = useRef(scene.attempt);
  attempt.current = scene.attempt;
  /* The last thing placed is not tried: what comes after it is other players' business. */
  const mind = useMemo(() => new Planner<AmunView>(seat, view, (actions) => (
    actions.length === all ? Promise.resolve({ ...view, legal: {} }) : attempt.current(seat, actions)
  )), [seat, view.seq]);
  const now = useStore(mind.shown);
  const full = now.plan.length === all;
  const own = Object.keys(view.state.provinces).filter((p) => view.state.provinces[p]!.owner === seat);
  const verbs = ([["farmer", placing.farmers], ["stone", placing.stones]] as const).filter(([, n]) => n > 0);

  return (
    <section class="panel decide reward place" aria-labelledby="place-title" data-plan={now.plan.join(" ")} data-settled={now.settled}>
      <Asked scene={scene} id="place-title" />
      <ul class="build-rows">
        {own.map((p) => (
          <li key={p} class="build-row" data-province={p}>
            <h4>{provinceName(p)}</h4>
            {verbs.map(([verb, n]) => {
              const action = `${verb}:${p}`;
              const used = now.plan.filter((a) => a.startsWith(`${verb}:`)).length >= n;
              const after = now.view.state.provinces[p]!;
              const fact = verb === "farmer" ? farmWords(after, groundOf(view.state, p)) : stoneWords(after);
              return (
                <Stepper
                  key={verb} label={t(`amun.build.${verb}`)} where={provinceName(p)} name={action} n={times(now.plan, action)} fact={fact}
                  less={() => mind.remove(action)} more={() => mind.add(action)} mayMore={!used && !full && mind.mayAdd(action)}
                  reason={used ? t("amun.place.used") : whyNot(mind, view, verb, p)}
                />
              );
            })}
          </li>
        ))}
      </ul>
      {now.refused !== null && <p class="trouble">{(now.refused as { code?: string }).code === "illegal" ? t("amun.build.refused") : explain(now.refused)}</p>}
      <p aria-live="polite">{full ? t("amun.place.all") : say("amun.place.left", { n: all - now.plan.length })}</p>
      <div class="decide-do">
        <button type="button" class="button primary big" data-send="place" disabled={!full || !now.settled || scene.sending} onClick={() => scene.act(seat, mind.plan)}>
          {t("amun.place.send")}
        </button>
      </div>
      {scene.error && <p class="trouble">{scene.error}</p>}
    </section>
  );
}
