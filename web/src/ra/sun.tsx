/* SPDX-License-Identifier: MIT
 * sun.tsx -- a sun with its number.
 */
export function SunArt(props: { n: number; spent?: boolean; class?: string }) {
  return (
    <svg class={`art sun ${props.spent ? "spent" : ""} ${props.class ?? ""}`} viewBox="0 0 64 64" aria-hidden="true" focusable="false">
      <use href={props.spent ? "#sun-spent" : "#sun"} />
      <text x="32" y="32" dy=".36em" text-anchor="middle">{props.n}</text>
    </svg>
  );
}
