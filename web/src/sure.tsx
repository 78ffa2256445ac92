/* SPDX-License-Identifier: MIT
 * sure.tsx -- asks before an action is done: where the coach finds that it costs much, and where somebody wants to
 * confirm what they do. Both are one question, over the page, so that nothing on it moves.
 *
 * The coach asks for a hint when the decision opens. If that has not come a moment after somebody acts, the action is
 * done without a word: nobody waits for the coach.
 */
import type { ComponentChildren } from "preact";
import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import type { GameModule } from "./games";
import { decimal, share, t } from "./i18n";
import { change, settings } from "./settings";
import { useStore } from "./store";
import { useTeacher } from "./teach";
import type { Hint, HintAction } from "./teacher/types";
import type { Cast, Choice, View } from "./types";
import { Dialog, useSmall, warn } from "./ui";

export type AskHint = (seat: number, seq: number) => Promise<Hint>;

/* A hint of one moment is asked for once, whoever wants it; the next one when the one before has come. */
export function useOneHint(ask: AskHint | null): AskHint | null {
  const newest = useRef(ask);
  const kept = useRef<{ about: string; hint: Promise<unknown> }>({ about: "", hint: Promise.resolve() });

  newest.current = ask;
  return useMemo(() => ask && ((seat, seq) => {
    const about = `${seat}/${seq}`;
    if (kept.current.about === about)
      return kept.current.hint as Promise<Hint>;
    const hint = kept.current.hint.then(() => undefined, () => undefined).then(() => newest.current!(seat, seq));
    const one = { about, hint };
    hint.catch(() => (one.about = ""));
    kept.current = one;
    return hint;
  }), [ask === null]);
}

/* The least loss of the chance of winning that the coach speaks of. */
const least = { off: Infinity, large: 0.05, all: 0.01 } as const;
const patience = 500;

function costOf(hint: Hint | null, action: string): HintAction | null {
  return hint?.actions.find((one) => one.action.replace(/^\d\//, "") === action) ?? null;
}

interface Question {
  about: string;
  seat: number;
  actions: string[];
  hint: Hint | null;
  cost: HintAction | null;      /* null: the coach has nothing to say, somebody wants to confirm */
}

export interface SureProps {
  game: GameModule;
  view: View;
  cast: Cast;
  choices: Choice[];
  ask: AskHint | null;          /* null: the coach may not be asked here */
  counts: boolean;              /* what is done here is done for good */
  act: (seat: number, actions: string[]) => void;
}

interface Sure {
  act: (seat: number, actions: string[]) => void;
  question: ComponentChildren;
  waiting: boolean;
  judged: number | null;        /* the moment that the coach has looked at, or could not look at */
  lost: boolean;                /* the coach has no answer to give */
}

export function useSure(props: SureProps): Sure {
  const { view, choices, ask } = props;
  const prefs = useStore(settings);
  const small = useSmall();
  const seat = choices[0]?.seat ?? -1;
  const about = `${seat}/${view.seq}`;
  const coached = ask !== null && prefs.coach !== "off" && choices.length > 1;
  const [question, setQuestion] = useState<Question | null>(null);
  const [waiting, setWaiting] = useState("");
  const [lost, setLost] = useState(false);
  const [ready, setReady] = useState("");
  const judged = useRef<{ about: string; hint: Hint | null }>({ about: "", hint: null });
  const newest = useRef(about);

  newest.current = about;
  useTeacher(coached);      /* its sentences are there before the question, which does not grow then */
  useEffect(() => {
    if (!coached)
      return;
    const keep = (hint: Hint | null): void => {
      judged.current = { about, hint };
      if (newest.current !== about)
        return;
      setLost(!hint);
      setReady(about);
    };
    ask(seat, view.seq).then(keep, () => keep(null));
  }, [about, coached]);

  const decide = (actions: string[], by: number): void => {
    const hint = judged.current.about === about ? judged.current.hint : null;
    const cost = coached ? costOf(hint, actions[0]!) : null;
    const costly = cost !== null && cost.loss >= least[prefs.coach];
    const wish = prefs.confirm === "auto" ? (small ? "final" : "never") : prefs.confirm;

    if (newest.current !== about)
      warn(t("error.stale"));
    else if (costly)
      setQuestion({ about, seat: by, actions, hint, cost });
    else if (wish === "always" || (wish === "final" && props.game.final(actions, view)) || props.game.forgoes?.(by, actions, view))
      setQuestion({ about, seat: by, actions, hint: null, cost: null });
    else
      props.act(by, actions);
  };
  const act = (by: number, actions: string[]): void => {
    if (!props.counts) {
      props.act(by, actions);
    } else if (!coached || judged.current.about === about) {
      decide(actions, by);
    } else if (waiting !== about) {
      const judging = ask(seat, view.seq).catch(() => null);
      setWaiting(about);
      void Promise.race([judging, new Promise((resolve) => window.setTimeout(resolve, patience))]).then(() => {
        setWaiting("");
        decide(actions, by);
      });
    }
  };
  const open = question?.about === about ? question : null;

  return {
    act, judged: coached && ready === about ? view.seq : null, lost: coached && lost, waiting: waiting === about,
    question: open && (
      <AreYouSure
        {...props} {...open} close={() => setQuestion(null)} go={() => {
          setQuestion(null);
          props.act(open.seat, open.actions);
        }}
      />
    ),
  };
}

/* What is to be done, in words. */
function named({ game, view }: SureProps, seat: number, action: string): string {
  const cut = action.indexOf(":");

  return game.label({ seat, action, verb: cut < 0 ? action : action.slice(0, cut), arg: cut < 0 ? "" : action.slice(cut + 1), key: "" }, view);
}

function AreYouSure(props: SureProps & Question & { close: () => void; go: () => void }) {
  const { cost, close, go } = props;
  const { actions, game, seat, view } = props;
  const name = (action: string): string => named(props, seat, action);
  const said = (some: string[]): string[] => (actions.length > 1 && game.together?.(seat, some, view, name)) || some.map(name);
  const forgone = game.forgoes?.(seat, actions, view);
  const title = t(cost ? "sure.coach" : "sure.title");

  return (
    <Dialog
      title={title} role="alertdialog" class="low sure" close={close}
      foot={(
        <>
          {cost && <button type="button" class="button small quiet-button" data-coach-off onClick={() => { change({ coach: "off" }); close(); }}>{t("coach.off.now")}</button>}
          <button type="button" class={`button ${cost ? "" : "primary"}`} data-sure="go" onClick={go}>{t("sure.go")}</button>
          <button type="button" class={`button ${cost ? "primary" : ""}`} data-first data-sure="back" onClick={close}>{t(cost ? "sure.think" : "sure.back")}</button>
        </>
      )}
    >
      <p class="sure-what">{said(actions).join("; ")}</p>
      {forgone && <p>{forgone}</p>}
      {cost && <Reason {...props} cost={cost} judged={actions.length > 1 ? said(actions.slice(0, 1))[0] : ""} />}
    </Dialog>
  );
}

/* What the action costs, and what follows from it. The better action is named only after a press, so that one may look for it.
 * Of several actions that are sent together, only the first is judged: a hint is of one moment. */
function Reason(props: SureProps & Question & { cost: HintAction; judged: string | undefined }) {
  const { cost, hint, game, cast, view, seat, judged } = props;
  const [shown, setShown] = useState(false);
  const teacher = useTeacher(true);
  const best = hint!.actions.find(({ action }) => action === hint!.best) ?? cost;
  const fewer = best.score - cost.score;
  const Told = shown ? teacher?.Reasons : teacher?.ReasonsOf;

  return (
    <div class="sure-why">
      <p>{judged && <><q>{judged}</q> · </>}<strong>{t("sure.costs", { n: share(cost.loss) })}</strong>{fewer >= 0.5 && <> {t("sure.points", { n: decimal(fewer) })}</>}</p>
      {Told && <Told telling={{ game, view, players: cast.players, seat, you: true }} choices={[cost, best]} />}
      {shown ? (
        <p data-shown role="status">
          {t(game.hints?.mixed?.(view) ? "sure.mixed" : "sure.better", { what: named(props, seat, hint!.best.replace(/^\d\//, "")) })}
        </p>
      ) : <button type="button" class="button small" data-show-better onClick={() => setShown(true)}>{t("sure.show")}</button>}
    </div>
  );
}
