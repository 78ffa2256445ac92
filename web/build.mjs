/* SPDX-License-Identifier: MIT
 * build.mjs -- bundles the browser client: node build.mjs [--out DIR] [--core FILE.wasm --mind FILE.wasm --mind-simd FILE.wasm --nets DIR [--static]] [--depfile FILE] [--stamp FILE]
 *
 * Writes index.html, app-HASH.js, app-HASH.css, favicon.svg and manifest.webmanifest, and each file by gzip as well. Parts that are fetched when
 * they are needed are each game with its styles and sentences, and each language. Everything is served from the one
 * origin. There is no inline script or style, so `default-src 'self'` is enough.
 *
 * With --core the page can play without a server: khepri-HASH.wasm, the worker hall-HASH.js and the service worker
 * sw.js are written too. index.html says where they are. So are the modules that think harder (mind) and their
 * nets, which no page fetches before they are needed. --static makes a page that knows of no server.
 */
import { createHash } from "node:crypto";
import { copyFileSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join, relative, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { fetchPackages } from "./packages.mjs";
import { rulebookFiles, rulebookOf } from "./rulebook.mjs";
import { zipped } from "./zip.mjs";

const here = dirname(fileURLToPath(import.meta.url));
const budget = 60 * 1000;
const wholeBudget = 190 * 1000;
const { values: args } = parseArgs({
  options: {
    out: { type: "string", default: join(here, "dist") },
    core: { type: "string" },
    mind: { type: "string" },
    "mind-simd": { type: "string" },
    nets: { type: "string" },
    static: { type: "boolean", default: false },
    depfile: { type: "string" },
    stamp: { type: "string" },
  },
});

fetchPackages();
const { build } = await import("esbuild");

/* ---- the games and the languages ---- */

/* In order. A game's folder here has the name that it has there; it may have none, and none of the sentences. */
const gamesList = join(here, "..", "include", "khepri", "games.def");
const gameNames = [...readFileSync(gamesList, "utf8").matchAll(/^X\((\w+)/gm)].map(([, name]) => name);
const folderHas = (game, name) => existsSync(join(here, "src", game, name));
const styled = [...gameNames, "plain"].filter((game) => folderHas(game, "style.css"));
const reviewed = gameNames.filter((game) => folderHas(game, "review.css"));

/* PART.LANGUAGE.json, LANGUAGE.json for the frame's. */
const lang = join(here, "..", "lang");
const catalogues = readdirSync(lang).filter((name) => name.endsWith(".json")).sort();
const sentences = (name) => JSON.parse(readFileSync(join(lang, name), "utf8"));
const languagesList = join(lang, "languages.def");
const codes = [...readFileSync(languagesList, "utf8").matchAll(/^LANGUAGE\(\w+, "([\w-]+)"\)/gm)].map(([, code]) => code);
const hasWords = (part) => codes.some((code) => catalogues.includes(`${part}.${code}.json`));

/* What the first page says of a game is fetched with the frame's sentences, the rest of them with the game. */
const onFirstPage = (game, id) => id === `${game}.title` || id.startsWith(`${game}.lobby.`);

function wordsOf(name) {
  const code = name.split(".").at(-2);
  const [part] = name.split(".");
  const all = Object.entries(sentences(name));

  if (part === code) {
    const games = gameNames.map((game) => [game, `${game}.${code}.json`]).filter(([, other]) => catalogues.includes(other));
    return Object.fromEntries([...all, ...games.flatMap(([game, other]) => Object.entries(sentences(other)).filter(([id]) => onFirstPage(game, id)))]);
  }
  return Object.fromEntries(all.filter(([id]) => !onFirstPage(part, id)));
}

/* NAME of rules/NAME.md is the game's title as it stands in addresses. */
const rules = join(here, "..", "rules");
const rulesName = (game) => sentences(`${game}.en.json`)[`${game}.title`].toLowerCase();
const rulebooks = gameNames.filter(hasWords).flatMap((game) => codes.map((code) => [game, code])).filter(([game, code]) => rulebookFiles(rules, rulesName(game), code).length);
const rulebooksOf = (game) => rulebooks.filter(([named]) => named === game).map(([, code]) => `${code}: () => import("rulebook:${game}-${code}")`);

/* Lessons by the game that they teach. */
const lessonsFolder = join(here, "..", "data", "lessons");
const lessonFiles = readdirSync(lessonsFolder).filter((name) => name.endsWith(".json")).sort();
const lessonOf = (name) => JSON.parse(readFileSync(join(lessonsFolder, name), "utf8"));

/* Puzzles by the game that they are of, without what only their makers need. */
const puzzlesFolder = join(here, "..", "data", "puzzles");
const puzzleFiles = readdirSync(puzzlesFolder).filter((name) => name.endsWith(".jsonl")).sort();
const recordsOf = (name) => readFileSync(join(puzzlesFolder, name), "utf8").split("\n").filter(Boolean).map((line) => JSON.parse(line));
const puzzlesOf = (name) => recordsOf(name).map(({ players, options = {}, actions: before, meta: { puzzle: { id, level, seat, actions, win, margin, score, ends } } }) => (
  { id, level, players: players.length, options, before, seat, actions, win, margin, score, ends }));

/* The module that src/built.ts declares. */
function builtModule() {
  const words = (part) => `{${codes.filter((code) => catalogues.includes(`${part}.${code}.json`)).map((code) => `${code}: () => import("words:${part}.${code}.json")`).join(", ")}}`;
  const games = gameNames.map((game) => [
    `prefix: "${game}"`,
    ...(folderHas(game, "card.ts") ? [`card: ${game}Card`] : []),
    ...(folderHas(game, "index.tsx") ? [`load: () => import("./${game}/index")`] : []),
    ...(hasWords(game) ? [`words: ${words(game)}`] : []),
    `rulebooks: {${rulebooksOf(game).join(", ")}}`,
  ]);

  return [
    ...gameNames.filter((game) => folderHas(game, "card.ts")).map((game) => `import { card as ${game}Card } from "./${game}/card";`),
    `export const languages = [${codes.map((code) => `{ code: "${code}", name: ${JSON.stringify(sentences(`${code}.json`).language)}, words: () => import("words:${code}.json") }`).join(", ")}];`,
    `export const games = [${games.map((parts) => `{ ${parts.join(", ")} }`).join(", ")}];`,
    `export const lessons = {${lessonFiles.map((name) => `"${lessonOf(name).game}": () => import("lesson:${name}")`).join(", ")}};`,
    `export const puzzles = {${puzzleFiles.map((name) => `"${recordsOf(name)[0].game}": () => import("puzzles:${name}")`).join(", ")}};`,
    ...["teacher", "learn", "plain", "admin"].map((part) => `export const ${part} = ${words(part)};`),
  ].join("\n");
}

const builtParts = {
  name: "built",
  setup({ onLoad, onResolve }) {
    onResolve({ filter: /^words:/ }, ({ path }) => ({ path: path.slice(6), namespace: "words" }));
    onResolve({ filter: /^rulebook:/ }, ({ path }) => ({ path: `${path.replace(":", "-")}.json`, namespace: "rulebook" }));
    onLoad({ filter: /./, namespace: "rulebook" }, ({ path }) => {
      const [, game, code] = path.slice(0, -5).split("-");

      return { contents: JSON.stringify(rulebookOf(rules, rulesName(game), code)), loader: "json" };
    });
    onResolve({ filter: /^lesson:/ }, ({ path }) => ({ path: path.replace(":", "-"), namespace: "lesson" }));
    onLoad({ filter: /./, namespace: "lesson" }, ({ path }) => ({ contents: JSON.stringify(lessonOf(path.slice(7))), loader: "json" }));
    onResolve({ filter: /^puzzles:/ }, ({ path }) => ({ path: `${path.replace(":", "-").replace(".jsonl", "")}.json`, namespace: "puzzles" }));
    onLoad({ filter: /./, namespace: "puzzles" }, ({ path }) => ({ contents: JSON.stringify(puzzlesOf(`${path.slice(8, -5)}.jsonl`)), loader: "json" }));
    onLoad({ filter: /./, namespace: "words" }, ({ path }) => ({ contents: JSON.stringify(wordsOf(path)), loader: "json" }));
    onLoad({ filter: /[\\/]src[\\/]built\.ts$/ }, () => ({ contents: builtModule(), loader: "js" }));
  },
};

const nameOf = (path) => path.split(/[\\/]/).at(-1);

/* Each part that is fetched later imports the first page too, so all modules of the first page make one file.
 * What is fetched later of a game's folder imports the rest of that folder.
 * Without this esbuild makes a file of each set of modules that the same parts share. */
const mainOf = (path) => gameNames.map((game) => join(here, "src", game, "index.tsx")).filter((index) => dirname(index) === dirname(path) && index !== path);
const wholePage = {
  name: "whole-page",
  setup({ onLoad, onResolve, resolve: find }) {
    const fetched = new Set();

    onResolve({ filter: /^\.{1,2}\// }, async ({ path, kind, resolveDir, importer, pluginData }) => {
      if (kind !== "dynamic-import" || pluginData === fetched)
        return undefined;
      const found = await find(path, { kind, resolveDir, importer, pluginData: fetched });
      fetched.add(found.path);
      return found;
    });
    onLoad({ filter: /[\\/]src[\\/].*\.tsx?$/ }, ({ path }) => (
      fetched.has(path) ? { contents: `${[join(here, "src", "main.tsx"), ...mainOf(path)].map((module) => `import ${JSON.stringify(module)};\n`).join("")}${readFileSync(path, "utf8")}`, loader: path.endsWith("x") ? "tsx" : "ts" } : undefined
    ));
  },
};

/* ---- the bundles ---- */

const common = {
  absWorkingDir: here,
  outdir: "out",
  bundle: true,
  write: false,
  minify: true,
  metafile: true,
  target: ["es2021", "chrome100", "firefox100", "safari15"],
  charset: "utf8",
  legalComments: "none",
  loader: { ".woff2": "file" },
  assetNames: "[name]-[hash]",
  logLevel: "warning",
};
const bundle = await build({
  ...common,
  entryPoints: {
    app: "src/main.tsx", style: "src/style.css", "sheet-table": "src/table.css", "sheet-teacher": "src/teacher/teacher.css", "sheet-learn": "src/learn/learn.css",
    ...Object.fromEntries(styled.map((game) => [`sheet-${game}`, `src/${game}/style.css`])),
    ...Object.fromEntries(reviewed.map((game) => [`review-${game}`, `src/${game}/review.css`])),
  },
  plugins: [builtParts, wholePage],
  splitting: true,
  chunkNames: "[name]-[hash]",
  format: "esm",
  jsx: "automatic",
  jsxImportSource: "preact",
});
const bundles = [bundle];

/* A worker is a script of its own. */
async function buildWorker(entry, define = {}) {
  const one = await build({ ...common, entryPoints: [entry], format: "iife", define });

  bundles.push(one);
  return one.outputFiles[0].text;
}

const hash = (text) => createHash("sha256").update(text).digest("hex").slice(0, 10);
const made = Object.fromEntries(bundle.outputFiles.map((f) => [nameOf(f.path), f.path.endsWith(".woff2") ? f.contents : f.text]));
const js = `app-${hash(made["app.js"])}.js`;
const css = `app-${hash(made["style.css"])}.css`;
const parts = Object.keys(made).filter((name) => /\.(js|woff2)$/.test(name) && name !== "app.js");
const fonts = parts.filter((name) => name.endsWith(".woff2"));
/* Fetched when somebody asks for one: the host's page, hints, analyses, rules, lessons, puzzles, settings, a game in words, sounds. */
const teaches = (name) => /^(admin|teacher|learn|rulebook|rules|lesson|puzzles|synth|dialogs|text)\b.*\.js$/.test(name);
const outputs = Object.fromEntries(Object.entries(bundle.metafile.outputs).map(([path, of]) => [nameOf(path), of]));
/* What the entry imports at once, however far down. */
const first = new Set();
for (const todo = ["app.js"]; todo.length;) {
  for (const { path, kind } of outputs[todo.pop()].imports) {
    if (kind === "import-statement" && !first.has(nameOf(path))) {
      first.add(nameOf(path));
      todo.push(nameOf(path));
    }
  }
}
/* Sentences of a language other than the first, and the letters that only it has, fetched when it is chosen. */
const speaks = (name, code) => new RegExp(`^([a-z_]+\\.)?${code}-`).test(name);
const foreign = (name) => codes.slice(1).some((code) => speaks(name, code));
/* English is what a page speaks when nothing else is wanted: without this it would come a round trip later. */
const english = parts.filter((name) => name.startsWith("en-"));
const preload = [
  ...[...first, ...english].map((name) => `<link rel="modulepreload" href="${name}">\n`),
  ...fonts.filter((name) => !foreign(name)).map((name) => `<link rel="preload" href="${name}" as="font" type="font/woff2" crossorigin>\n`),
].join("");
const copied = ["favicon.svg", "manifest.webmanifest"];
const licences = readdirSync(join(here, "fonts")).filter((name) => name.endsWith(".txt"));
const files = {
  [js]: made["app.js"],
  [css]: made["style.css"],
};
for (const name of parts.filter((each) => !teaches(each) && !foreign(each)))
  files[name] = made[name];
/* A part's styles, by its name, in the order in which they lie on the page (sheets.ts). */
const sheets = {};
for (const part of ["table", ...styled])
  files[sheets[part] = `${part}-${hash(made[`sheet-${part}.css`])}.css`] = made[`sheet-${part}.css`];
for (const name of copied)
  files[name] = readFileSync(join(here, "src", name), "utf8");

/* What the page is told about itself: see home.ts and offline.ts. */
const about = args.static ? { server: "none" } : {};
/* What is fetched when a bot, a hint or an analysis needs it: nobody waits for it before. */
const later = Object.fromEntries(parts.filter((name) => teaches(name) || foreign(name)).map((name) => [name, made[name]]));
const wordsIn = (code) => Object.keys(later).filter((name) => speaks(name, code) && !teaches(name));
const nets = args.core ? readdirSync(args.nets).filter((name) => name.endsWith(".bin")).sort() : [];

/* All bots of each game: the small core has only those that need no net. */
async function botsOf(wasm) {
  const { instance: { exports: { games, out, memory } } } = await WebAssembly.instantiate(wasm);
  const length = games();
  const said = JSON.parse(new TextDecoder().decode(new Uint8Array(memory.buffer, out(), length)));

  return Object.fromEntries(said.games.map(({ name, bots }) => [name, bots]));
}

function keepLater(name, kind, bytes) {
  const named = `${name}-${hash(bytes)}.${kind}`;

  later[named] = bytes;
  return named;
}

/* How the tables of the games fit into a review is the teacher's too. */
made["sheet-teacher.css"] += reviewed.map((game) => made[`review-${game}.css`]).join("");
for (const part of ["teacher", "learn"])
  sheets[part] = keepLater(part, "css", made[`sheet-${part}.css`]);
about.sheets = Object.entries(sheets).map((one) => one.join("=")).join(" ");
if (args.core) {
  const wasm = readFileSync(args.core);
  const mind = readFileSync(args.mind);
  const worker = await buildWorker("src/hall.ts", { BOTS: JSON.stringify(await botsOf(mind)) });

  about.mind = keepLater("khepri-mind", "wasm", mind);
  about["mind-simd"] = keepLater("khepri-mind-simd", "wasm", readFileSync(args["mind-simd"]));
  about.review = keepLater("review", "js", await buildWorker("src/reviewer.ts"));
  about.nets = nets.map((name) => keepLater(name.slice(0, -4), "bin", readFileSync(join(args.nets, name)))).join(" ");

  about.core = `khepri-${hash(wasm)}.wasm`;
  about.hall = `hall-${hash(worker)}.js`;
  files[about.core] = wasm;
  files[about.hall] = worker;
}
/* A plain host sends no policy, so the page brings its own: the one that khepri serve sends. */
const policy = "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'; img-src 'self' data:; object-src 'none'; base-uri 'none'; form-action 'self'";
const titles = gameNames.filter(hasWords).map((game) => sentences(`${game}.en.json`)[`${game}.title`]).join(" and ");
const head = args.static ? `<meta http-equiv="Content-Security-Policy" content="${policy}">\n` : "";
const index = () => readFileSync(join(here, "src", "index.html"), "utf8").replace("app.js", js).replace("app.css", css).replace("GAMES", titles).replace("</head>", `${preload}</head>`)
  .replace('<meta name="viewport"', `${head}$&`)
  .replace("<html", `<html${Object.entries(about).map(([key, value]) => ` data-${key}="${value}"`).join("")}`);
files["index.html"] = index();
if (args.core) {
  about.version = hash([...Object.values(files), ...Object.keys(later)].map(hash).join());
  files["index.html"] = index();
  const kept = Object.keys(files).map((name) => (name === "index.html" ? "./" : name));
  files["sw.js"] = await buildWorker("src/sw.ts", {
    VERSION: JSON.stringify(about.version), FILES: JSON.stringify(kept), MINDS: JSON.stringify([about.mind, about["mind-simd"]]),
    LATER: JSON.stringify(Object.keys(later).filter((name) => !/^(khepri-mind|admin)/.test(name) && (teaches(name) || !foreign(name)))),
    WORDS: JSON.stringify(Object.fromEntries(codes.slice(1).map((code) => [code, wordsIn(code)]))),
  });
}

rmSync(args.out, { recursive: true, force: true });
mkdirSync(args.out, { recursive: true });
/* Fonts may be passed on with their licences; no page fetches these. */
for (const name of licences)
  copyFileSync(join(here, "fonts", name), join(args.out, name));
let sum = 0;
let whole = 0;
/* The frame's sentences, and all of them, by language. */
const frameOf = Object.fromEntries(codes.map((code) => [code, 0]));
const wordsOfAll = { ...frameOf };
/* What is of one game only, and of the table of games that bring nothing to the page. */
const tablesOf = [...gameNames, "plain"];
const gameOf = Object.fromEntries(tablesOf.map((game) => [game, 0]));
const isOf = (game, name) => name.startsWith(`${game}-`) || name.startsWith(`${game}.`) || Object.keys(outputs[name]?.inputs ?? {}).some((input) => input.startsWith(`src/${game}/`) && !first.has(name));
const weigh = (name, size) => {
  for (const code of codes.filter((each) => speaks(name, each) && !teaches(name))) {
    frameOf[code] += name.startsWith(`${code}-`) ? size : 0;
    wordsOfAll[code] += size;
  }
};
const tell = (name, bytes, size, more) => console.log(`${name.padEnd(32)} ${String(Buffer.byteLength(bytes)).padStart(8)} bytes ${String(size).padStart(7)} gzip${more}`);
/* Each file and, for servers that send it so, the same by gzip; returns the size of that. */
function keep(name, bytes) {
  const small = zipped(bytes);

  writeFileSync(join(args.out, name), bytes);
  writeFileSync(join(args.out, `${name}.gz`), small);
  return small.length;
}
for (const [name, text] of Object.entries(files)) {
  const size = keep(name, text);
  const when = [about.core, about.hall, "sw.js", ...Object.values(sheets)].includes(name) || (parts.includes(name) && !first.has(name) && !name.startsWith("en-") && !fonts.includes(name));
  whole += size;
  sum += when ? 0 : size;
  weigh(name, size);
  for (const game of tablesOf.filter((each) => isOf(each, name)))
    gameOf[game] += size;
  tell(name, text, size, when ? ", when needed" : "");
}
for (const [name, bytes] of Object.entries(later)) {
  const size = keep(name, bytes);
  weigh(name, size);
  tell(name, bytes, size, foreign(name) ? ", when spoken" : ", for what thinks");
}
/* The language that weighs most must fit in; the first page has English as well. */
const heaviest = (of) => Math.max(...Object.values(of));
sum += heaviest({ ...frameOf, en: 0 });
/* A player of one game needs nothing of the others: the one that weighs most must fit in. */
whole += heaviest(wordsOfAll) - wordsOfAll.en + heaviest(gameOf) - Object.values(gameOf).reduce((all, size) => all + size, 0);
/* How much may be downloaded is the test web-size; a build that is larger still works. */
const budgets = { "first download": [sum, budget], ...(args.core ? { "one game, heaviest language": [whole, wholeBudget] } : {}) };
for (const [name, [size, allowed]] of Object.entries(budgets))
  console.log(`${name.padEnd(30)} ${String(size).padStart(16)} gzip of ${allowed} allowed${size > allowed ? ": too much" : ""}`);

/* For ninja: the stamp depends on every file that went in. */
const inputs = [
  ...bundles.flatMap(({ metafile }) => Object.keys(metafile.inputs)).filter((f) => !/^(words|rulebook|lesson|puzzles|<define):/.test(f)).map((f) => resolve(here, f)),
  ...catalogues.map((name) => join(lang, name)),
  ...rulebooks.flatMap(([game, code]) => rulebookFiles(rules, rulesName(game), code)),
  ...puzzleFiles.map((name) => join(puzzlesFolder, name)),
  ...lessonFiles.map((name) => join(lessonsFolder, name)),
  gamesList,
  languagesList,
  ...(args.core ? [args.core, args.mind, args["mind-simd"], ...nets.map((name) => join(args.nets, name))].map((f) => resolve(f)) : []),
  ...["index.html", ...copied].map((f) => join(here, "src", f)),
  ...licences.map((f) => join(here, "fonts", f)),
  join(here, "package-lock.json"),
  join(here, "rulebook.mjs"),
  join(here, "zip.mjs"),
  fileURLToPath(import.meta.url),
].filter((f) => !relative(here, f).startsWith("node_modules"));
if (args.stamp)
  writeFileSync(args.stamp, hash([...Object.values(files), ...Object.keys(later)].map(hash).join()) + "\n" + JSON.stringify(budgets) + "\n");
if (args.depfile && args.stamp)
  writeFileSync(args.depfile, `${args.stamp}: ${inputs.map((f) => f.replaceAll(" ", "\\ ")).join(" \\\n  ")}\n`);
