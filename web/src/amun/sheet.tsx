/* SPDX-License-Identifier: MIT
 * sheet.tsx -- incomes, scorings and sacrifices as tables: every line as the rules reported it.
 */
import type { ComponentChildren } from "preact";
import { useRef } from "preact/hooks";
import type { Sheet } from "../games";
import { list, say } from "../i18n";
import { RuleButton, Ruled } from "../learn";
import { Ranking } from "../ranking";
import { useRoving } from "../rove";
import type { Scene, Step } from "../types";
import { Signed } from "../ui";
import { cardName, provinceName } from "./ground";
import { RevealTable } from "./offer";
import { t } from "./say";
import { lines, sheetsOf, type Cell, type Income, type Line, type Sacrifice, type Scoring, type Yield } from "./sheets";

/* What can be opened at this moment: for each round its sacrifice and its income, for each kingdom its
 * scoring when it is done. In the order of the game, so that the newest is the last. */
export function sheetList(steps: Step[], scene: Scene): Sheet[] {
  const { players } = scene;
  const { sacrifices, incomes, scorings } = sheetsOf(steps, players.length);
  const rounds = incomes.filter((income) => income.done).map((income) => roundSheet(income, sacrifices.find((s) => s.round === income.round)!, players));
  const kingdoms = scorings.filter((scoring) => scoring.done).map((scoring): Sheet => ({
    step: scoring.step + 0.5,   /* behind the income of the same step */
    title: scoringTitle(scoring),
    open: scoringTitle(scoring),
    wide: true,
    body: () => (
      <>
        <ScoringTable sheet={scoring} players={players} />
        {scene.view.state.result && scoring.kingdom === 2 && <Ranking state={scene.view.state} players={players} seats={scene.seats} tie="amun.tie" />}
      </>
    ),
  }));
  return [...rounds, ...kingdoms].sort((a, b) => a.step - b.step);
}

function roundSheet(income: Income, sacrifice: Sacrifice, players: string[]): Sheet {
  return {
    step: income.step,
    title: t("amun.round.title", { n: income.round }),
    open: t("amun.round.open", { n: income.round }),
    wide: true,
    body: () => (
      <>
        <h3>{t("amun.offer.title")} <RuleButton game="amun_re" about="sacrifice" title={t("amun.offer.title")} /></h3>
        <RevealTable sacrifice={sacrifice} players={players} />
        <h3>{t("amun.word.income")} <RuleButton game="amun_re" about="income" title={t("amun.word.income")} /></h3>
        <IncomeTable sheet={income} players={players} />
      </>
    ),
  };
}

/* One tab stop; the arrow keys go from cell to cell. */
function SheetBox({ label, children }: { label: string; children: ComponentChildren }) {
  const ref = useRef<HTMLDivElement>(null);

  useRoving(ref);
  return <div class="scroll" ref={ref} tabIndex={0} role="group" aria-label={label}>{children}</div>;
}

function RuledCell({ about, title, children }: { about: string; title: string; children: ComponentChildren }) {
  return <Ruled game="amun_re" about={about} title={title} class="cell">{children}</Ruled>;
}

/* ---- income ---- */

export function IncomeTable({ sheet, players }: { sheet: Income; players: string[] }) {
  return (
    <SheetBox label={t("amun.income.title", { n: sheet.round })}>
      <table class="sheet income-sheet" data-round={sheet.round}>
        <caption>{t("amun.income.caption", { n: sheet.temple })}</caption>
        <thead>
          <tr>
            <th scope="col">{t("amun.word.province")}</th>
            <th scope="col">{t("amun.income.harvest")}</th>
            <th scope="col">{t("amun.income.further")}</th>
            <th scope="col">{t("amun.category.total")}</th>
          </tr>
        </thead>
        {sheet.seats.map((seat, i) => (
          <tbody key={i} data-seat={i}>
            <tr class="sheet-head">
              <th colSpan={3} scope="rowgroup">{players[i]}</th>
              <td data-total={seat.total ?? undefined}>{seat.total === null ? "…" : <Signed n={seat.total} />}</td>
            </tr>
            {seat.yields.map((y) => <YieldRow key={y.province} y={y} temple={sheet.temple} />)}
          </tbody>
        ))}
      </table>
    </SheetBox>
  );
}

function YieldRow({ y, temple }: { y: Yield; temple: number }) {
  const each = temple + Number(y.raised);
  return (
    <tr>
      <th scope="row">{provinceName(y.province)}{y.raised && <small>{cardName("harvest")}</small>}</th>
      <td>{y.eight ? "–" : <RuledCell about="harvest" title={t("amun.income.harvest")}>{y.harvest}{y.harvest > 0 && <small> {say("amun.income.farmers", { n: y.harvest / each, each })}</small>}</RuledCell>}</td>
      <td>{y.eight ? <RuledCell about="card.eight_gold" title={cardName("eight_gold")}>{y.eight}<small> {t("amun.income.eight")}</small></RuledCell> : <RuledCell about="further" title={t("amun.income.further")}>{y.further}</RuledCell>}</td>
      <td data-yield>{y.harvest + y.further + y.eight}</td>
    </tr>
  );
}

/* ---- scoring ---- */

export function ScoringTable({ sheet, players }: { sheet: Scoring; players: string[] }) {
  const used = lines.filter((line) => line !== "gold" || sheet.cells.gold.some((cell) => cell !== null));
  const old = sheet.after.map((n, i) => n - sheet.total[i]!);

  return (
    <SheetBox label={scoringTitle(sheet)}>
      <table class="sheet scoring-sheet" data-kingdom={sheet.kingdom}>
        <thead>
          <tr><th scope="col">{t("sheet.what")}</th>{players.map((name, i) => <th key={i} scope="col">{name}</th>)}</tr>
        </thead>
        <tbody>
          {used.map((line) => (
            <tr key={line} data-line={line}>
              <th scope="row"><span class="sheet-line"><span>{t(`amun.category.${line}`)}<small>{t(`amun.category.${line}.rule`)}</small></span><RuleButton game="amun_re" about={line} title={t(`amun.category.${line}`)} /></span></th>
              {sheet.cells[line].map((cell, i) => (
                <td key={i}><RuledCell about={line} title={t(`amun.category.${line}`)}><Signed n={cell?.points ?? 0} />{cell && <small> {cellWords(line, cell, sheet, i)}</small>}</RuledCell></td>
              ))}
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr class="sum">
            <th scope="row">{t("amun.category.total")}</th>
            {sheet.total.map((n, i) => <td key={i} data-total={n}><RuledCell about="total" title={t("amun.category.total")}><Signed n={n} /></RuledCell></td>)}
          </tr>
          {sheet.kingdom > 1 && <tr><th scope="row">{t("amun.scoring.before")}</th>{old.map((n, i) => <td key={i}>{n}</td>)}</tr>}
          <tr class="after">
            <th scope="row">{t("sheet.after")}</th>
            {sheet.after.map((n, i) => <td key={i} data-after={n}><span class="num">{n}</span></td>)}
          </tr>
        </tfoot>
      </table>
    </SheetBox>
  );
}

function cellWords(line: Line, cell: Cell, sheet: Scoring, seat: number): string {
  switch (line) {
    case "sets":
      return say("amun.scoring.cell.sets", { n: cell.count });
    case "sides":
      return list(cell.names.map((side) => say(`amun.scoring.cell.side.${side}`)));
    case "temples":
      return cell.count ? say("amun.scoring.cell.temples", { n: cell.count, space: sheet.temple }) : "";
    case "bonuses":
      return list(cell.names.map(cardName));
    case "gold": {
      const rank = t("amun.scoring.cell.rank", { n: cell.count });
      return sheet.cashed[seat] ? list([rank, say("amun.scoring.cell.cashed", { n: sheet.cashed[seat]! })]) : rank;
    }
    case "pyramids":
      return "";
  }
}

export function scoringTitle(sheet: Scoring): string {
  return t(sheet.kingdom === 1 ? "amun.scoring.title.old" : "amun.scoring.title.new");
}
