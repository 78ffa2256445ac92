/* SPDX-License-Identifier: MIT
 * index.tsx -- what is fetched when somebody asks for a hint or an analysis.
 */
export { AnalysisPanel } from "./analysis";
export { Reasons, ReasonsOf } from "./facts";
export { HintPanel } from "./hint";
