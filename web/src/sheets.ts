/* SPDX-License-Identifier: MIT
 * sheets.ts -- sheets of styles that are fetched when they are needed: a game's, the teacher's.
 */
const named = (document.documentElement.dataset.sheets ?? "").split(" ").map((one) => one.split("="));
const places = new Map(named.map(([name = "", file = ""]) => [name, file]));
const worn = new Map<string, Promise<void>>();

function fetchSheet(file: string): Promise<void> {
  const link = document.createElement("link");

  link.rel = "stylesheet";
  link.href = new URL(file, document.baseURI).href;
  return new Promise((resolve, reject) => {
    link.onload = () => resolve();
    link.onerror = () => {
      link.remove();
      reject(new Error(`${file} cannot be had`));
    };
    document.head.append(link);
  });
}

/* Ends when the page is dressed in it; at once where there is none of that name. */
export function wear(name: string): Promise<void> {
  const file = places.get(name);

  if (file && !worn.has(name)) {
    const dressed = fetchSheet(file);

    worn.set(name, dressed);
    dressed.catch(() => worn.delete(name));
  }
  return worn.get(name) ?? Promise.resolve();
}
