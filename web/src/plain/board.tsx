/* SPDX-License-Identifier: MIT
 * board.tsx -- the plain table: what may be done, and all that may be known, by the names that records use.
 */
import { useLayoutEffect, useRef, useState } from "preact/hooks";
import type { Scene } from "../types";
import { factsOf, type Fact } from "./facts";
import { t } from "./say";
import { prompt } from "./words";

/* Of more actions than these one looks for a word. */
const manyActions = 12;

export function Board({ scene }: { scene: Scene }) {
  return (
    <div class="board plain" role="group" aria-label={t("table.board")}>
      <Actions scene={scene} />
      <section class="panel facts" aria-labelledby="facts-title">
        <h2 id="facts-title">{t("plain.facts")}</h2>
        <Facts facts={factsOf(scene.view, scene.players)} />
      </section>
    </div>
  );
}

function Facts({ facts }: { facts: Fact[] }) {
  return (
    <dl>
      {facts.map(({ name, value }, i) => (
        <div key={`${i}/${name}`} class={typeof value === "string" ? "fact" : "fact-group"}>
          <dt>{name}</dt>
          <dd>{typeof value === "string" ? value : <Facts facts={value} />}</dd>
        </div>
      ))}
    </dl>
  );
}

function Actions({ scene }: { scene: Scene }) {
  const { view, choices, sending, error, keysShown } = scene;
  const [wanted, setWanted] = useState("");
  const ref = useRef<HTMLElement>(null);
  const hadFocus = useRef(false);
  const found = choices.filter(({ action }) => action.toLowerCase().includes(wanted.trim().toLowerCase()));

  useLayoutEffect(() => setWanted(""), [view.seq, choices[0]?.seat]);
  /* A button that was pressed goes away; the focus stays near it instead of falling to the page's top. */
  useLayoutEffect(() => {
    const at = document.activeElement;
    if (hadFocus.current && (!at || at === document.body))
      ref.current?.querySelector<HTMLElement>(".prompt")?.focus({ preventScroll: true });
    else
      hadFocus.current = !!ref.current?.contains(at);
  });
  if (scene.past)
    return null;
  return (
    <section ref={ref} class={`actions ${choices.length ? "mine" : ""}`} aria-labelledby="actions-title">
      <h2 id="actions-title" class="unseen">{t("table.actions")}</h2>
      <p class="prompt" tabIndex={-1} data-prompt={choices.length ? "mine" : "wait"} data-seat-asked={choices[0]?.seat}>
        {sending ? t("prompt.sending") : prompt(view, scene.players, choices)}
      </p>
      {scene.hint}
      {choices.length > manyActions && (
        <label class="field find-action"><span>{t("plain.find", { count: choices.length })}</span>
          <input value={wanted} spellcheck={false} autocapitalize="off" onInput={(e) => setWanted(e.currentTarget.value)} />
        </label>
      )}
      {choices.length > 0 && (
        <div class="choices">
          {found.map((c) => (
            <button
              key={c.action} type="button" class="choice" data-action={c.action} disabled={sending}
              aria-keyshortcuts={keysShown && c.key ? c.key : undefined} onClick={() => scene.act(c.seat, [c.action])}
            >
              {c.action}{keysShown && c.key && <kbd aria-hidden="true">{c.key}</kbd>}
            </button>
          ))}
          {found.length === 0 && <p class="quiet">{t("plain.find.none")}</p>}
        </div>
      )}
      {error && <p class="trouble">{error}</p>}
    </section>
  );
}
