/* SPDX-License-Identifier: MIT
 * match_json.h -- a table being played, as docs/protocol.md shows it: moments, steps, what a try would
 * bring, and why a request was refused.
 */
/* clang-format off */
#ifndef KHEPRI_MATCH_JSON_H
#define KHEPRI_MATCH_JSON_H

#include "match.h"
#include "refusal.h"
#include "text.h"

/* The view of moment `seq` for these seats; at most VIEW_ROOM bytes. */
void json_match_view(struct text *t, const struct match *match, game_seats readers, int seq);

/* The view that match_try() found for a seat. */
void json_match_try(struct text *t, const struct match *match, int seat, const union games_state *state);

/* The public steps first..past-1 as a list. */
void json_match_steps(struct text *t, const struct match *match, game_seats readers, int first, int past);

/* The same of a game that is looked at as a record, with spectators' eyes: every action of the log is a moment. */
void json_match_replay(struct text *t, const struct match *match, int at);
void json_match_replay_steps(struct text *t, const struct match *match, int first, int past);

/* Why match_propose() or match_try() (`trying`) refused a request; not for REPEAT. It lists
 * only this seat's legal actions, since those of others may be secret. */
void match_refusal(struct refusal *why, const struct match *match, const struct match_request *request,
                   enum match_err err, const struct match_fault *fault, bool trying);

/* The same where `seq` is not the newest moment: it is past, or has not come. */
bool match_refuse_moment(struct refusal *why, const struct match *match, long long seq);

#endif
