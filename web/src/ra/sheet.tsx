/* SPDX-License-Identifier: MIT
 * sheet.tsx -- the score sheet of an epoch, point by point as the server reports it.
 */
import { useRef } from "preact/hooks";
import { say } from "../i18n";
import { RuleButton, Ruled } from "../learn";
import { useRoving } from "../rove";
import type { Step } from "../types";
import { Art, Signed } from "../ui";
import { t } from "./say";
import { SunArt } from "./sun";

const lines = ["gods", "pharaohs", "river", "gold", "civilisation", "monument_kinds", "monument_sets", "suns"] as const;
const pictures: Record<string, string> = {
  gods: "k-god", pharaohs: "k-pharaoh", river: "k-nile", gold: "k-gold", civilisation: "k-writing",
  monument_kinds: "k-pyramid", monument_sets: "k-temple",
};

type Line = (typeof lines)[number];

export interface Sheet {
  epoch: number;
  step: number;
  cells: Record<Line, ({ count: number; points: number } | null)[]>;
  floods: number[];
  total: number[];
  after: number[];
}

/* The sheets of all epochs scored in these steps. */
export function sheetsOf(steps: Step[], players: number): Sheet[] {
  const sheets: Sheet[] = [];

  for (const step of steps) {
    let sheet: Sheet | null = null;
    for (const e of step.events) {
      const detail = Number(e.detail ?? 0);
      if (e.event === "epoch_ended") {
        sheet = emptySheet(detail, step.seq, players);
        sheets.push(sheet);
      }
      if (!sheet || e.seat == null)
        continue;
      if (e.event === "tally_total")
        sheet.total[e.seat] = detail;
      else if (e.event === "tally_floods")
        sheet.floods[e.seat] = e.count ?? 0;
      else if (e.event === "scored")
        sheet.after[e.seat] = detail;
      else if (e.event.startsWith("tally_"))
        sheet.cells[e.event.slice(6) as Line][e.seat] = { count: e.count ?? 0, points: detail };
    }
  }
  return sheets;
}

function emptySheet(epoch: number, step: number, players: number): Sheet {
  const cells = Object.fromEntries(lines.map((line) => [line, Array(players).fill(null)])) as Sheet["cells"];
  return { epoch, step, cells, floods: Array(players).fill(0), total: Array(players).fill(0), after: Array(players).fill(0) };
}

export function SheetTable({ sheet, players }: { sheet: Sheet; players: string[] }) {
  const used = lines.filter((line) => sheet.cells[line].some((cell) => cell !== null));
  const floored = sheet.after.some((after, i) => after === 0 && sheet.total[i]! < 0);
  const ref = useRef<HTMLDivElement>(null);

  useRoving(ref);
  return (
    <div class="scroll" ref={ref} tabIndex={0} role="group" aria-label={t("ra.sheet.title", { n: sheet.epoch })}>
      <table class="sheet" data-epoch={sheet.epoch}>
        <thead>
          <tr><th scope="col">{t("sheet.what")}</th>{players.map((name, i) => <th key={i} scope="col">{name}</th>)}</tr>
        </thead>
        <tbody>
          {used.map((line) => (
            <tr key={line}>
              <th scope="row">
                <span class="sheet-line">
                  {line === "suns" ? <SunArt n={13} /> : <Art name={pictures[line]!} />}
                  <span>{t(`ra.category.${line}`)}<small>{t(`ra.sheet.rule.${line}`)}</small></span>
                  <RuleButton game="ra" about={line} title={t(`ra.category.${line}`)} />
                </span>
              </th>
              {sheet.cells[line].map((cell, i) => (
                <td key={i}>
                  {cell && (
                    <Ruled game="ra" about={line} title={t(`ra.category.${line}`)} class="cell">
                      <Signed n={cell.points} /> <small>{say(`ra.sheet.cell.${line}`, { count: cell.count, floods: sheet.floods[i]! })}</small>
                    </Ruled>
                  )}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr class="sum">
            <th scope="row">{t("ra.category.total")}</th>
            {sheet.total.map((n, i) => <td key={i} data-total={n}><Ruled game="ra" about="total" title={t("ra.category.total")} class="cell"><Signed n={n} /></Ruled></td>)}
          </tr>
          <tr class="after">
            <th scope="row">{t("sheet.after")}{floored && <small>{t("ra.sheet.floor")}</small>}</th>
            {sheet.after.map((n, i) => <td key={i} data-after={n}><span class="num">{n}</span></td>)}
          </tr>
        </tfoot>
      </table>
    </div>
  );
}
