/* SPDX-License-Identifier: MIT
 * i18n.ts -- sentences from the catalogues in lang/. The terminal uses the same ones.
 *
 * The frame's catalogue of a language is fetched when the language is first spoken; a game's, and the teacher's, when
 * they are first needed. All languages have the same sentences (tools/catalogues.py).
 */
import type en from "../../lang/en.json";
import { languages } from "./built";
import { settings } from "./settings";

export type Id = keyof typeof en;
export type Params = Record<string, string | number>;
type Catalogue = Record<string, string>;

/* One part's catalogues, by language. */
export type Words = Readonly<Record<string, () => Promise<{ default: Catalogue }>>>;

const catalogues: Record<string, Catalogue> = {};
const parts = new Set<Words>([Object.fromEntries(languages.map(({ code, words }) => [code, words]))]);

async function take(part: Words, lang: string): Promise<void> {
  const { default: more } = await (part[lang] ?? part.en!)();

  catalogues[lang] = { ...catalogues[lang], ...more };
}

/* Must have ended well before the language is set. */
export async function learn(lang: string): Promise<void> {
  await Promise.all([...parts].map((part) => take(part, lang)));
}

/* A part's sentences, in the language spoken and in every one spoken from now on. */
export async function learnPart(part: Words): Promise<void> {
  if (parts.has(part))
    return;
  parts.add(part);
  try {
    await take(part, settings.value.lang);
  } catch (error) {
    parts.delete(part);
    throw error;
  }
}

function spoken(): Catalogue {
  return catalogues[settings.value.lang] ?? catalogues.en ?? {};
}

export function has(id: string): boolean {
  return id in spoken();
}

const rules: Record<string, Intl.PluralRules> = {};
const categories: Record<string, Record<number, string>> = {};

/* Looked up once for each number: a table says hundreds of them again and again. */
function category(number: number, lang: string): string {
  const known = categories[lang] ??= {};

  return known[number] ??= (rules[lang] ??= new Intl.PluralRules(lang)).select(number);
}

/* Which form of a sentence a number needs: of `count`, or of `n` without one. Behind the id stands ".zero" for the number 0,
 * or the number's plural category in the language spoken; "other" has none. */
function chosen(catalogue: Catalogue, id: string, params: Params): string {
  const number = params.count ?? params.n;
  const { lang } = settings.value;

  if (typeof number !== "number")
    return catalogue[id] ?? id;
  return (number === 0 ? catalogue[`${id}.zero`] : undefined) ?? catalogue[`${id}.${category(number, lang)}`] ?? catalogue[id] ?? id;
}

const leftward = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u;

/* A name that is written from right to left turns nothing around it: no number, no punctuation. */
export function isolated(text: string): string {
  return leftward.test(text) ? `\u2068${text}\u2069` : text;
}

export function say(id: string, params: Params = {}): string {
  const template = chosen(spoken(), id, params);
  return template.replace(/\{([a-z]+)\}/g, (hole, name: string) => {
    const value = params[name];
    if (value === undefined)
      return hole;
    return typeof value === "number" ? digits(value) : isolated(value);
  });
}

/* The same, for ids that are known when this is compiled: the frame's, and those of one part more. */
export function speaker<More extends string = never>(): (id: Id | More, params?: Params) => string {
  return say;
}

export const t = speaker();

/* With the colon of the language, before which French has a space. */
export function named(what: string, value: string | number): string {
  return t("named", { what, value });
}

/* Minus signs as they are printed; no plus. */
export function digits(n: number): string {
  return n < 0 ? `−${-n}` : String(n);
}

export function signed(n: number): string {
  return n > 0 ? `+${n}` : digits(n);
}

const formats: Record<string, Intl.NumberFormat> = {};

/* Made once: to make one takes longer than to use it. */
function format(name: string, how: Intl.NumberFormatOptions): Intl.NumberFormat {
  const { lang } = settings.value;

  return formats[`${lang} ${name}`] ??= new Intl.NumberFormat(lang, how);
}

export function percent(a: number, b: number): string {
  return format("percent", { style: "percent", maximumFractionDigits: 1 }).format(b > 0 ? a / b : 0);
}

/* 0.4132 as "41.3 %"; `sign` for differences. */
export function share(value: number, sign = false): string {
  const shares = format(`share ${sign}`, { style: "percent", minimumFractionDigits: 1, maximumFractionDigits: 1, signDisplay: sign ? "exceptZero" : "auto" });

  return shares.format(Math.abs(value) < 0.0005 ? 0 : value).replace("-", "−");
}

export function decimal(value: number): string {
  return format("decimal", { minimumFractionDigits: 1, maximumFractionDigits: 1 }).format(value);
}

export function list(parts: string[]): string {
  return parts.map(isolated).join(t("comma"));
}

/* Each with the full stop of the language. */
export function stop(...said: string[]): string {
  return said.map((one) => one + t("stop")).join(" ");
}
