/* SPDX-License-Identifier: MIT
 * hint.tsx -- what hints say of Ra beside the numbers: how an auction would end, and what the bag may bring.
 */
import type { HintWords } from "../games";
import { list, share } from "../i18n";
import type { Hint } from "../teacher/types";
import type { View } from "../types";
import { t } from "./say";
import type { RaView } from "./types";
import { kindName } from "./words";

function Bag({ hint: { odds }, view }: { hint: Hint; view: View }) {
  if (!odds)
    return null;
  const { edition } = (view as RaView).state.options;
  const kinds = Object.entries(odds.kinds).sort(([, a], [, b]) => b[0] - a[0]);
  const ends = odds.epoch_ends.map((chance, i) => [i + 1, chance] as const).filter(([, chance]) => chance >= 0.001).slice(0, 4);
  /* Kinds of which there are as many stand in one line. */
  const lines = [...new Set(kinds.map(([, [count]]) => count))].map((count) => kinds.filter(([, of]) => of[0] === count));

  return (
    <details class="odds">
      <summary>{t("ra.hint.bag.title", { count: odds.tiles })}</summary>
      {ends.length > 0 && <ul>{ends.map(([n, chance]) => <li key={n}><span>{t("ra.hint.bag.epoch", { n })}</span> <span class="num">{share(chance)}</span></li>)}</ul>}
      <h3>{t("ra.hint.bag.next")}</h3>
      <ul>
        {lines.map((all) => (
          <li key={all[0]![0]}><span>{list(all.map(([kind]) => kindName(kind, edition)))}</span> <span class="num">{all.length > 1 && t("ra.hint.bag.each")} {share(all[0]![1][1])}</span></li>
        ))}
      </ul>
    </details>
  );
}

export const hints: HintWords = {
  /* How the auction ends that the action belongs to, or begins. */
  ends({ ends }, players) {
    if (ends === undefined)
      return "";
    return ends === null ? t("ra.hint.ends.nobody") : t("ra.hint.ends.seat", { player: players[ends.seat] ?? "", n: ends.sun });
  },
  word: (_, kind, view) => kindName(kind, (view as RaView).state.options.edition),
  More: Bag,
};
