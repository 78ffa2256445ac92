/* SPDX-License-Identifier: MIT
 * i18n.ts -- sentences from the catalogues in lang/. The terminal uses the same ones.
 *
 * A language's catalogue is loaded when it is first spoken; both have the same keys (./check source).
 */
import type en from "../../lang/en.json";
import { settings } from "./settings";

export type Id = keyof typeof en;
export type Params = Record<string, string | number>;

export type Language = "en" | "de";
type Catalogue = Record<string, string>;

const catalogues: Partial<Record<Language, Catalogue>> = {};
const fetched: Record<Language, () => Promise<{ default: Catalogue }>> = {
  en: () => import("../../lang/en.json"),
  de: () => import("../../lang/de.json"),
};

export const languages: [Language, string][] = [["en", "English"], ["de", "Deutsch"]];

/* Must have ended well before the language is set. */
export async function learn(lang: Language): Promise<void> {
  catalogues[lang] ??= (await fetched[lang]()).default;
}

/* Further sentences of a language that is spoken. */
export function add(lang: Language, more: Catalogue): void {
  catalogues[lang] = { ...catalogues[lang], ...more };
}

function spoken(): Catalogue {
  return catalogues[settings.value.lang] ?? catalogues.en ?? catalogues.de ?? {};
}

export function has(id: string): boolean {
  return id in spoken();
}

/* A sentence for a number of 1 or 0 has ".one" or ".zero" behind its id: `count`, or `n` without one. */
function chosen(catalogue: Catalogue, id: string, params: Params): string {
  const number = params.count ?? params.n;
  const suffix = number === 1 ? ".one" : number === 0 ? ".zero" : "";
  return (suffix && catalogue[id + suffix]) || catalogue[id] || id;
}

export function say(id: string, params: Params = {}): string {
  const template = chosen(spoken(), id, params);
  return template.replace(/\{([a-z]+)\}/g, (hole, name: string) => {
    const value = params[name];
    if (value === undefined)
      return hole;
    return typeof value === "number" ? digits(value) : value;
  });
}

export function t(id: Id, params?: Params): string {
  return say(id, params);
}

/* Minus signs as they are printed; no plus. */
export function digits(n: number): string {
  return n < 0 ? `−${-n}` : String(n);
}

export function signed(n: number): string {
  return n > 0 ? `+${n}` : digits(n);
}

export function percent(a: number, b: number): string {
  const format = new Intl.NumberFormat(settings.value.lang, { style: "percent", maximumFractionDigits: 1 });
  return format.format(b > 0 ? a / b : 0);
}

export function list(parts: string[]): string {
  return parts.join(", ");
}
