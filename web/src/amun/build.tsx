/* SPDX-License-Identifier: MIT
 * build.tsx -- phase 3: power cards at once, then farmers, stones and cards as a plan that is sent as one.
 */
import { useEffect, useMemo, useRef } from "preact/hooks";
import { explain } from "../api";
import { list, say, signed } from "../i18n";
import { Store, useStore } from "../store";
import type { Step } from "../types";
import { tell, warn } from "../ui";
import { Asked } from "./asked";
import { cardName, groundOf, provinceName } from "./ground";
import { added, Planner, times, without } from "./plan";
import { t } from "./say";
import { Press, Stepper } from "./stepper";
import type { AmunScene, AmunView, Ground, ProvinceState } from "./types";

type Mind = Planner<AmunView>;

/* The plan that is open on the page, so that a click on the board may add to it. */
export const openPlan = new Store<Mind | null>(null);

export function BuildPanel({ scene, seat, memory }: { scene: AmunScene; seat: number; memory: { current: Memory | null } }) {
  const { view } = scene;
  const mind = useMind(scene, seat, memory);
  const now = useStore(mind.shown);
  const own = Object.keys(view.state.provinces).filter((p) => view.state.provinces[p]!.owner === seat);
  const send = (last: string[]): void => scene.act(seat, [...mind.plan, ...last]);
  const idle = !now.plan.length;

  useTelling(mind, seat, view);
  useEffect(() => mind.probe([...own.map((p) => `farmer:${p}`), ...own.map((p) => `free_farmer:${p}`)]), [now]);
  return (
    <section class="panel decide build" aria-labelledby="build-title" aria-busy={!now.settled} data-plan={now.plan.join(" ")} data-settled={now.settled}>
      <Asked scene={scene} id="build-title" />
      <Cards scene={scene} seat={seat} mind={mind} />
      <div class="build-head"><h3>{t("amun.build.plan.title")}</h3><p class="quiet">{t("amun.build.plan.note")}</p></div>
      <ul class="build-rows">
        {own.map((p) => <ProvinceRow key={p} province={p} mind={mind} base={view} seat={seat} />)}
      </ul>
      <Sales mind={mind} base={view} seat={seat} />
      {now.refused !== null && <p class="trouble">{refusal(now.refused)}</p>}
      <Sum mind={mind} base={view} seat={seat} blocked={scene.sending} sendOn={() => send([])} />
      <div class="build-foot">
        <Gold mind={mind} base={view} seat={seat} />
        <div class="decide-do">
          <button
            type="button" class="button primary big" data-send="end" disabled={scene.sending || !now.settled} onClick={() => send(["end"])}
          >
            {t(idle ? "amun.build.end" : "amun.build.send")}
          </button>
        </div>
      </div>
      {scene.error && <p class="trouble">{scene.error}</p>}
    </section>
  );
}

function refusal(error: unknown): string {
  const code = (error as { code?: string }).code;
  return code === "illegal" ? t("amun.build.refused") : explain(error);
}

/* A plan outlives the panel: while the cards that were bought are drawn, nobody is asked. At a table it outlives the page too. */
export interface Memory {
  page: string;
  round: number;
  seat: number;
  seq: number;
  plan: string[];
}

const planKey = "khepri.plan";

function recall(): Memory | null {
  const kept: Memory | null = JSON.parse(sessionStorage.getItem(planKey) ?? "null");

  return kept?.page === location.hash && kept.page.startsWith("#/t/") ? kept : null;
}

function useMind(scene: AmunScene, seat: number, memory: { current: Memory | null }): Mind {
  const attempt = useRef(scene.attempt);
  attempt.current = scene.attempt;
  const mind = useMemo(() => new Planner(seat, scene.view, (actions) => attempt.current(seat, actions)), [seat]);
  const { round } = scene.view.state;

  useEffect(() => {
    const kept = memory.current ?? recall();
    if (kept && (kept.seq !== scene.view.seq || !mind.plan.length))
      mind.rebase(scene.view, kept.round === round && kept.seat === seat ? undone(kept.plan, scene.steps.slice(kept.seq)) : []);
    const keep = (): void => {
      memory.current = { page: location.hash, round, seat, seq: scene.view.seq, plan: mind.plan };
      sessionStorage.setItem(planKey, JSON.stringify(memory.current));
    };
    keep();
    return mind.shown.follow(keep);
  }, [scene.view.seq]);
  useEffect(() => {
    openPlan.set(mind);
    return () => openPlan.set(null);
  }, [mind]);
  return mind;
}

/* Of the plan, what has not been done meanwhile. */
function undone(plan: string[], done: Step[]): string[] {
  return done.reduce((left, step) => without(left, step.action ?? ""), plan);
}

/* After each change, what it comes to. */
function useTelling(mind: Mind, seat: number, base: AmunView): void {
  const now = useStore(mind.shown);
  const said = useRef("");

  useEffect(() => {
    if (!now.settled)
      return;
    const left = now.view.state.seats[seat]!.gold;
    const told = now.plan.length ? t("amun.build.told", { plan: list(phrases(now.plan)), left }) : "";
    if (told !== said.current)
      tell(told || t("amun.build.told.none", { left: base.state.seats[seat]!.gold }));
    said.current = told;
  }, [now]);
  useEffect(() => {
    if (now.refused !== null)
      warn(refusal(now.refused));
  }, [now.refused]);
}

/* ---- cards come first, and at once ---- */

function Cards({ scene, seat, mind }: { scene: AmunScene; seat: number; mind: Mind }) {
  const now = useStore(mind.shown);
  const sales = now.plan.filter((a) => a.startsWith("sell:"));
  const before = mind.after(sales);
  const offers = ((before ?? scene.view).legal[String(seat)] ?? []).filter((a) => a.startsWith("buy:"));

  useEffect(() => {
    if (sales.length)
      mind.learn(sales);
    for (const offer of offers)
      mind.learn([...sales, offer]);
  }, [now, offers.join()]);
  const bought = scene.view.state.turn?.bought ?? 0;
  if (!offers.length)
    return bought ? <p class="quiet build-cards">{t("amun.build.cards.bought", { n: bought })}</p> : null;
  return (
    <div class="build-cards">
      <div class="build-head"><h3>{t("amun.build.cards.title")}</h3><p class="quiet">{t("amun.build.cards.note")}</p></div>
      <div class="build-draw">
        {offers.map((offer) => {
          const n = Number(offer.slice(4));
          const after = mind.after([...sales, offer]);
          const gold = before && after ? before.state.seats[seat]!.gold - after.state.seats[seat]!.gold : null;
          return (
            <button key={offer} type="button" class="button" data-buy={n} disabled={scene.sending} onClick={() => scene.act(seat, [...sales, offer])}>
              <span class="unseen">{t("amun.build.cards.title")}: </span>{gold === null ? n : t("amun.build.cards.buy", { n, gold })}
            </button>
          );
        })}
      </div>
    </div>
  );
}

/* ---- the plan ---- */

function ProvinceRow({ province, mind, base, seat }: { province: string; mind: Mind; base: AmunView; seat: number }) {
  const { plan, view } = useStore(mind.shown);
  const here = view.state.provinces[province]!;
  const was = base.state.provinces[province]!;
  const ground = groundOf(base.state, province);
  const name = provinceName(province);
  const hand = base.state.seats[seat]!.cards;
  const farms = farmWords(here, ground);
  const step = (verb: "farmer" | "stone", fact: string, changed: boolean) => {
    const action = `${verb}:${province}`;
    return (
      <Stepper
        label={t(`amun.build.${verb}`)} where={name} name={action} n={times(plan, action)} fact={fact} changed={changed}
        less={() => mind.remove(action)} more={() => mind.add(action)} mayMore={mind.mayAdd(action)} reason={whyNot(mind, base, verb, province)}
      />
    );
  };

  return (
    <li class="build-row" data-province={province}>
      <div class="build-name">
        <h4>{name}</h4>
        <div class="build-with">
          {hand.free_farmer ? <CardHere card="free_farmer" province={province} mind={mind} /> : null}
          {hand.builder ? <CardHere card="builder" province={province} mind={mind} /> : null}
        </div>
      </div>
      {step("farmer", farms, here.farmers !== was.farmers || here.free_farmers !== was.free_farmers)}
      {step("stone", stoneWords(here), here.stones !== was.stones || here.pyramids !== was.pyramids)}
    </li>
  );
}

/* Why a province gets no more of this, after what is planned. */
export function whyNot(mind: Mind, base: AmunView, verb: "farmer" | "stone", province: string): string {
  const { plan, view } = mind.shown.value;
  const full = view.state.provinces[province]!.farmers >= groundOf(base.state, province).farms;

  if (plan.length >= Planner.most)
    return t("amun.build.full");
  if (verb === "farmer" && (full || base.state.turn?.step === "stones"))
    return t(full ? "amun.build.farmer.full" : "amun.build.farmer.late");
  return t(`amun.build.${verb}.no`);
}

export function farmWords(here: ProvinceState, ground: Ground): string {
  const parts = [ground.farms ? t("amun.build.farms", { n: here.farmers, count: ground.farms }) : t("amun.build.farms.none")];
  if (ground.printed_farmers)
    parts.push(t("amun.build.printed", { n: ground.printed_farmers }));
  if (here.free_farmers)
    parts.push(t("amun.build.flat", { n: here.free_farmers }));
  return list(parts);
}

export function stoneWords(here: ProvinceState): string {
  return list([say("amun.build.stones", { n: here.stones }), say("amun.build.pyramids", { n: here.pyramids })]);
}

/* A card that may be played on one province a turn: pressed here, it is taken from where it was. */
function CardHere({ card, province, mind }: { card: "free_farmer" | "builder"; province: string; mind: Mind }) {
  const { plan, view } = useStore(mind.shown);
  const action = `${card}:${province}`;
  const elsewhere = plan.find((a) => a.startsWith(`${card}:`) && a !== action);
  const on = plan.includes(action);
  const may = on || !!elsewhere || mind.mayAdd(action);

  return (
    <Press
      name={action} on={on} may={may} label={cardName(card)} where={provinceName(province)} reason={t(view.state.turn?.[card] ? "amun.build.card.once" : `amun.build.${card}.no`)}
      press={() => mind.want(on ? without(plan, action) : added(elsewhere ? without(plan, elsewhere) : plan, action))}
    />
  );
}

/* Cards in hand, each to be sold for its gold. */
export function Sales({ mind, base, seat }: { mind: Mind; base: AmunView; seat: number }) {
  const { plan } = useStore(mind.shown);
  const cards = Object.keys(base.state.seats[seat]!.cards);

  if (!cards.length)
    return null;
  return (
    <details class="sales arrow" open={plan.some((a) => a.startsWith("sell:"))}>
      <summary>{t("amun.build.sell")}</summary>
      <ul>
        {cards.map((card) => {
          const action = `sell:${card}`;
          const held = base.state.seats[seat]!.cards[card]!;
          return (
            <li key={card}>
              <Stepper
                label={cardName(card)} where={t("amun.build.sell.short")} name={action} n={times(plan, action)} fact={t("amun.build.held", { n: held })}
                less={() => mind.remove(action)} more={() => mind.add(action)} mayMore={mind.mayAdd(action)} reason={t("amun.build.sell.no")}
              />
            </li>
          );
        })}
      </ul>
    </details>
  );
}

/* The plan in words, equal lines as one. */
export function phrases(plan: string[]): string[] {
  return [...new Set(plan)].map((action) => phrase(action, times(plan, action)));
}

function phrase(action: string, n: number): string {
  const [verb = "", arg = ""] = action.split(":");
  if (verb === "sell")
    return say("amun.build.line.sell", { n, card: cardName(arg) });
  if (verb === "free_farmer" || verb === "builder")
    return t("amun.build.line.card", { card: cardName(verb), province: provinceName(arg) });
  return say(`amun.build.line.${verb}`, { n, province: provinceName(arg) });
}

function Sum(props: { mind: Mind; base: AmunView; seat: number; blocked: boolean; sendOn: () => void }) {
  const { mind, base, seat } = props;
  const { plan, view, settled } = useStore(mind.shown);

  return (
    <div class={`build-sum ${settled ? "" : "pending"}`}>
      {plan.length > 0 && (
        <ul class="build-lines" aria-label={t("amun.build.lines")}>
          {[...new Set(plan)].map((action) => {
            const n = times(plan, action);
            const line = phrase(action, n);
            const back = n > 1 ? "amun.build.back.some" : "amun.build.back";
            return (
              <li key={action}>
                <span>{line}</span>
                <button type="button" class="button small" data-back={action} aria-label={t(`${back}.line`, { line })} onClick={() => mind.remove(action)}>{t(back)}</button>
              </li>
            );
          })}
        </ul>
      )}
      {plan.length > 0 && (
        <div class="decide-do">
          <button type="button" class="button small" data-send="on" disabled={props.blocked || !settled} onClick={props.sendOn}>{t("amun.build.send.on")}</button>
          <button type="button" class="button small quiet-button" data-clear onClick={() => mind.clear()}>{t("amun.build.clear")}</button>
        </div>
      )}
      <Outlook base={base} view={view} seat={seat} />
    </div>
  );
}

function Gold({ mind, base, seat }: { mind: Mind; base: AmunView; seat: number }) {
  const { view, settled } = useStore(mind.shown);
  const had = base.state.seats[seat]!.gold;
  const left = view.state.seats[seat]!.gold;

  return (
    <dl class={`build-gold ${settled ? "" : "pending"}`}>
      <div><dt>{t("amun.build.gold.cost")}</dt><dd data-cost={had - left}>{had - left}</dd></div>
      <div><dt>{t("amun.build.gold.left")}</dt><dd data-left={left}>{left}</dd></div>
    </dl>
  );
}

/* What it brings later, as far as the view says. */
function Outlook({ base, view, seat }: { base: AmunView; view: AmunView; seat: number }) {
  const before = base.insight;
  const after = view.insight;

  if (!before?.income || !after?.income)
    return null;
  const score = after.now[seat]!.total;
  const gain = score - before.now[seat]!.total;
  return (
    <dl class="build-outlook">
      <div><dt>{t("amun.build.score")}</dt><dd data-score={score}>{score}{gain !== 0 && <small>{signed(gain)}</small>}</dd></div>
      <div class="build-income">
        <dt>{t("amun.build.income")}</dt>
        <dd>
          <ol>
            {after.income[seat]!.map((n, i) => (
              <li key={i}>
                <small>{t("amun.temple.at", { n: i + 1 })}</small> {n}
                {n !== before.income[seat]![i] && <small>{signed(n - before.income[seat]![i]!)}</small>}
              </li>
            ))}
          </ol>
        </dd>
      </div>
    </dl>
  );
}
