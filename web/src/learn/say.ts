/* SPDX-License-Identifier: MIT
 * say.ts -- the sentences of this folder, and the frame's.
 */
import type words from "../../../lang/learn.en.json";
import { speaker } from "../i18n";

export const t = speaker<keyof typeof words>();
