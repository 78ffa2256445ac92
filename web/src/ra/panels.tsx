/* SPDX-License-Identifier: MIT
 * panels.tsx -- beside the board: the bag with the exact chance of a Ra tile, and what the lot is worth
 * to everybody.
 */
import { useRef } from "preact/hooks";
import { percent } from "../i18n";
import { RuleButton, Ruled } from "../learn";
import { useRoving } from "../rove";
import { Art, Signed, Token, useSame, useSmall } from "../ui";
import { t } from "./say";
import type { RaState, RaView } from "./types";
import { bagCount, civilisations, inBox, kindName, kinds } from "./words";

/* How many tiles of a kind are left in the bag: a step draws one at most. */
function Left({ kind, left, edition }: { kind: string; left: number; edition: RaState["options"]["edition"] }) {
  return useSame([kind, left, edition], () => {
    const label = t("ra.odds.item", { kind: kindName(kind, edition), count: left, n: inBox(kind) });

    return (
      <li class={left ? "" : "gone"}>
        <Ruled game="ra" about={`k-${kind}`} title={label}>
          <Art name={`k-${kind}`} />
          <span aria-hidden="true">{left}</span>
          <span class="unseen">{label}</span>
        </Ruled>
      </li>
    );
  });
}

export function Odds({ view }: { view: RaView }) {
  const { state, insight } = view;
  const { edition } = state.options;
  const ref = useRef<HTMLUListElement>(null);
  const [a, b] = insight?.ra_chance ?? [state.bag.ra ?? 0, bagCount(state)];

  useRoving(ref);
  return (
    <section class="panel odds" aria-labelledby="odds-title">
      <h2 id="odds-title">{t("ra.odds.title")}</h2>
      {state.phase !== "over" && <p class="odds-ra" data-chance={`${a}/${b}`}>
        <Art name="k-ra" />
        <span>
          <strong>{t("ra.odds.ra", { percent: percent(a, b) })}</strong>
          <small>{t("ra.odds.exact", { a, b })}</small>
        </span>
      </p>}
      {state.phase !== "over" && (
        <meter class="odds-meter" min={0} max={Math.max(1, b)} value={a} aria-label={t("ra.odds.ra", { percent: percent(a, b) })} />
      )}
      <ul class="bag" ref={ref}>{kinds.map((kind) => <Left key={kind} kind={kind} left={state.bag[kind] ?? 0} edition={edition} />)}</ul>
    </section>
  );
}

/* The seats that lose 5 points without any civilisation, and would not with this lot: their +5 is not for the tile itself. */
function spared({ state, insight }: RaView): number[] {
  const some = state.track.some((kind) => kind !== null && civilisations.includes(kind)) && !state.track.includes("unrest");

  return some && insight ? insight.now.flatMap(({ civilisation }, seat) => (civilisation < 0 ? [seat] : [])) : [];
}

export function LotTable({ view, players }: { view: RaView; players: string[] }) {
  const lot = view.insight?.lot;
  const some = view.state.track.some((kind) => kind !== null);

  const small = useSmall();
  const title = t("ra.table.lot.title");
  const all = (
    <>
      {!lot || !some ? <p class="quiet">{t("ra.table.lot.none")}</p> : (
        <>
          <div class="scroll" tabIndex={0} role="group" aria-labelledby="lots-title">
            <table>
              <thead><tr><td />{players.map((name, i) => <th key={i} scope="col"><Token seat={i} players={players} /><span class="lots-name">{name}</span></th>)}</tr></thead>
              <tbody>
                {lot.map((row, i) => (
                  <tr key={i}>
                    <th scope="row">{t("ra.table.lot.if", { player: players[i] ?? "" })}</th>
                    {row.map((n, j) => <td key={j} class={i === j ? "self" : ""}><Signed n={n} /></td>)}
                  </tr>
                ))}
              </tbody>
            </table>
          </div>
          {spared(view).map((seat) => <p key={seat} class="lot-why" data-spared={seat}>{t("ra.table.lot.spares", { player: players[seat] ?? "" })}</p>)}
          <p class="quiet">{t("ra.table.lot.note")} <RuleButton game="ra" about="civilisation" title={t("ra.category.civilisation")} /></p>
        </>
      )}
    </>
  );

  /* On a phone each bidder's line says what the lot is worth to them; the rest is opened. */
  return small
    ? <details class="panel lots fold arrow"><summary id="lots-title">{title}</summary>{all}</details>
    : <section class="panel lots" aria-labelledby="lots-title"><h2 id="lots-title">{title}</h2>{all}</section>;
}
