/* SPDX-License-Identifier: MIT
 * opened.ts -- the record that is open in this page.
 */
import { api, type Replayed } from "./api";
import { loadGame } from "./games";
import { Store } from "./store";
import type { Step, View } from "./types";

export interface Opened {
  record: unknown;
  players: string[];
  steps: Step[];
  end: View;
}

const recordKey = "khepri.record";
export const opened = new Store<Opened | null>(null);

/* Of a file with more lines the first record; but one that an editor has spread over lines is whole. */
function firstRecord(text: string): string {
  const first = text.split("\n").find((line) => line.trim()) ?? "";
  try {
    JSON.parse(first);
  } catch {
    return text;
  }
  return first;
}

export async function openRecord(text: string): Promise<void> {
  const line = firstRecord(text.replace(/^\ufeff/, ""));
  const record: unknown = JSON.parse(line);
  const said: Replayed = await api.replay(record, undefined, true);
  await loadGame(said.view.state.game);
  opened.set({ record, players: said.players, steps: said.steps ?? [], end: said.view });
  try {
    sessionStorage.setItem(recordKey, line);
  } catch {
    /* Too large to keep: a reload then asks for the file again. */
  }
}

/* After a reload the record is the one from before it. */
export async function reopenRecord(): Promise<void> {
  const kept = sessionStorage.getItem(recordKey);

  if (!opened.value && kept)
    await openRecord(kept);
}
