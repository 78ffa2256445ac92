/* SPDX-License-Identifier: MIT
 * store.ts -- a value that components follow.
 */
import { useEffect, useState } from "preact/hooks";

export class Store<T> {
  private readonly readers = new Set<() => void>();

  constructor(private held: T) {}

  get value(): T {
    return this.held;
  }

  set(value: T): void {
    if (value === this.held)
      return;
    this.held = value;
    for (const reader of [...this.readers])
      reader();
  }

  follow(reader: () => void): () => void {
    this.readers.add(reader);
    return () => {
      this.readers.delete(reader);
    };
  }
}

export function useStore<T>(store: Store<T>): T {
  const [, redraw] = useState({});
  const seen = store.value;

  useEffect(() => {
    const stop = store.follow(() => redraw({}));
    if (seen !== store.value)         /* it changed between drawing and this */
      redraw({});
    return stop;
  }, [store]);
  return seen;
}
