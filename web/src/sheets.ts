/* SPDX-License-Identifier: MIT
 * sheets.ts -- sheets of styles that are fetched when they are needed: the table's, a game's, the teacher's. They lie on
 * the page in the order of data-sheets, whichever comes first: a later one may change what an earlier one says.
 */
const named = (document.documentElement.dataset.sheets ?? "").split(" ").map((one) => one.split("="));
const places = new Map(named.map(([name = "", file = ""]) => [name, file]));
const worn = new Map<string, Promise<void>>();

const rank = (link: HTMLElement): number => [...places.keys()].indexOf(link.dataset.sheet!);

function fetchSheet(name: string, file: string): Promise<void> {
  const link = document.createElement("link");

  link.dataset.sheet = name;
  link.rel = "stylesheet";
  link.href = new URL(file, document.baseURI).href;
  return new Promise((resolve, reject) => {
    link.onload = () => resolve();
    link.onerror = () => {
      link.remove();
      reject(new Error(`${file} cannot be had`));
    };
    const later = [...document.head.querySelectorAll<HTMLElement>("[data-sheet]")].find((other) => rank(other) > rank(link));
    document.head.insertBefore(link, later ?? null);
  });
}

/* Ends when the page is dressed in it; at once where there is none of that name. */
export function wear(name: string): Promise<void> {
  const file = places.get(name);

  if (file && !worn.has(name)) {
    const dressed = fetchSheet(name, file);

    worn.set(name, dressed);
    dressed.catch(() => worn.delete(name));
  }
  return worn.get(name) ?? Promise.resolve();
}
