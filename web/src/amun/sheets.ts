/* SPDX-License-Identifier: MIT
 * sheets.ts -- what the steps of a game tell line by line: each sacrifice, each income, each scoring.
 * Everything is taken from the events; nothing is computed here but sums.
 */
import type { GameEvent, Step } from "../types";

/* An event of Amun-Re names its province beside its numbers. */
type Told = GameEvent & { province?: string };

export interface Offer {
  gold: number;               /* -3: the card that steals */
  correction: boolean;
}

export interface Sacrifice {
  round: number;
  step: number;
  done: boolean;
  offers: (Offer | null)[];
  corrected: (number | null)[];
  total: number | null;
  temple: number | null;
  rank: (number | null)[];
  due: number[];
  reward: ([number, number, number] | null)[];    /* cards, farmers, stones */
  stole: number[];
  starting: number | null;
}

/* What one province brought its owner in one income. */
export interface Yield {
  province: string;
  harvest: number;
  further: number;
  eight: number;
  raised: boolean;            /* the card "harvest increase" lies here */
}

export interface Income {
  round: number;
  step: number;
  done: boolean;
  temple: number;
  seats: { yields: Yield[]; total: number | null }[];
}

export const lines = ["pyramids", "sets", "sides", "temples", "bonuses", "gold"] as const;
export type Line = (typeof lines)[number];

export interface Cell {
  points: number;
  count: number;              /* sets, temples, the rank in gold */
  names: string[];            /* sides won, bonus cards played */
}

export interface Scoring {
  kingdom: number;
  step: number;
  done: boolean;
  temple: number;
  cells: Record<Line, (Cell | null)[]>;
  cashed: number[];           /* cards turned into gold at the end of the game */
  total: number[];
  after: number[];
}

export interface Sheets {
  sacrifices: Sacrifice[];
  incomes: Income[];
  scorings: Scoring[];
}

/* The order in which bonus cards are numbered in events. */
const bonusOf: Record<number, string> = { 7: "power_bonus", 8: "farmer_bonus", 9: "egypt_bonus", 10: "side_bonus", 11: "bank_bonus" };
const sides = ["west", "east"];

class Reader {
  readonly sheets: Sheets = { sacrifices: [], incomes: [], scorings: [] };
  private round = 1;
  private temple = 1;
  private owned: string[][];

  constructor(private readonly players: number) {
    this.owned = this.each(() => []);
  }

  private each<T>(make: () => T): T[] {
    return Array.from({ length: this.players }, make);
  }

  read(step: Step): void {
    for (const e of step.events as Told[]) {
      const n = typeof e.detail === "number" ? e.detail : 0;
      const seat = e.seat ?? -1;
      this.course(e, seat, n);
      this.sacrificed(e, step.seq, seat, n);
      this.earned(e, step.seq, seat, n);
      this.scored(e, step.seq, seat, n);
    }
  }

  /* Rounds, owners and the temple, which the lines refer to. */
  private course(e: Told, seat: number, n: number): void {
    if (e.event === "round_began") {
      this.round = n;
    } else if (e.event === "paid" && e.province) {
      this.owned[seat]?.push(e.province);
    } else if (e.event === "kingdom_ended") {
      this.owned = this.each(() => []);
    } else if (e.event === "temple") {
      this.temple = n;
    }
  }

  private sacrificed(e: Told, step: number, seat: number, n: number): void {
    const { sacrifices } = this.sheets;
    let s = sacrifices.at(-1);

    if (e.event === "offered" && (!s || s.round !== this.round)) {
      s = {
        round: this.round, step, done: false, offers: this.each(() => null), corrected: this.each(() => null), total: null, temple: null,
        rank: this.each(() => null), due: this.each(() => 0), reward: this.each(() => null), stole: this.each(() => 0), starting: null,
      };
      sacrifices.push(s);
    }
    if (!s || s.round !== this.round || s.done)
      return;
    s.step = step;
    if (e.event === "offered")
      s.offers[seat] = { gold: n, correction: e.count === 1 };
    else if (e.event === "corrected")
      s.corrected[seat] = n;
    else if (e.event === "total")
      s.total = n;
    else if (e.event === "temple")
      s.temple = n;
    else if (e.event === "reward_due")
      [s.rank[seat], s.due[seat]] = [e.count ?? 0, n];
    else if (e.event === "reward")
      s.reward[seat] = [Math.floor(n / 100), Math.floor(n / 10) % 10, n % 10];
    else if (e.event === "stole")
      s.stole[seat] = n;
    else if (e.event === "starting")
      [s.starting, s.done] = [seat, true];
  }

  private earned(e: Told, step: number, seat: number, n: number): void {
    const { incomes } = this.sheets;

    if (e.event === "starting") {
      incomes.push({
        round: this.round, step, done: false, temple: this.temple,
        seats: this.owned.map((own) => ({ yields: own.map(nothing), total: null })),
      });
      return;
    }
    const sheet = incomes.at(-1);
    if (!sheet || sheet.round !== this.round || sheet.done)
      return;
    const line = sheet.seats[seat]?.yields.find((y) => y.province === e.province);
    if (line && e.event === "harvested")
      line.harvest = n;
    else if (line && e.event === "further_income")
      line.further = n;
    else if (line && e.event === "eight_gold")
      line.eight = n;
    else if (line && e.event === "played" && String(e.detail) === "harvest")
      line.raised = true;
    else if (e.event === "income" && sheet.seats[seat])
      sheet.seats[seat]!.total = n;
    else
      return;
    sheet.step = step;
    sheet.done = sheet.seats.every((s) => s.total !== null);
  }

  private scored(e: Told, step: number, seat: number, n: number): void {
    const { scorings } = this.sheets;
    let sheet = scorings.at(-1);

    if (e.event === "score_pyramids" && (!sheet || sheet.done)) {
      sheet = {
        kingdom: scorings.length + 1, step, done: false, temple: this.temple, cashed: this.each(() => 0), total: this.each(() => 0),
        after: this.each(() => 0), cells: Object.fromEntries(lines.map((line) => [line, this.each(() => null)])) as Scoring["cells"],
      };
      scorings.push(sheet);
    }
    if (!sheet || sheet.done)
      return;
    sheet.step = step;
    if (e.event === "kingdom_ended" || e.event === "game_over")
      sheet.done = true;
    else if (e.event === "scored")
      sheet.after[seat] = n;
    else if (e.event === "cashed")
      sheet.cashed[seat] = n;
    else if (e.event.startsWith("score_"))
      add(sheet, e, seat, n);
  }
}

function nothing(province: string): Yield {
  return { province, harvest: 0, further: 0, eight: 0, raised: false };
}

function add(sheet: Scoring, e: Told, seat: number, n: number): void {
  const named: Record<string, Line> = { score_side: "sides", score_bonus: "bonuses" };
  const line = named[e.event] ?? (e.event.slice(6) as Line);
  const cell = sheet.cells[line][seat] ?? { points: 0, count: 0, names: [] };

  cell.points += n;
  if (line === "sides")
    cell.names.push(sides[e.count ?? 0] ?? "");
  else if (line === "bonuses")
    cell.names.push(bonusOf[e.count ?? 0] ?? "");
  else
    cell.count = e.count ?? 0;
  sheet.cells[line][seat] = cell;
  sheet.total[seat] = (sheet.total[seat] ?? 0) + n;
}

/* All sheets of these steps, the last of each perhaps not done yet. */
export function sheetsOf(steps: Step[], players: number): Sheets {
  const reader = new Reader(players);

  for (const step of steps)
    reader.read(step);
  return reader.sheets;
}
