/* SPDX-License-Identifier: MIT
 * reviewer.ts -- what reviews games. It is fetched when somebody first asks for an analysis: by the hall's worker, which
 * gets `newReview`, and by its helpers. These are workers of that name.
 */
import type { Thinker } from "./core/core";
import { Review, type Task } from "./core/review";
import { help, helperName, newHelpers } from "./helper";

/* `address`: of this very script. */
export type NewReview = (whole: Thinker, task: Task, address: string) => Promise<Review>;

const newReview: NewReview = async (whole, task, address) => {
  const review = await Review.begin(whole, task.bot);

  newHelpers(address).forEach((helper) => review.with(helper, task));
  return review;
};

if (self.name === helperName)
  help();
else
  Object.assign(self, { newReview });
