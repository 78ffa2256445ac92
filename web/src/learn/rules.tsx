/* SPDX-License-Identifier: MIT
 * rules.tsx -- the rules of a game as a page: chapters, drawings, a search; and as passages over another page.
 */
import type { ComponentChildren } from "preact";
import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import { gameName, gamesHere, loadGame, rulebooksOf } from "../games";
import { list, t as frame } from "../i18n";
import { Coming } from "../later";
import type { Looked } from "../learn";
import { motion, settings } from "../settings";
import { useStore } from "../store";
import { Art, Dialog, tell } from "../ui";
import { t } from "./say";
import type { Block, Chapter, GameRules, Passage, Rulebook } from "./types";

export interface Book {
  game: string;
  lang: string;
  book: Rulebook;
  more: GameRules;
}

const none: GameRules = { pictures: {}, marks: {}, ofStep: () => [], legend: [] };
const read: Record<string, Promise<Book>> = {};

async function fetchBook(game: string, lang: string): Promise<Book> {
  const rulebooks = rulebooksOf(game);
  const [{ default: book }, module] = await Promise.all([(rulebooks[lang] ?? rulebooks.en!)(), loadGame(game)]);

  return { game, lang: rulebooks[lang] ? lang : "en", book, more: module.rules ? await module.rules() : none };
}

export function useBook(game: string): { book: Book | null; lost: boolean } {
  const { lang } = useStore(settings);
  const [book, setBook] = useState<Book | null>(null);
  const [lost, setLost] = useState(false);

  useEffect(() => {
    let wanted = true;
    const key = `${game} ${lang}`;

    setLost(false);
    (read[key] ??= fetchBook(game, lang)).then((one) => wanted && setBook(one), () => {
      delete read[key];
      if (wanted)
        setLost(true);
    });
    return () => {
      wanted = false;
    };
  }, [game, lang]);
  return { book: book?.game === game ? book : null, lost };
}

/* ---- words ---- */

const inline = /(\*\*[^*]+\*\*|\*[^*]+\*|`[^`]+`)/;

function piece(text: string, find: string): ComponentChildren {
  const at = find ? text.toLowerCase().indexOf(find) : -1;

  return at < 0 ? text : <>{text.slice(0, at)}<mark>{text.slice(at, at + find.length)}</mark>{piece(text.slice(at + find.length), find)}</>;
}

function Words({ text, find = "" }: { text: string; find?: string }) {
  return (
    <>
      {text.split(inline).map((part, i) => {
        if (part.startsWith("**"))
          return <strong key={i}>{piece(part.slice(2, -2), find)}</strong>;
        if (part.startsWith("*"))
          return <em key={i}>{piece(part.slice(1, -1), find)}</em>;
        return part.startsWith("`") ? <code key={i}>{piece(part.slice(1, -1), find)}</code> : piece(part, find);
      })}
    </>
  );
}

function Table({ block, find }: { block: Block; find: string }) {
  return (
    <div class="scroll" tabIndex={0} role="group" aria-label={list(block.head!.filter(Boolean))}>
      <table class="rule-table">
        <thead><tr>{block.head!.map((cell, i) => (cell ? <th key={i} scope="col">{cell}</th> : <td key={i} />))}</tr></thead>
        <tbody>
          {block.rows!.map((row, i) => (
            <tr key={i}>{row.map((cell, j) => (j ? <td key={j} class={block.right![j] ? "right" : ""}><Words text={cell} find={find} /></td> : <th key={j} scope="row"><Words text={cell} find={find} /></th>))}</tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function Pictures({ names }: { names: readonly string[] }) {
  return names.length ? <span class="rule-pictures">{names.map((name) => <Art key={name} name={name} />)}</span> : null;
}

/* A passage can be linked to: its mark is its address. The first of a mark has the drawings. */
function Said({ said, book, find, here, first }: { said: Passage[]; book: Book; find: string; here: string; first: Set<string> }) {
  return (
    <p class="rule-text">
      {said.map(([text, mark], i) => {
        const lead = mark && !first.has(mark);
        if (mark)
          first.add(mark);
        return (
          <span key={i} class={`passage ${mark && mark.toLowerCase() === here ? "here" : ""}`} id={lead ? mark.toLowerCase() : undefined} data-mark={mark || undefined} tabIndex={lead ? -1 : undefined}>
            {lead && <Pictures names={book.more.pictures[mark] ?? []} />}
            <Words text={text} find={find} />{" "}
            {lead && <a class="mark-link" href={`#/rules/${book.game}/${mark.toLowerCase()}`} aria-label={t("rules.link", { mark })}>{mark}</a>}{" "}
          </span>
        );
      })}
    </p>
  );
}

function Blocks(props: { blocks: Block[]; book: Book; find: string; here: string; first: Set<string> }) {
  return (
    <>
      {props.blocks.map((block, i) => {
        if (block.head)
          return <Table key={i} block={block} find={props.find} />;
        if (block.example)
          return <p key={i} class="rule-example"><Words text={block.example} find={props.find} /></p>;
        if (block.question)
          return <h3 key={i} class="rule-question"><Words text={block.question} find={props.find} /></h3>;
        return <Said key={i} said={block.said ?? []} {...props} />;
      })}
    </>
  );
}

/* ---- what is searched for ---- */

function textOf(block: Block): string {
  return [block.example, block.question, ...(block.said ?? []).map(([text, mark]) => `${text} ${mark}`), ...(block.head ?? []), ...(block.rows ?? []).flat()]
    .join(" ").replace(/[*`]/g, "").toLowerCase();
}

/* Where printed editions or options differ. */
const differs = /\b(1999|2005|2016)\b|`/;

/* One letter says too little to be searched for; one ideograph is a word. A minus sign may be typed as a hyphen. */
function sought(find: string): string {
  return find.length > 1 || /\p{Script=Han}/u.test(find) ? find.replace(/(?<!\w)-(?=\d)/g, "−") : "";
}

interface Filter {
  find: string;
  differences: boolean;
}

function kept(chapter: Chapter, { find, differences }: Filter): Block[] {
  const whole = !find || chapter.title.toLowerCase().includes(find);

  return chapter.blocks.filter((block) => (whole || textOf(block).includes(find)) && (!differences || (block.said ?? []).some(([text]) => differs.test(text))));
}

/* ---- the page ---- */

export function RulesPage({ game, mark }: { game: string; mark: string }) {
  const { book, lost } = useBook(game);

  useEffect(() => {
    document.title = `${t("rules.title", { game: gameName(game) })} · ${frame("app.title")}`;
  }, [game, book]);
  return (
    <main id="main" class="page rules" tabIndex={-1} data-rules-page={game}>
      {!book && <Coming lost={lost} />}
      {book && <Whole key={`${game} ${book.lang}`} book={book} here={mark} />}
    </main>
  );
}

function Whole({ book, here }: { book: Book; here: string }) {
  const [filter, setFilter] = useState<Filter>({ find: "", differences: false });
  const find = sought(filter.find);
  const shown = useMemo(() => book.book.chapters.map((chapter) => ({ chapter, blocks: kept(chapter, { ...filter, find }) })).filter(({ blocks }) => blocks.length), [book, find, filter.differences]);
  const count = shown.reduce((sum, { blocks }) => sum + blocks.length, 0);
  const some = find !== "" || filter.differences;
  const first = new Set<string>();
  const page = useRef<HTMLDivElement>(null);

  /* What the address names is shown whatever was searched for, and has the focus after the page itself had it. */
  useEffect(() => {
    if (here)
      setFilter({ find: "", differences: false });
  }, [here]);
  useEffect(() => {
    if (here && !some)
      queueMicrotask(() => {
        const there = document.getElementById(here);
        there?.focus({ preventScroll: true });
        there?.scrollIntoView({ block: "center", behavior: motion() ? "smooth" : "auto" });
      });
  }, [here, some]);
  useEffect(() => {
    if (some)
      tell(t("rules.found", { count }));
  }, [some, count]);
  return (
    <div ref={page} class="rulebook">
      <h1 lang={book.lang}>{book.book.title}</h1>
      <Untranslated book={book} />
      <p class="rule-games">
        {gamesHere.filter((other) => other !== book.game).map((other) => <a key={other} class="button" href={`#/rules/${other}`}>{t("rules.other", { game: gameName(other) })}</a>)}
        <a class="button" href={`#/lesson/${book.game}`}>{frame("welcome.lesson", { game: gameName(book.game) })}</a>
      </p>
      <form class="rule-search" role="search" onSubmit={(e) => e.preventDefault()}>
        <label class="field"><span>{t("rules.search")}</span>
          <input type="search" name="find" value={filter.find} onInput={(e) => setFilter({ ...filter, find: e.currentTarget.value.trimStart().toLowerCase() })} />
        </label>
        <label class="check">
          <input type="checkbox" name="differences" checked={filter.differences} onChange={(e) => setFilter({ ...filter, differences: e.currentTarget.checked })} />
          <span>{t("rules.differences")}</span>
        </label>
        {some && <p class="quiet" data-found={count}>{t("rules.found", { count })}</p>}
      </form>
      {!some && (
        <>
          <div lang={book.lang}><Blocks blocks={book.book.preface.slice(0, 1)} book={book} find="" here="" first={first} /></div>
          <details class="panel rule-fold">
            <summary>{t("rules.preface")}</summary>
            <div lang={book.lang}><Blocks blocks={book.book.preface.slice(1)} book={book} find="" here="" first={first} /></div>
          </details>
          <Legend book={book} />
          <nav class="panel rule-contents" aria-label={t("rules.contents")}>
            <h2>{t("rules.contents")}</h2>
            <ol lang={book.lang}>
              {book.book.chapters.map((chapter, i) => <li key={i}><a href={`#/rules/${book.game}/${chapterId(chapter)}`}>{chapter.title}</a></li>)}
            </ol>
          </nav>
        </>
      )}
      {shown.map(({ chapter, blocks }) => (
        <section key={chapterId(chapter)} class="panel" lang={book.lang} aria-labelledby={chapterId(chapter)}>
          <h2 id={chapterId(chapter)} tabIndex={-1}><Words text={`${chapter.n ? `${chapter.n}. ` : ""}${chapter.title}`} find={find} /></h2>
          <Blocks blocks={blocks} book={book} find={find} here={here} first={first} />
        </section>
      ))}
      {some && !count && <p>{t("rules.nothing")}</p>}
    </div>
  );
}

/* Where nobody has translated the rules, they are shown in English. */
function Untranslated({ book }: { book: Book }) {
  const { lang } = useStore(settings);

  return book.lang === lang ? null : <p class="quiet" data-untranslated>{t("rules.english")}</p>;
}

function chapterId(chapter: Chapter): string {
  return `chapter-${(chapter.marks || chapter.title).toLowerCase().replace(/[^a-z0-9]+/g, "-")}`;
}

/* Every drawing with what it is and what it brings. */
function Legend({ book }: { book: Book }) {
  if (!book.more.legend.length)
    return null;
  return (
    <details class="panel rule-fold">
      <summary>{t("rules.legend")}</summary>
      <ul class="help-tiles">
        {book.more.legend.map(([art, words, marks]) => (
          <li key={art}>
            <Art name={art} />
            <p>{words()} {marks.map((mark) => <a key={mark} class="mark-link" href={`#/rules/${book.game}/${mark.toLowerCase()}`} aria-label={t("rules.link", { mark })}>{mark}</a>)}</p>
          </li>
        ))}
      </ul>
    </details>
  );
}

/* ---- passages over another page ---- */

/* The blocks in which a mark stands, each once, with the example behind. */
export function passagesOf(book: Rulebook, marks: readonly string[]): Block[] {
  const found: Block[] = [];

  for (const mark of marks) {
    for (const { blocks } of book.chapters) {
      blocks.forEach((block, i) => {
        const said = block.said?.filter(([, of]) => of === mark) ?? [];
        if (said.length)
          found.push({ said });
        if (said.length && blocks[i + 1]?.example)
          found.push(blocks[i + 1]!);
      });
    }
  }
  return found;
}

export function RuleDialog({ looked, close }: { looked: Looked; close: () => void }) {
  const { book, lost } = useBook(looked.game);
  const marks = !book ? [] : typeof looked.about === "string" ? book.more.marks[looked.about] ?? [] : book.more.ofStep(looked.about);
  const blocks = book ? passagesOf(book.book, marks) : [];
  const sign = book?.more.legend.find(([art]) => art === looked.about);

  return (
    <Dialog title={looked.title} class="wide" close={close}>
      {!book && <Coming lost={lost} />}
      {book && (
        <div class="rule-passages" data-passages={marks.join(" ")}>
          {sign && <p class="rule-sign" data-sign={sign[0]}><Art name={sign[0]} /> {sign[1]()}</p>}
          <Untranslated book={book} />
          {blocks.length ? <div lang={book.lang}><Blocks blocks={blocks} book={book} find="" here="" first={new Set()} /></div> : <p>{t("rules.nothing")}</p>}
          <p><a class="button" href={`#/rules/${looked.game}${marks[0] ? `/${marks[0].toLowerCase()}` : ""}`} onClick={close}>{t("rules.title", { game: gameName(looked.game) })}</a></p>
        </div>
      )}
    </Dialog>
  );
}
