/* SPDX-License-Identifier: MIT
 * vectors.ts -- whether this browser's WebAssembly has 128-bit vectors: a function that uses one, put to it. Asked by the
 * worker that loads a module, and by the service worker that keeps one.
 */
const asked = [0, 97, 115, 109, 1, 0, 0, 0, 1, 5, 1, 96, 0, 1, 123, 3, 2, 1, 0, 10, 10, 1, 8, 0, 65, 0, 253, 15, 253, 98, 11];

export function hasVectors(): boolean {
  return WebAssembly.validate(new Uint8Array(asked));
}
