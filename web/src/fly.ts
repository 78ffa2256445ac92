/* SPDX-License-Identifier: MIT
 * fly.ts -- motion that explains: a picture slides from where a thing was to where it is now.
 */
import type { RefObject } from "preact";
import { useLayoutEffect } from "preact/hooks";
import { motion } from "./settings";
import { flies, soon } from "./tasks";
import type { Scene, View } from "./types";

/* One of the page's drawings. */
export function picture(name: string): SVGElement {
  const svg = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  const use = document.createElementNS("http://www.w3.org/2000/svg", "use");
  svg.setAttribute("viewBox", "0 0 64 64");
  use.setAttribute("href", `#${name}`);
  svg.append(use);
  return svg;
}

/* A copy of `picture` goes from one place to another. */
export interface Flight {
  picture: Element;
  from: DOMRect;
  to: DOMRect;
  delay?: number;
}

/* Over everything and of a fixed size: what flies in there has nothing else laid out anew. */
function sky(): HTMLElement {
  const there = document.querySelector<HTMLElement>("body > .sky");
  if (there)
    return there;
  const made = document.createElement("div");

  made.className = "sky";
  made.setAttribute("aria-hidden", "true");
  document.body.append(made);
  return made;
}

function start({ picture: shown, from, to, delay = 0 }: Flight, length: number): HTMLElement {
  const copy = shown.cloneNode(true) as HTMLElement;
  const scale = Math.min(1, 40 / from.width);

  copy.classList.add("flying");
  for (const [name, value] of [["left", from.left], ["top", from.top], ["width", from.width], ["height", from.height]] as const)
    copy.style[name] = `${value}px`;
  const dx = to.left + to.width / 2 - from.left - from.width / 2;
  const dy = to.top + to.height / 2 - from.top - from.height / 2;
  const flight = copy.animate(
    [
      { transform: "none", opacity: 1 },
      { transform: `translate(${dx * 0.1}px, ${dy * 0.1 - 14}px) scale(1.06)`, opacity: 1, offset: 0.25 },
      { transform: `translate(${dx}px, ${dy}px) scale(${scale})`, opacity: 0.35 },
    ],
    { duration: length, delay: delay * motion(), easing: "cubic-bezier(.5,.05,.3,1)", fill: "backwards" },
  );
  const all = delay * motion() + length;

  flight.onfinish = () => copy.remove();
  flies(all);
  void flight.ready.then(() => flies(all));     /* it begins with the next picture */
  return copy;
}

/* What the step to this scene moved slides, unless motion is off. `moved` measures all of it before anything is added: each
 * place that is asked for after a change is a layout more. It does so in a task of its own. On a slow phone, drawing the step,
 * laying it out and painting it are long enough one by one. */
export function useFlights<V extends View>(board: RefObject<HTMLElement | null>, { before, view }: Scene<V>, moved: (board: HTMLElement, before: V, view: V) => Flight[]): void {
  useLayoutEffect(() => {
    const length = 500 * motion();

    if (length === 0)
      return;
    return soon(() => {
      const { current } = board;
      current?.getBoundingClientRect();       /* lays the page out, also where nothing flies */
      const watched = current && before && before.seq !== view.seq;
      const flights = watched ? moved(current, before, view).filter(({ from, to }) => from.width > 0 && to.width > 0) : [];

      if (flights.length)
        sky().append(...flights.map((flight) => start(flight, length)));
    });
  }, [view.seq]);
}
