/* SPDX-License-Identifier: MIT
 * rulebook.mjs -- reads a file of rules/ into what the page shows: chapters of paragraphs, tables and examples.
 *
 * A paragraph is a list of passages, each with the marks that end it. What stands between the title and the first
 * chapter is the preface. Texts keep *emphasis*, **strong words** and `code`; links lose their address.
 */
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";

const heading = /^## (?:(\d+)\. )?(.*?) \(([A-Z]+-[A-Z]+)-(\d\d)\.\.(\d\d)\)$/;
const ending = /(?<!`)\[([A-Z]+-[A-Z]+-\d\d)\]/g;

/* Spaces that do not break, before French colons, stay. */
const oneLine = (text) => text.replace(/\[([^\]]+)\]\([^)]+\)/g, "$1").split(/[ \n]+/).filter(Boolean).join(" ");
const cells = (line) => line.replace(/^\||\|$/g, "").split("|").map((cell) => cell.trim());

/* [text, mark], in order; the text after the last mark has none. */
function passages(block) {
  const found = [];
  let start = 0;

  for (const match of block.matchAll(ending)) {
    found.push([oneLine(block.slice(start, match.index)), match[1]]);
    start = match.index + match[0].length;
  }
  const rest = oneLine(block.slice(start));
  return rest ? [...found, [rest, ""]] : found;
}

function blockOf(block) {
  if (block.startsWith("|")) {
    const [head, rule, ...rows] = block.split("\n").map(cells);

    return { head, rows, right: rule.map((one) => one.endsWith(":")) };
  }
  if (block.startsWith("*") && !block.startsWith("**") && block.endsWith("*"))
    return { example: oneLine(block.slice(1, -1)) };
  return { said: passages(block) };
}

/* A hyphen before a number is a minus sign, as the page writes it. */
export function readRulebook(text) {
  const book = { title: "", preface: [], chapters: [] };

  for (const block of text.replace(/(?<![\w-])-(?=\d)/g, "−").split(/\n\s*\n/).map((each) => each.trim()).filter(Boolean)) {
    const chapter = heading.exec(block);
    if (chapter)
      book.chapters.push({ n: Number(chapter[1] ?? 0), title: chapter[2], marks: chapter[3], blocks: [] });
    else if (block.startsWith("# "))
      book.title = block.slice(2);
    else if (block.startsWith("### "))
      book.chapters.at(-1).blocks.push({ question: block.slice(4) });
    else if (block.startsWith("## "))
      book.chapters.push({ n: 0, title: block.slice(3), marks: "", blocks: [] });
    else
      (book.chapters.at(-1)?.blocks ?? book.preface).push(blockOf(block));
  }
  return book;
}

const fileOf = (folder, name, code) => (code === "en" ? join(folder, `${name}.md`) : join(folder, code, `${name}.${code}.md`));

/* The files of a game's rules in a language; none where nobody has translated them. */
export function rulebookFiles(folder, name, code) {
  const own = fileOf(folder, name, code);

  return existsSync(own) ? [own, fileOf(folder, "rulings", code)].filter((file) => existsSync(file)) : [];
}

/* A game's rules, and behind them the open questions about them from the rulings. */
export function rulebookOf(folder, name, code) {
  const [own, ...rulings] = rulebookFiles(folder, name, code).map((file) => readRulebook(readFileSync(file, "utf8")));
  const [game] = own.chapters[0].marks.split("-");

  return { ...own, chapters: [...own.chapters, ...rulings.flatMap(({ chapters }) => chapters.filter(({ marks }) => marks === `${game}-AMB`))] };
}

/* All marks, in order, as often as they stand there. */
export function marksOf(book) {
  return book.chapters.flatMap(({ blocks }) => blocks.flatMap(({ said = [] }) => said.map(([, mark]) => mark))).filter(Boolean);
}
