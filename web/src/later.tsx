/* SPDX-License-Identifier: MIT
 * later.tsx -- parts of the client that are fetched when somebody first needs them, and what the page shows until they are there.
 */
import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";
import { t } from "./i18n";
import { Store, useStore } from "./store";

export class Later<T> {
  readonly there = new Store<T | null>(null);

  constructor(private readonly fetch: () => Promise<T>) {}

  async come(): Promise<T> {
    if (!this.there.value)
      this.there.set(await this.fetch());
    return this.there.value!;
  }
}

/* The part, once it is wanted; null until it is there. `lost` when it cannot be had: the next who wants it tries again. */
export function useLater<T>(part: Later<T>, wanted = true): { module: T | null; lost: boolean } {
  const module = useStore(part.there);
  const [lost, setLost] = useState(false);

  useEffect(() => {
    if (wanted && !module)
      part.come().then(() => setLost(false), () => setLost(true));
  }, [wanted]);
  return { module, lost };
}

export function Coming({ lost = false }: { lost?: boolean }) {
  return <p class={lost ? "trouble" : "loading"}>{t(lost ? "error.network" : "app.loading")}</p>;
}

/* Stands for a whole page. The focus that it was given goes on to the page itself. */
export function ComingPage({ lost }: { lost: boolean }) {
  const main = useRef<HTMLElement>(null);

  useLayoutEffect(() => () => {
    if (document.activeElement === main.current)
      queueMicrotask(() => document.getElementById("main")?.focus({ preventScroll: true }));
  }, []);
  return <main ref={main} id="main" class="page" tabIndex={-1}><Coming lost={lost} /></main>;
}
