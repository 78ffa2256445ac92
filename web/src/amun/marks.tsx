/* SPDX-License-Identifier: MIT
 * marks.tsx -- what is printed on a province, as signs with numbers.
 */
import { named, say } from "../i18n";
import { Art } from "../ui";
import { groundOf } from "./ground";
import { t } from "./say";
import type { AmunState } from "./types";

/* The words are on its card. */
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
  const gifts = free.filter(([, n]) => n);

  return (
    <p class="marks" aria-hidden="true">
      {marks.filter(([, n]) => n).map(([art, n, id]) => <span key={art} class="mark" title={named(say(id), n)}><Art name={art} />{n}</span>)}
      {gifts.length > 0 && <span class="gifts">{gifts.map(([what, n]) => (
        <span key={what} class="mark free" title={named(t("amun.word.free"), say(`amun.item.${what}`, { count: n }))}>+{n}<Art name={`a-${what}`} /></span>
      ))}</span>}
    </p>
  );
}
