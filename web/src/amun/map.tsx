/* SPDX-License-Identifier: MIT
 * map.tsx -- the river with its fifteen provinces, what is printed on them, and how each of them stands.
 */
import type { RefObject } from "preact";
import { useLayoutEffect, useRef, useState } from "preact/hooks";
import { list, named, say } from "../i18n";
import { Ruled } from "../learn";
import { Store, useStore } from "../store";
import { soon } from "../tasks";
import { Art, Dialog, Icon, Token, useSmall, warn } from "../ui";
import { Land } from "./art";
import { openPlan, whyNot } from "./build";
import { decides } from "./decide";
import { groundOf } from "./ground";
import { Ladder } from "./ladder";
import type { Planned, Planner } from "./plan";
import { Marks } from "./marks";
import { t } from "./say";
import type { AmunScene, AmunView, ProvinceState, Talk } from "./types";
import { Valley } from "./valley";
import { bidOf, label, provinceName, provinces } from "./words";

/* ---- the map ---- */

const nearest = 2.6;

/* On a phone the map shows the whole valley, or is zoomed in. Two fingers or the buttons zoom; one finger moves the map. What was
 * in the middle stays there. To build needs room for the buttons: then the map zooms in on the player's province. */
function useZoom(view: RefObject<HTMLDivElement | null>, building: boolean) {
  const [zoom, setZoom] = useState(1);
  const was = useRef(1);
  const built = useRef(false);
  const to = (wanted: number): void => setZoom(Math.min(nearest, Math.max(1, wanted)));

  if (built.current !== building) {
    built.current = building;
    to(building ? 2.1 : 1);
  }
  useLayoutEffect(() => {
    const box = view.current!;
    const own = building && box.querySelector<HTMLElement>(".prov.building");
    const grown = zoom / was.current;

    was.current = zoom;
    if (own)
      return soon(() => box.scrollTo(own.offsetLeft + own.offsetWidth / 2 - box.clientWidth / 2, own.offsetTop + own.offsetHeight / 2 - box.clientHeight / 2));
    if (zoom > 1)
      box.scrollTo((box.scrollLeft + box.clientWidth / 2) * grown - box.clientWidth / 2, (box.scrollTop + box.clientHeight / 2) * grown - box.clientHeight / 2);
    return undefined;
  }, [zoom, building]);
  const apart = useRef(0);
  const pinch = (event: TouchEvent): void => {
    const [a, b] = [event.touches[0], event.touches[1]];
    const now = a && b ? Math.hypot(a.clientX - b.clientX, a.clientY - b.clientY) : 0;

    if (now && apart.current)
      to(was.current * now / apart.current);
    apart.current = now;
  };
  return { zoom, to, pinch };
}

export function RiverMap(talk: Talk) {
  const small = useSmall();
  const view = useRef<HTMLDivElement>(null);
  const { mind } = usePlan();
  const { zoom, to, pinch } = useZoom(view, small && !!mind);
  const near = small ? zoom : 1;
  return (
    <section class="river-map" aria-labelledby="map-title">
      <h2 id="map-title" class="unseen">{t("amun.word.provinces")}</h2>
      <div class="map-view" ref={view} onTouchStart={pinch} onTouchMove={pinch} onTouchEnd={pinch}>
        <div class="map-land" style={small ? `width: ${100 * near}%; height: ${100 * near}%` : ""} data-zoom={near}>
          <Valley scene={talk.scene} />
          <span class="egypt north" aria-hidden="true">{t("amun.egypt.lower")}</span>
          <span class="egypt south" aria-hidden="true">{t("amun.egypt.upper")}</span>
          {provinces.map((province) => <Tile key={province} {...talk} province={province} />)}
          <Rose />
        </div>
      </div>
      {small && (
        <p class="map-zoom">
          <button type="button" class="button icon" aria-label={t("amun.web.zoom.out")} aria-disabled={near <= 1} data-zoom-out onClick={() => to(zoom - 0.8)}><Icon name="minus" /></button>
          <button type="button" class="button icon" aria-label={t("amun.web.zoom.in")} aria-disabled={near >= nearest} data-zoom-in onClick={() => to(zoom + 0.8)}><Icon name="plus" /></button>
        </p>
      )}
    </section>
  );
}

/* Which way is north, which side is which. */
function Rose() {
  return (
    <svg class="rose" viewBox="0 0 200 120" aria-hidden="true" focusable="false">
      <g class="rose-lines"><circle cx="100" cy="62" r="40" /><path d="M100 12v100M50 62h100" /></g>
      <path class="rose-n" d="M100 8l10 46-10-8-10 8z" /><path class="rose-s" d="M100 116l8-44-8 6-8-6z" />
      <circle class="rose-sun" cx="100" cy="62" r="9" />
      <text x="116" y="20">N</text><text x="36" y="67">W</text><text x="164" y="67">E</text>
    </svg>
  );
}

function tileWords(scene: AmunScene, province: string): string {
  const { state } = scene.view;
  const g = groundOf(state, province);
  const here = state.provinces[province];
  const on = Object.keys(state.markers).map(Number).filter((seat) => state.markers[String(seat)]!.province === province);
  const parts = [
    !here ? t("amun.web.asleep") : state.offered.includes(province) ? t("amun.web.onoffer") : here.owner === null ? t("amun.word.nobody") : scene.players[here.owner],
    t("amun.web.farms", { n: (here?.farmers ?? 0) + g.printed_farmers, all: g.farms + g.printed_farmers }),
    here?.free_farmers ? named(t("amun.word.free_farmers"), here.free_farmers) : "",
    here?.pyramids ? say("amun.item.pyramid", { count: here.pyramids }) : "",
    here?.stones ? say("amun.item.stone", { count: here.stones }) : "",
    ...on.map((seat) => `${t("amun.word.marker")} ${scene.players[seat]} ${state.markers[String(seat)]!.number}`),
  ];
  return list(parts.filter(Boolean) as string[]);
}

const none = new Store<Planned<AmunView> | null>(null);

/* The plan that is open on the page, and what it would lead to. */
function usePlan(): { mind: Planner<AmunView> | null; seat: number; planned: AmunView | null } {
  const mind = useStore(openPlan);
  const now = useStore<Planned<AmunView> | null>(mind?.shown ?? none);

  return { mind, seat: mind?.seat ?? -1, planned: now?.view ?? null };
}

function Tile({ scene, open, province }: Talk & { province: string }) {
  const { state } = scene.view;
  const { mind, seat, planned } = usePlan();
  const g = groundOf(state, province);
  const was = state.provinces[province];
  const owner = was?.owner ?? null;
  const building = mind !== null && owner === seat && !scene.past;
  const here = building ? planned?.state.provinces[province] ?? was : was;
  const offered = state.offered.includes(province);
  const on = Object.keys(state.markers).map(Number).filter((i) => state.markers[String(i)]!.province === province);
  const named = scene.choices.some((c) => c.verb !== "bid" && c.arg === province);

  return (
    <>
      <button
        type="button" data-rove data-province={province} data-owner={owner ?? ""} style={`grid-area: ${province}`}
        data-biddable={scene.choices.some((c) => bidOf(c)?.province === province)}
        class={`prov ${g.side} ${offered ? "on-offer" : ""} ${!here ? "asleep" : ""} ${owner === null ? "" : `owned s${owner}`} ${named ? "possible" : ""} ${building ? "building" : ""}`}
        onClick={() => open(province)}
      >
        <span class="prov-head">
          <span class="prov-name">{provinceName(province)}<span class="unseen">, {tileWords(scene, province)}</span></span>
          {owner !== null && <Token seat={owner} players={scene.players} />}
          {offered && on.map((i) => <span key={i} class="prov-bid"><Token seat={i} players={scene.players} /><b aria-hidden="true">{state.markers[String(i)]!.number}</b></span>)}
        </span>
        <Marks state={state} province={province} />
        <Land lie={lieOf(scene, province, here)} />
      </button>
      {building && <MapPlan mind={mind} base={scene.view} province={province} changed={changed(was!, here!)} />}
    </>
  );
}

function changed(was: ProvinceState, here: ProvinceState): boolean {
  return (["farmers", "free_farmers", "stones", "pyramids"] as const).some((what) => was[what] !== here[what]);
}

function lieOf(scene: AmunScene, province: string, here: ProvinceState | undefined) {
  const g = groundOf(scene.view.state, province);
  return {
    farms: g.farms, printed: g.printed_farmers, farmers: here?.farmers ?? 0, free: here?.free_farmers ?? 0, stones: here?.stones ?? 0,
    pyramids: here?.pyramids ?? 0,
  };
}

/* While a plan is open, a province of the player takes a farmer or a stone on the map itself. */
function MapPlan({ mind, base, province, changed: some }: { mind: Planner<AmunView>; base: AmunView; province: string; changed: boolean }) {
  useStore(mind.shown);
  const last = [...mind.plan].reverse().find((a) => a === `farmer:${province}` || a === `stone:${province}`);

  return (
    <span
      class={`map-plan ${some ? "changed" : ""}`} role="group" data-map-plan={province} style={`grid-area: ${province}`}
      aria-label={t("amun.web.plan.here", { province: provinceName(province) })}
    >
      {last && (
        <button
          type="button" class="button icon" data-rove data-map-less={province} aria-label={t("amun.build.back.line", { line: say(`amun.build.line.${last.split(":")[0]}`, { n: 1, province: provinceName(province) }) })}
          onClick={() => mind.remove(last)}
        >−</button>
      )}
      {(["farmer", "stone"] as const).map((verb) => {
        const action = `${verb}:${province}`;
        const may = mind.mayAdd(action);
        const why = whyNot(mind, base, verb, province);
        const name = t("amun.build.more", { what: t(`amun.build.${verb}`), where: provinceName(province) });
        return (
          <button
            key={verb} type="button" class="button icon" data-rove data-map-more={action} aria-disabled={!may} aria-label={may ? name : `${name} (${why})`} title={name}
            onClick={() => (may ? mind.add(action) : warn(why))}
          >+<Art name={`a-${verb}`} /></button>
        );
      })}
    </span>
  );
}

const places = ["side", "egypt", "bank"] as const;
const cells = ["farms", "printed_farmers", "limit", "temples", "income_always", "income_camel", "free"] as const;

/* What leads to its rule (rules.ts). */
const ruled = { farms: "a-farm", printed_farmers: "a-farmer", limit: "a-limit", temples: "a-temple", income_always: "a-gold", income_camel: "a-camel", free: "free" };

/* All that is printed there, how it stands, and what may be done with it now. */
export function ProvinceCard({ scene, province, close }: { scene: AmunScene; province: string; close: () => void }) {
  const { state } = scene.view;
  const g = groundOf(state, province);
  const grades = g.grades ?? {};
  const here = state.provinces[province];
  const free = [
    g.free.gold && say("amun.item.gold", { count: g.free.gold }), g.free.cards && say("amun.item.card", { count: g.free.cards }),
    g.free.stones && say("amun.item.stone", { count: g.free.stones }),
  ].filter(Boolean) as string[];
  const where = { side: t(`amun.side.${g.side}`), egypt: t(`amun.egypt.${g.egypt}`), bank: t(g.bank ? "amun.bank.yes" : "amun.bank.no") };
  const gold = (n: number): string => (n ? say("amun.item.gold", { count: n }) : "");
  const told: Record<(typeof cells)[number], string> = {
    farms: String(g.farms), printed_farmers: g.printed_farmers ? String(g.printed_farmers) : "", limit: String(g.limit),
    temples: g.temples ? String(g.temples) : "", income_always: gold(g.income_always), income_camel: gold(g.income_camel), free: list(free),
  };
  const small = useSmall();
  const guessed = [...places, ...cells].some((cell) => grades[cell] === "guess");
  const doable = scene.choices.filter((c) => c.arg === province && !bidOf(c));
  const may = decides(state.phase) ? [] : doable;

  return (
    <Dialog title={provinceName(province)} class="low" close={close}>
      <div class="prov-card" data-card={province}>
        {small && state.offered.includes(province) && <Ladder scene={scene} province={province} done={close} />}
        <Land lie={lieOf(scene, province, here)} />
        <p><strong>{t("amun.word.owner")}:</strong> {here && here.owner !== null ? <><Token seat={here.owner} players={scene.players} /> {scene.players[here.owner]}</> : state.offered.includes(province) ? t("amun.web.onoffer") : t("amun.word.nobody")}</p>
        <dl class="prov-cells">
          <div data-cell="place">
            <dt><Ruled game="amun_re" about="sides" title={t("amun.web.place")} alone>{t("amun.web.place")}</Ruled></dt>
            <dd>{places.map((cell) => <span key={cell} class="prov-place">{where[cell]}<Guess grade={grades[cell]} /></span>)}</dd>
          </div>
          {cells.filter((cell) => told[cell] || grades[cell] === "guess").map((cell) => (
            <div key={cell} data-cell={cell} class={grades[cell] === "guess" ? "guess" : ""}>
              <dt><Ruled game="amun_re" about={ruled[cell]} title={say(`amun.word.${cell}`)} alone>{say(`amun.word.${cell}`)}</Ruled></dt>
              <dd>{told[cell] || 0}<Guess grade={grades[cell]} /></dd>
            </div>
          ))}
        </dl>
        {guessed && <p class="quiet" aria-hidden="true"><sup>?</sup> {t("amun.word.guess")}</p>}
        {may.map((c) => (
          <button key={c.action} type="button" class="button primary" disabled={scene.sending} onClick={() => { close(); scene.act(c.seat, [c.action]); }}>{label(c, scene.view)}</button>
        ))}
      </div>
    </Dialog>
  );
}

/* The discreet mark on what no printed board has confirmed. */
function Guess({ grade }: { grade: string | undefined }) {
  if (grade !== "guess")
    return null;
  return (
    <sup class="guess-mark"><span aria-hidden="true">?</span><span class="unseen"> ({t("amun.word.guess")})</span></sup>
  );
}
