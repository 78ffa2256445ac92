/* SPDX-License-Identifier: MIT
 * keeper.ts -- games kept in the browser's own storage (IndexedDB), a text for each.
 */
import type { Keeper } from "./core/local";

const database = "khepri";
const shelf = "tables";

function answered<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error ?? new Error("the browser's storage does not answer"));
  });
}

/* Resolved when it is on disk, as far as a browser promises that. */
function written(db: IDBDatabase, what: (store: IDBObjectStore) => void): Promise<void> {
  return new Promise((resolve, reject) => {
    const change = db.transaction(shelf, "readwrite", { durability: "strict" });
    const lost = (): void => reject(change.error ?? new Error("the browser's storage takes nothing"));

    change.oncomplete = () => resolve();
    change.onabort = lost;
    change.onerror = lost;
    what(change.objectStore(shelf));
  });
}

export async function browserKeeper(): Promise<Keeper> {
  const opening = indexedDB.open(database, 1);

  opening.onupgradeneeded = () => opening.result.createObjectStore(shelf);
  const db = await answered(opening);
  const read = (): IDBObjectStore => db.transaction(shelf).objectStore(shelf);

  return {
    list: async () => (await answered(read().getAllKeys())).map(String),
    get: async (id) => (await answered(read().get(id))) as string | undefined,
    put: (id, text) => written(db, (store) => store.put(text, id)),
    remove: (id) => written(db, (store) => store.delete(id)),
  };
}
