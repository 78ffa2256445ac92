/* SPDX-License-Identifier: MIT
 * text.tsx -- text mode: what happened and how the game stands in sentences, and a line for commands.
 */
import { useEffect, useRef, useState } from "preact/hooks";
import type { GameModule, GameText } from "./games";
import { list, t } from "./i18n";
import type { Cast, Choice, Scene, Step } from "./types";
import { tell, warn } from "./ui";

/* How the game stands, and what is asked: an earlier moment asks nobody. */
function standing({ game, words, scene: { view, choices, past }, cast }: Omit<TextProps, "steps" | "help">): string[] {
  return [
    ...words.lines(view, cast), ...(past ? [] : [game.prompt(view, cast.players, choices)]), ...(choices.length ? [t("text.legal", { legal: words.legalLine(choices) })] : []),
  ];
}

export async function speak(game: GameModule, scene: Scene, cast: Cast): Promise<void> {
  tell(standing({ game, words: await game.text.come(), scene, cast }).join(" "));
}

/* What a word that is no action is answered with; null for a word that is not known. */
function answerTo(props: TextProps, word: string, said: string[]): string[] | null {
  const { words, scene, cast } = props;

  if (/^(table|status|s)$/.test(word))
    return standing(props);
  if (/^(log|l)( \d+)?$/.test(word))
    return said.slice(-(Number(word.split(" ")[1]) || 20));
  return words.answer(word, scene.view, cast);
}

function refusal({ words, scene: { view, choices, past }, cast }: TextProps, word: string): string {
  const { to_act } = view.state;
  const waits = Array.isArray(to_act) ? list(to_act.map((i) => cast.players[i] ?? "")) : "";
  const none = past ? t("text.nothing") : t("text.none", { player: waits });
  return t("text.unknown", { text: word, legal: choices.length ? words.legalLine(choices) : none });
}

export interface TextProps {
  game: GameModule;
  words: GameText;
  scene: Scene;
  cast: Cast;
  steps: Step[];
  help: () => void;
}

export function TextTable(props: TextProps) {
  const { game, words, scene, cast, steps } = props;
  const { view, choices } = scene;
  const act = (choice: Choice): void => scene.act(choice.seat, [choice.action]);
  const [typed, setTyped] = useState("");
  const [answer, setAnswer] = useState<string[]>([]);
  const box = useRef<HTMLDivElement>(null);
  const said = steps.slice(0, view.seq).flatMap((step) => game.sentences(step, cast, true).map((line, i) => [`${step.seq}.${i}`, line] as const));

  useEffect(() => {
    if (box.current)
      box.current.scrollTop = box.current.scrollHeight;
  }, [said.length]);

  const reply = (lines: string[], loud = false): void => {
    setAnswer(lines);
    (loud ? warn : tell)(lines.join(" "));
  };
  const command = (event: Event): void => {
    event.preventDefault();
    const word = typed.trim().toLowerCase() || "table";
    const choice = words.typed(word, choices, view);
    if (choice && scene.sending)
      return; /* the action before is still on its way: the words stay where they are */
    const asking = document.querySelector<HTMLElement>("[data-ask-hint]");
    const told = choice ? null : answerTo(props, word, said.map(([, line]) => line));
    setTyped("");
    setAnswer([]);
    if (choice)
      act(choice);
    else if (/^(help|h|\?.*)$/.test(word))
      props.help();
    else if (word === "hint" && asking)
      asking.click();
    else if (told)
      reply(told);
    else
      reply([refusal(props, word)], true);
  };

  return (
    <div class="textmode">
      <section class="panel" aria-labelledby="text-log">
        <h2 id="text-log">{t("log.title")}</h2>
        <div class="text-log" ref={box} tabIndex={0} role="group" aria-labelledby="text-log">
          {said.length === 0 && <p>{t("log.empty")}</p>}
          {said.map(([key, line]) => <p key={key}>{line}</p>)}
        </div>
      </section>
      <form class="command" onSubmit={command} autocomplete="off">
        <p id="command-asked" class="command-asked">{!scene.past && game.prompt(view, cast.players, choices)}</p>
        <label for="command">{t("text.command")}</label>
        <input
          id="command" value={typed} spellcheck={false} autocapitalize="off" aria-describedby="command-asked command-hint"
          onInput={(e) => setTyped(e.currentTarget.value)}
        />
        <button type="submit" class="button primary">{t("text.send")}</button>
        <p id="command-hint" class="quiet">{words.hint()}</p>
        {scene.error && <p class="trouble">{scene.error}</p>}
        {answer.length > 0 && <div class="answer">{answer.map((line, i) => <p key={i}>{line}</p>)}</div>}
      </form>
      <section class="panel" aria-labelledby="text-state">
        <h2 id="text-state">{t("text.state")}</h2>
        <div class="text-state" data-prompt={choices.length ? "mine" : "wait"}>
          {standing(props).map((line, i) => <p key={i}>{line}</p>)}
        </div>
        {scene.hint && <p class="text-hint">{scene.hint}</p>}
        {choices.length > 0 && (
          <ul class="text-choices" aria-label={t("table.actions")}>
            {choices.map((c) => (
              <li key={c.action}>
                <button type="button" class="button" data-action={c.action} disabled={scene.sending} onClick={() => act(c)}>
                  {game.label(c, view)}
                </button>
              </li>
            ))}
          </ul>
        )}
      </section>
    </div>
  );
}
