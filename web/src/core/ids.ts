/* SPDX-License-Identifier: MIT
 * ids.ts -- which tables are the page's own: their names begin with 0, and no server's do.
 */
const idForm = /^0[a-z2-9]{11}$/;

export const isLocal = (id: string): boolean => idForm.test(id);
