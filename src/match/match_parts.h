/* SPDX-License-Identifier: MIT
 * match_parts.h -- what the files of the match share.
 */
/* clang-format off */
#ifndef KHEPRI_MATCH_PARTS_H
#define KHEPRI_MATCH_PARTS_H

#include "match.h"

/* The action that `text` is, if the seat is to act at all. There is one text for each: "bid:9", not "bid:09". */
enum match_err match_read(const struct game *game, const void *st, int seat, const char *text, game_action *out);

/* Whether a list may be made as a whole, as far as its seat can know. */
enum match_err match_foresee(const struct match *match, const struct match_request *request, struct match_fault *fault);

#endif
