/* SPDX-License-Identifier: MIT
 * back.ts -- the browser's Back closes the dialog on top, and leaves the page only when none is open.
 *
 * An open dialog has an entry in the history, with the address of the page below it. `over` counts the dialogs of an
 * entry. A dialog that is closed in another way leaves its entry behind. The next dialog uses it, and Back passes over
 * it. To go back at once instead could undo the step of a link that was followed meanwhile.
 */
interface Entry {
  over: number;
}

const open: (() => void)[] = [];
const entry = (): Entry | null => history.state;
let last = entry();
let address = location.href;

/* A dialog is open, which `close` closes; the function that comes back says that it is. */
export function covered(close: () => void): () => void {
  open.push(close);
  if ((entry()?.over ?? 0) < open.length) {
    if (!entry())
      history.replaceState({ over: open.length - 1 }, "");
    history.pushState({ over: open.length }, "");
  }
  last = entry();
  address = location.href;
  return () => {
    const at = open.indexOf(close);
    if (at >= 0)
      open.splice(at, 1);
  };
}

window.addEventListener("popstate", () => {
  const was = last;
  const from = address;

  last = entry();
  address = location.href;
  if (!was || !last || last.over >= was.over || address !== from)
    return;
  if (open.length <= last.over)
    history.back();
  else
    while (open.length > last.over)
      open.pop()!();
});
