/* SPDX-License-Identifier: MIT
 * explain.ts -- what a thing's title says, for fingers too: a press on it shows the title beside it. Buttons and links
 * keep their press.
 */
let shown: HTMLElement | null = null;

function put(): void {
  shown?.remove();
  shown = null;
}

function show(on: Element, text: string): void {
  const box = on.getBoundingClientRect();
  const host = on.closest("dialog[open]") ?? document.body;

  put();
  shown = document.createElement("div");
  shown.className = "explained";
  shown.setAttribute("role", "status");
  shown.textContent = text;
  host.append(shown);
  const { offsetWidth: width, offsetHeight: height } = shown;
  const below = box.bottom + 8 + height < window.innerHeight;
  shown.style.left = `${Math.max(8, Math.min(window.innerWidth - width - 8, box.left + box.width / 2 - width / 2))}px`;
  shown.style.top = `${Math.max(8, below ? box.bottom + 8 : box.top - 8 - height)}px`;
}

export function explainTitles(): void {
  document.addEventListener("click", ({ target }) => {
    const on = target instanceof Element ? target.closest("[title]") : null;
    const text = on?.getAttribute("title");
    const again = shown?.textContent === text;

    put();
    if (on && text && !again && !on.closest("a, button, input, select, summary, label"))
      show(on, text);
  });
  document.addEventListener("keydown", (event) => event.key === "Escape" && put());
  window.addEventListener("scroll", put, { capture: true, passive: true });
}
