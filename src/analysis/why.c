/* SPDX-License-Identifier: MIT
 * why.c -- see why.h. */
#include "why.h"

#include "estimate.h"
#include "game_why.h"

/* The seat's chance in the position with the subject changed; false if there is no such
 * position. */
static bool
chance_with(const struct game *game, const union games_state *st, int seats, int seat,
            int other, const struct why_subject *subject, int64_t *sum)
{
    union games_state changed = *st;
    struct estimate estimate;

    if (!subject->change(&changed, seat, other) || game->check(&changed) ||
        !estimate_state(game, &changed, seats, &estimate))
        return false;
    *sum += estimate.win[seat];
    return true;
}

/* The mean over those positions. */
static bool
chance_without(const struct game *game, const union games_state *st, int seats, int seat,
               const struct why_subject *subject, int32_t *out)
{
    int64_t sum = 0;
    int count = 0;

    if (subject->table) {
        count += chance_with(game, st, seats, seat, -1, subject, &sum);
    } else {
        for (int other = 0; other < seats; other++)
            count += other != seat && chance_with(game, st, seats, seat, other, subject, &sum);
    }
    if (count)
        *out = (int32_t)((sum + count / 2) / count);
    return count > 0;
}

static int32_t
size_of(int32_t by)
{
    return by < 0 ? -by : by;
}

static int
put_in(struct why_term *out, int count, struct why_term term)
{
    int at = count;

    for (; at > 0 && size_of(out[at - 1].by) < size_of(term.by); at--)
        out[at] = out[at - 1];
    out[at] = term;
    return count + 1;
}

/* The mean over the samples that have such a position; false if none has. */
static bool
weigh(const struct game *game, const union games_state *st, const struct estimate *now,
      int guesses, int seats, int seat, const struct why_subject *subject, int32_t *by)
{
    int64_t sum = 0;
    int count = 0;

    for (int g = 0; g < guesses; g++) {
        int32_t without;

        if (!chance_without(game, &st[g], seats, seat, subject, &without))
            continue;
        sum += now[g].win[seat] - without;
        count++;
    }
    if (count)
        *by = (int32_t)((sum + (sum < 0 ? -count : count) / 2) / count);
    return count > 0;
}

int
why_terms(const struct game *game, const union games_state *st, int guesses, int seats,
          int seat, int32_t least, struct why_term out[WHY_MOST])
{
    const struct why_subject *subject = game_why(game)->subjects;
    struct estimate now[WHY_GUESSES];
    int count = 0;

    if (!subject || guesses > WHY_GUESSES)
        return 0;
    for (int g = 0; g < guesses; g++) {
        if (!estimate_state(game, &st[g], seats, &now[g]))
            return 0;
    }
    for (; subject->term && count < WHY_MOST; subject++) {
        struct why_term term = {subject->term, subject->table, 0};

        if (weigh(game, st, now, guesses, seats, seat, subject, &term.by) &&
            size_of(term.by) >= least)
            count = put_in(out, count, term);
    }
    return count;
}
