/* SPDX-License-Identifier: MIT
 * tables.ts -- the way to the page of a table or a record, which the first page does without.
 */
import { Later } from "./later";
import { wear } from "./sheets";

export const tables = new Later(async () => (await Promise.all([import("./pages"), wear("table")]))[0]);

/* For who needs it soon; whoever opens one hears whether it can be had. */
export function fetchTables(): void {
  tables.come().catch(() => undefined);
}
