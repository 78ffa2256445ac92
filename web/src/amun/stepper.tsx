/* SPDX-License-Identifier: MIT
 * stepper.tsx -- less and more of one thing, and a card to be played or not. What may not be done stays
 * in reach of the keyboard and says why.
 */
import { warn } from "../ui";
import { t } from "./say";

export interface StepperProps {
  label: string;
  where: string;
  name: string;
  n: number;
  fact?: string;
  changed?: boolean;
  less: () => void;
  more: () => void;
  mayLess?: boolean;
  mayMore: boolean;
  reason: string;
}

export function Stepper(props: StepperProps) {
  const { label, where, name, n, reason } = props;
  const mayLess = props.mayLess ?? n > 0;
  const what = { what: label, where };
  const more = (): void => (props.mayMore ? props.more() : warn(reason));
  const less = (): void => (mayLess ? props.less() : warn(t("amun.build.less.no")));

  return (
    <div class={`stepper ${n ? "some" : ""}`} role="group" aria-label={`${where}: ${label}`} data-step={name} data-n={n}>
      <span class="stepper-what">{label}{props.fact && <small class={props.changed ? "changed" : ""}>{props.fact}</small>}</span>
      <span class="stepper-do">
        <button type="button" class="button icon" data-less={name} aria-disabled={!mayLess} aria-label={t("amun.build.less", what)} onClick={less}>−</button>
        <output class="num" aria-label={t("amun.build.planned", what)}>{n}</output>
        <button
          type="button" class="button icon" data-more={name} aria-disabled={!props.mayMore} title={props.mayMore ? undefined : reason}
          aria-label={props.mayMore ? t("amun.build.more", what) : `${t("amun.build.more", what)} (${reason})`} onClick={more}
        >+</button>
      </span>
    </div>
  );
}

export function Press(props: { name: string; on: boolean; may: boolean; label: string; where: string; reason: string; press: () => void }) {
  const { label, where, reason, may } = props;
  return (
    <button
      type="button" class="button small press" data-press={props.name} aria-pressed={props.on} aria-disabled={!may} title={may ? undefined : reason}
      aria-label={may ? `${where}: ${label}` : `${where}: ${label} (${reason})`} onClick={() => (may ? props.press() : warn(reason))}
    >
      {label}
    </button>
  );
}
