/* SPDX-License-Identifier: MIT
 * settings.ts -- what a person set on this browser, and the seats this browser holds.
 */
import { languages } from "./built";
import { Store } from "./store";

export interface Settings {
  lang: string;
  theme: "auto" | "light" | "dark";
  motion: "auto" | "off";
  pace: "calm" | "brisk" | "instant";   /* how long what happens stays on show */
  scenes: boolean;              /* over the board, of what happens (cutscene.tsx) */
  sound: number;                /* how loud, to 100; 0: none */
  keys: boolean;
  text: boolean;
  name: string;
  level: string;                /* of the bots, where nothing else is said */
  calls: boolean;               /* the browser notifies them of their turn while the page is in the background */
  guided: boolean;              /* the offer of a guided game was answered */
  coach: "off" | "large" | "all";                       /* of which mistakes it warns, in games against bots */
  confirm: "auto" | "never" | "final" | "always";       /* which actions are asked about before they are done */
}

/* The seats of a table that this browser may act for: seat number to token. */
export interface Held {
  tokens: Record<string, string>;
  since: number;
}

const settingsKey = "khepri.settings";
const tablesKey = "khepri.tables";

/* What is stored may come from another version, or from a hand: only what fits is taken. */
function read(key: string): Record<string, unknown> {
  try {
    return { ...JSON.parse(localStorage.getItem(key) ?? "{}") };
  } catch {
    return {};
  }
}

function write(key: string, value: unknown): void {
  try {
    localStorage.setItem(key, JSON.stringify(value));
  } catch {
    /* A browser without storage plays on; only a reload forgets its seats. */
  }
}

const spoken = languages.map(({ code }) => code);
/* Of the languages that the visitor's browser asks for, the first that is spoken here. */
const wished = navigator.languages.map((tag) => tag.toLowerCase().split("-")[0]!).find((code) => spoken.includes(code)) ?? "en";
const fresh: Settings = {
  lang: wished,
  theme: "auto",
  motion: "auto",
  pace: "calm",
  scenes: true,
  sound: 0,
  keys: true,
  text: false,
  name: "",
  level: "easy",
  calls: false,
  guided: false,
  coach: "off",
  confirm: "auto",
};

const allowed: Partial<Record<keyof Settings, readonly unknown[]>> = {
  lang: spoken, theme: ["auto", "light", "dark"], motion: ["auto", "off"], pace: ["calm", "brisk", "instant"], sound: [0, 10, 20, 30, 40, 50, 60, 70, 80, 90, 100],
  level: ["novice", "easy", "medium", "hard", "expert", "master"], coach: ["off", "large", "all"], confirm: ["auto", "never", "final", "always"],
};

function readSettings(): Settings {
  const stored = read(settingsKey);
  const fits = (key: keyof Settings): boolean => typeof stored[key] === typeof fresh[key] && (allowed[key]?.includes(stored[key]) ?? true);
  const taken = (Object.keys(fresh) as (keyof Settings)[]).filter(fits).map((key) => [key, stored[key]]);
  return { ...fresh, ...Object.fromEntries(taken) };
}

/* What is kept under a key, as far as it has the shape of `first`. */
export function remembered<T extends object>(key: string, first: T): T {
  const stored = read(key);
  const fits = Object.entries(first).filter(([name, value]) => stored[name] !== undefined && (value === null || (typeof stored[name] === typeof value && Array.isArray(stored[name]) === Array.isArray(value))));

  return { ...first, ...Object.fromEntries(fits.map(([name]) => [name, stored[name]])) };
}

export function remember(key: string, value: object): void {
  write(key, value);
}

function readTables(): Record<string, Held> {
  const all: Record<string, Held> = {};

  for (const [id, one] of Object.entries(read(tablesKey)) as [string, Partial<Held> | null][]) {
    if (!/^(0[a-z2-9]{11}|[a-z2-9]{12})$/.test(id) || typeof one?.tokens !== "object")
      continue;
    const tokens = Object.entries(one.tokens ?? {}).filter(([seat, token]) => /^[0-4]$/.test(seat) && typeof token === "string");
    all[id] = { tokens: Object.fromEntries(tokens), since: Number(one.since) || 0 };
  }
  return all;
}

export const settings = new Store<Settings>(readSettings());

export function change(part: Partial<Settings>): void {
  settings.set({ ...settings.value, ...part });
  write(settingsKey, { ...readSettings(), ...part });     /* another tab may have changed others */
}

export const held = new Store<Record<string, Held>>(readTables());

/* A name as the server takes it: without the unseen marks that come along when text is pasted. */
export function clean(name: string): string {
  const bare = name.replace(/[\p{Cc}\p{Co}\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\u2800\u3164\ufeff\uffa0\ufff0-\ufffb\ufffe\uffff\u{e0000}-\u{10ffff}]/gu, "")
    .replace(/(^|[\u0000-\u05ff\s\u200c\u200d])[\u200c\u200d\ufe00-\ufe0f]+|[\u200c\u200d]+$/g, "$1").trim();
  return /\S/.test(bare) ? bare : "";
}

/* A seat taken in one tab is held in all of them. */
window.addEventListener("storage", ({ key }) => key === tablesKey && held.set(readTables()));

/* Another tab may have written meanwhile, so what is stored is read again first. */
export function hold(table: string, tokens: Record<string, string>): void {
  const all = readTables();
  all[table] = { tokens: { ...all[table]?.tokens, ...tokens }, since: all[table]?.since ?? Date.now() };
  held.set(all);
  write(tablesKey, all);
}

/* One seat of a table, or all of them. */
export function forget(table: string, seat?: number): void {
  const all = readTables();
  const tokens: Record<string, string> = seat === undefined ? {} : all[table]?.tokens ?? {};
  delete tokens[String(seat)];
  if (!Object.keys(tokens).length)
    delete all[table];
  held.set(all);
  write(tablesKey, all);
}

export function tokensOf(table: string): string[] {
  return Object.values(held.value[table]?.tokens ?? {});
}

const dark = matchMedia("(prefers-color-scheme: dark)");
const still = matchMedia("(prefers-reduced-motion: reduce)");

/* How long things stay on show, as a factor: 0 is not at all. */
export function pace(): number {
  return { calm: 1, brisk: 0.35, instant: 0 }[settings.value.pace];
}

/* How long motion takes, as a factor: 0 is none. */
export function motion(): number {
  return settings.value.motion === "off" || still.matches ? 0 : pace();
}

function dress(): void {
  const { theme, lang, text } = settings.value;
  const root = document.documentElement;
  root.dataset.theme = theme === "auto" ? (dark.matches ? "dark" : "light") : theme;
  root.dataset.motion = motion() === 0 ? "off" : "on";
  root.dataset.text = text ? "on" : "off";
  root.lang = lang;
}

dress();
settings.follow(dress);
dark.addEventListener("change", dress);
still.addEventListener("change", dress);
