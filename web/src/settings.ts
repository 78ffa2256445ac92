/* SPDX-License-Identifier: MIT
 * settings.ts -- what a person set on this browser, and the seats this browser holds.
 */
import { Store } from "./store";

export interface Settings {
  lang: "en" | "de";
  theme: "auto" | "light" | "dark";
  motion: "auto" | "fast" | "off";
  keys: boolean;
  text: boolean;
  name: string;
}

/* The seats of a table that this browser may act for: seat number to token. */
export interface Held {
  tokens: Record<string, string>;
  since: number;
}

const settingsKey = "khepri.settings";
const tablesKey = "khepri.tables";

function read<T>(key: string, otherwise: T): T {
  try {
    const text = localStorage.getItem(key);
    return text ? { ...otherwise, ...JSON.parse(text) } : otherwise;
  } catch {
    return otherwise;
  }
}

function write(key: string, value: unknown): void {
  try {
    localStorage.setItem(key, JSON.stringify(value));
  } catch {
    /* A browser without storage plays on; only a reload forgets its seats. */
  }
}

const fresh: Settings = {
  lang: navigator.language.toLowerCase().startsWith("de") ? "de" : "en",
  theme: "auto",
  motion: "auto",
  keys: true,
  text: false,
  name: "",
};

export const settings = new Store<Settings>(read(settingsKey, fresh));

export function change(part: Partial<Settings>): void {
  settings.set({ ...settings.value, ...part });
  write(settingsKey, settings.value);
}

export const held = new Store<Record<string, Held>>(read(tablesKey, {}));

/* Another tab may have written meanwhile, so what is stored is read again first. */
export function hold(table: string, tokens: Record<string, string>): void {
  const all = read<Record<string, Held>>(tablesKey, {});
  all[table] = { tokens: { ...all[table]?.tokens, ...tokens }, since: all[table]?.since ?? Date.now() };
  held.set(all);
  write(tablesKey, all);
}

export function forget(table: string): void {
  const all = read<Record<string, Held>>(tablesKey, {});
  delete all[table];
  held.set(all);
  write(tablesKey, all);
}

export function tokensOf(table: string): string[] {
  return Object.values(held.value[table]?.tokens ?? {});
}

const dark = matchMedia("(prefers-color-scheme: dark)");
const still = matchMedia("(prefers-reduced-motion: reduce)");

/* How long motion takes, as a factor: 0 is none. */
export function pace(): number {
  const { motion } = settings.value;
  if (motion === "off" || (motion === "auto" && still.matches))
    return 0;
  return motion === "fast" ? 0.35 : 1;
}

function dress(): void {
  const { theme, lang, text } = settings.value;
  const root = document.documentElement;
  root.dataset.theme = theme === "auto" ? (dark.matches ? "dark" : "light") : theme;
  root.dataset.motion = pace() === 0 ? "off" : "on";
  root.dataset.text = text ? "on" : "off";
  root.lang = lang;
}

dress();
settings.follow(dress);
dark.addEventListener("change", dress);
still.addEventListener("change", dress);
