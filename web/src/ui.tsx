/* SPDX-License-Identifier: MIT
 * ui.tsx -- what every page uses: the dialog, the two live regions, copying, drawings.
 */
import type { ComponentChildren, RefObject, VNode } from "preact";
import { useEffect, useId, useLayoutEffect, useMemo, useRef, useState } from "preact/hooks";
import { covered } from "./back";
import { digits, t } from "./i18n";
import { motion, settings } from "./settings";
import { Store, useStore } from "./store";

/* A phone, held either way, or a page as large as one: what else is on the table opens by a tap (app.css, "a phone"). */
const smallPage = matchMedia("(max-width: 40em), (max-height: 27em)");
const isSmall = new Store(smallPage.matches);
smallPage.addEventListener("change", () => isSmall.set(smallPage.matches));

export function useSmall(): boolean {
  return useStore(isSmall);
}

/* The part of a page that `draw` makes of `of`: the one there was before while that reads the same, in the same language. Whoever
 * draws the page then passes over it. */
export function useSame(of: unknown, draw: () => VNode): VNode {
  const { lang } = useStore(settings);

  return useMemo(draw, [JSON.stringify(of), lang]);
}

/* What is said aloud: events politely, one's turn and errors at once. */
const polite = new Store({ text: "", turn: 0 });
const urgent = new Store({ text: "", turn: 0 });

/* Sentences that come quickly one after another are gathered, so that none replaces another unread. */
let gathered: string[] = [];
let gathering = 0;

export function tell(text: string): void {
  if (!text)
    return;
  gathered.push(text);
  window.clearTimeout(gathering);
  gathering = window.setTimeout(() => {
    polite.set({ text: gathered.join(" "), turn: polite.value.turn + 1 });
    gathered = [];
  }, 60);
}

export function warn(text: string): void {
  urgent.set({ text, turn: urgent.value.turn + 1 });
}

/* What was said is no longer to be found on the page. */
export function hush(): void {
  window.clearTimeout(gathering);
  gathered = [];
  polite.set({ text: "", turn: polite.value.turn + 1 });
  urgent.set({ text: "", turn: urgent.value.turn + 1 });
}

/* Scrolls what was asked for into view, if it is not there, and gives it the focus: its heading is read aloud. */
export function bring(what: HTMLElement | null, focus: HTMLElement | null = null): void {
  focus?.focus({ preventScroll: true });
  what?.scrollIntoView({ block: "start", behavior: motion() ? "smooth" : "auto" });
}

export function LiveRegions() {
  const said = useStore(polite);
  const warned = useStore(urgent);

  return (
    <div class="unseen">
      <div role="status" aria-live="polite" data-live="polite"><span key={said.turn}>{said.text}</span></div>
      <div role="alert" aria-live="assertive" data-live="assertive"><span key={warned.turn}>{warned.text}</span></div>
    </div>
  );
}

/* Symbols that are used from now on. */
export function addDrawings(sprite: string): void {
  const drawings = document.createElement("div");

  drawings.className = "sprite";
  drawings.setAttribute("aria-hidden", "true");
  drawings.innerHTML = sprite;
  document.body.append(drawings);
}

export function Art(props: { name: string; class?: string }) {
  return <svg class={`art ${props.class ?? ""}`} viewBox="0 0 64 64" aria-hidden="true" focusable="false"><use href={`#${props.name}`} /></svg>;
}

/* A seat's mark: colour, pattern and initial, so that none of them is needed alone. */
export function Token({ seat, players }: { seat: number; players: string[] }) {
  return (
    <span class={`token s${seat}`} data-token={seat} aria-hidden="true">
      <span class="token-in">{initial(seat, players)}</span>
    </span>
  );
}

/* One letter, or with the number of the seat where two names begin alike. */
function initial(seat: number, players: string[]): string {
  const name = [...(players[seat] ?? "")];
  const alike = players.some((other, i) => i !== seat && [...other][0]?.toLowerCase() === name[0]?.toLowerCase());
  return alike ? `${name[0]}${seat + 1}` : name[0]?.toUpperCase() ?? String(seat + 1);
}

const icons = {
  first: "M6 5v14M19 5l-9 7 9 7z",
  back: "M16 5l-9 7 9 7z",
  forward: "M8 5l9 7-9 7z",
  last: "M18 5v14M5 5l9 7-9 7z",
  moon: "M19 14.5A8 8 0 1 1 9.5 5a6.5 6.5 0 0 0 9.5 9.5z",
  sliders: "M4 7h8M17 7h3M4 17h3M12 17h8M14.5 4.5v5M9.5 14.5v5",
  help: "M9 9.5a3 3 0 1 1 4.5 2.6c-1 .6-1.5 1.2-1.5 2.4M12 18v.1",
  to: "M4 12h14M13 6l6 6-6 6",
  cross: "M6 6l12 12M18 6L6 18",
  up: "M6 15l6-6 6 6",
  down: "M6 9l6 6 6-6",
  plus: "M12 5v14M5 12h14",
  minus: "M5 12h14",
  list: "M8 6h12M8 12h12M8 18h12M4 6h.1M4 12h.1M4 18h.1",
} as const;

export function Icon({ name }: { name: keyof typeof icons }) {
  return <svg class="icon-art" viewBox="0 0 24 24" aria-hidden="true" focusable="false"><path d={icons[name]} /></svg>;
}

export function Signed(props: { n: number; plain?: boolean }) {
  const { n } = props;
  const tone = n > 0 ? "plus" : n < 0 ? "minus" : "nought";
  return <span class={`num ${tone}`}>{n > 0 && !props.plain ? `+${n}` : digits(n)}</span>;
}

let leaving: Element | null = null;

/* A <dialog> over the page, for as long as it is there: nothing else can have the focus, which goes back afterwards. Of several that
 * follow one another the last one gives it back. */
export function useModal(ref: RefObject<HTMLElement | null>, first: string, close: () => void): void {
  const end = useRef(close);

  end.current = close;
  useLayoutEffect(() => {
    const box = ref.current;
    const from = (leaving ?? document.activeElement) as HTMLElement | null;

    if (!(box instanceof HTMLDialogElement))
      return undefined;
    box.showModal();
    const uncovered = covered(() => end.current());
    box.querySelector<HTMLElement>(first)?.focus();
    return () => {
      uncovered();
      leaving = from;
      queueMicrotask(() => {
        leaving = null;
        from?.focus?.({ preventScroll: true });
      });
    };
  }, []);
}

/* An alertdialog asks something: `foot` has the answers, and of these [data-first] has the focus. Escape closes at once: the
 * event that tells of a closed dialog comes later, perhaps when the next one is open. */
export function Dialog(props: {
  title: string; close: () => void; closeLabel?: string; class?: string; role?: "alertdialog"; foot?: ComponentChildren; children: ComponentChildren;
}) {
  const ref = useRef<HTMLDialogElement>(null);
  const id = useId();
  const { role } = props;

  useModal(ref, role ? "[data-first]" : "h2", props.close);
  return (
    <dialog
      ref={ref}
      class={`dialog ${props.class ?? ""}`}
      role={role}
      aria-labelledby={id}
      aria-describedby={role && `${id}-what`}
      onClose={props.close}
      onCancel={(e) => { e.preventDefault(); props.close(); }}
      onClick={(e) => e.target === ref.current && props.close()}
    >
      <div class="dialog-body">
        <h2 id={id} tabIndex={-1}>{props.title}</h2>
        {role ? <div id={`${id}-what`}>{props.children}</div> : props.children}
        <div class="dialog-foot">
          {props.foot ?? <button type="button" class="button primary" onClick={props.close}>{props.closeLabel ?? t("set.close")}</button>}
        </div>
      </div>
    </dialog>
  );
}

export function CopyButton(props: { label: string; text: string; class?: string }) {
  const [said, setSaid] = useState("");

  useEffect(() => setSaid(""), [props.text]);
  const copy = async (): Promise<void> => {
    let result = t("wait.copied");
    try {
      await navigator.clipboard.writeText(props.text);
    } catch {
      result = t("wait.copy.failed", { link: props.text });
    }
    setSaid(result);
    tell(result);
  };
  return (
    <span class="copy">
      <button type="button" class={`button ${props.class ?? ""}`} onClick={() => void copy()}>{props.label}</button>
      {said && <span class="copy-said">{said}</span>}
    </span>
  );
}

export function linkTo(hash: string): string {
  return `${location.origin}${location.pathname}${hash}`;
}
