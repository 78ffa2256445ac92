/* SPDX-License-Identifier: MIT
 * map.tsx -- the river with its fifteen provinces, what is printed on them, and how each of them stands.
 */
import { list, say } from "../i18n";
import { Store, useStore } from "../store";
import { Art, Dialog, Token, warn } from "../ui";
import { Land, Nile } from "./art";
import { openPlan } from "./build";
import { decides } from "./decide";
import { groundOf } from "./ground";
import type { Planned, Planner } from "./plan";
import { t } from "./say";
import type { AmunScene, AmunState, AmunView, ProvinceState, Talk } from "./types";
import { bidOf, label, provinceName, provinces } from "./words";

/* What is printed on a province, in signs; the words are on its card. */
export function Marks({ state, province }: { state: AmunState; province: string }) {
  const g = groundOf(state, province);
  const here = state.provinces[province];
  const marks: [string, number, string][] = [
    ["a-farm", g.farms, "amun.word.farms"],
    ["a-limit", g.limit, "amun.word.limit"],
    ["a-temple", g.temples, "amun.word.temples"],
    ["a-gold", g.income_always, "amun.word.income_always"],
    ["a-camel", g.income_camel, "amun.word.income_camel"],
  ];
  const free: [string, number][] = here && state.offered.includes(province)
    ? [["gold", here.gold], ["card", here.cards.length]] : [["gold", g.free.gold], ["card", g.free.cards], ["stone", g.free.stones]];

  return (
    <p class="marks" aria-hidden="true">
      {marks.filter(([, n]) => n).map(([art, n, id]) => <span key={art} class="mark" title={`${say(id)}: ${n}`}><Art name={art} />{n}</span>)}
      {free.filter(([, n]) => n).map(([what, n]) => (
        <span key={what} class="mark free" title={`${t("amun.word.free")}: ${say(`amun.item.${what}`, { count: n })}`}>+{n}<Art name={`a-${what}`} /></span>
      ))}
    </p>
  );
}

/* ---- the map ---- */

export function RiverMap(talk: Talk) {
  return (
    <section class="river-map" aria-labelledby="map-title">
      <h2 id="map-title" class="unseen">{t("amun.word.provinces")}</h2>
      <div class="river" aria-hidden="true">
        <Nile />
        <span class="egypt north">{t("amun.egypt.lower")}</span>
        <span class="egypt south">{t("amun.egypt.upper")}</span>
      </div>
      {provinces.map((province) => <Tile key={province} {...talk} province={province} />)}
      <Rose />
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
    here?.free_farmers ? `${t("amun.word.free_farmers")}: ${here.free_farmers}` : "",
    here?.pyramids ? say("amun.item.pyramid", { count: here.pyramids }) : "",
    here?.stones ? say("amun.item.stone", { count: here.stones }) : "",
    ...on.map((seat) => `${t("amun.word.marker")} ${scene.players[seat]} ${state.markers[String(seat)]!.number}`),
  ];
  return parts.filter(Boolean).join(", ");
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
        type="button" data-rove data-province={province} data-owner={owner ?? ""}
        class={`prov ${g.side} ${g.bank ? "bank" : "desert"} ${offered ? "on-offer" : ""} ${!here ? "asleep" : ""} ${owner === null ? "" : `owned s${owner}`} ${named ? "possible" : ""} ${building ? "building" : ""}`}
        onClick={() => open(province)}
      >
        <span class="prov-head">
          <span class="prov-name">{provinceName(province)}<span class="unseen">, {tileWords(scene, province)}</span></span>
          {owner !== null && <Token seat={owner} players={scene.players} />}
          {offered && on.map((i) => <Token key={i} seat={i} players={scene.players} />)}
        </span>
        <Marks state={state} province={province} />
        <Land lie={lieOf(scene, province, here)} />
      </button>
      {building && <MapPlan mind={mind} province={province} changed={changed(was!, here!)} />}
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

/* While a plan is open, a province of one's own takes a farmer or a stone on the map itself. */
function MapPlan({ mind, province, changed: some }: { mind: Planner<AmunView>; province: string; changed: boolean }) {
  useStore(mind.shown);
  const last = [...mind.plan].reverse().find((a) => a === `farmer:${province}` || a === `stone:${province}`);

  return (
    <span class={`map-plan ${some ? "changed" : ""}`} role="group" aria-label={t("amun.web.plan.here", { province: provinceName(province) })} data-map-plan={province}>
      {last && (
        <button
          type="button" class="button icon" data-rove data-map-less={province} aria-label={t("amun.build.back.line", { line: say(`amun.build.line.${last.split(":")[0]}`, { n: 1, province: provinceName(province) }) })}
          onClick={() => mind.remove(last)}
        >−</button>
      )}
      {(["farmer", "stone"] as const).map((verb) => {
        const action = `${verb}:${province}`;
        const may = mind.mayAdd(action);
        const name = t("amun.build.more", { what: t(`amun.build.${verb}`), where: provinceName(province) });
        return (
          <button
            key={verb} type="button" class="button icon" data-rove data-map-more={action} aria-disabled={!may} aria-label={may ? name : `${name} (${t(`amun.build.${verb}.no`)})`} title={name}
            onClick={() => (may ? mind.add(action) : warn(t(`amun.build.${verb}.no`)))}
          >+<Art name={`a-${verb}`} /></button>
        );
      })}
    </span>
  );
}

const places = ["side", "egypt", "bank"] as const;
const cells = ["farms", "printed_farmers", "limit", "temples", "income_always", "income_camel", "free"] as const;

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
  const guessed = [...places, ...cells].some((cell) => grades[cell] === "guess");
  const doable = scene.choices.filter((c) => c.arg === province && !bidOf(c));
  const may = decides(state.phase) ? [] : doable;

  return (
    <Dialog title={provinceName(province)} close={close}>
      <div class="prov-card" data-card={province}>
        <Land lie={lieOf(scene, province, here)} />
        <p><strong>{t("amun.word.owner")}:</strong> {here && here.owner !== null ? <><Token seat={here.owner} players={scene.players} /> {scene.players[here.owner]}</> : state.offered.includes(province) ? t("amun.web.onoffer") : t("amun.word.nobody")}</p>
        <dl class="prov-cells">
          <div data-cell="place">
            <dt>{t("amun.web.place")}</dt>
            <dd>{places.map((cell) => <span key={cell} class="prov-place">{where[cell]}<Guess grade={grades[cell]} /></span>)}</dd>
          </div>
          {cells.filter((cell) => told[cell] || grades[cell] === "guess").map((cell) => (
            <div key={cell} data-cell={cell} class={grades[cell] === "guess" ? "guess" : ""}>
              <dt>{say(`amun.word.${cell}`)}</dt>
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
    <sup class="guess-mark" title={t("amun.word.guess")}><span aria-hidden="true">?</span><span class="unseen"> ({t("amun.word.guess")})</span></sup>
  );
}
