/* SPDX-License-Identifier: MIT
 * fly.ts -- motion that explains: a picture slides from where a thing was to where it is now.
 */
import { motion } from "./settings";

/* One of the page's drawings. */
export function picture(name: string): SVGElement {
  const svg = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  const use = document.createElementNS("http://www.w3.org/2000/svg", "use");
  svg.setAttribute("viewBox", "0 0 64 64");
  use.setAttribute("href", `#${name}`);
  svg.append(use);
  return svg;
}

/* Slides a copy of `picture` from one place to another; nothing when motion is off. */
export function fly(picture: Element, from: DOMRect, to: DOMRect, delay = 0): void {
  const length = 620 * motion();
  if (length === 0 || from.width === 0 || to.width === 0)
    return;
  const copy = picture.cloneNode(true) as HTMLElement;
  const scale = Math.min(1, 40 / from.width);

  copy.classList.add("flying");
  copy.setAttribute("aria-hidden", "true");
  for (const [name, value] of [["left", from.left], ["top", from.top], ["width", from.width], ["height", from.height]] as const)
    copy.style[name] = `${value}px`;
  document.body.append(copy);
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
  flight.onfinish = flight.oncancel = () => copy.remove();
}
