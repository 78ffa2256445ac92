/* SPDX-License-Identifier: MIT
 * hall_fake.h -- a hall with a host that only keeps a list of what it was asked for. Nothing is
 * stored, thought or waited for until the test does it. Needs the includes of cmocka before it.
 */
/* clang-format off */
#ifndef HALL_FAKE_H
#define HALL_FAKE_H

#include "hall.h"

enum { FAKE_EFFECTS = 400 };

enum fake_kind { FAKE_REPLY, FAKE_SEND, FAKE_BYE, FAKE_WAKE, FAKE_THINK, FAKE_DROP };

/* One thing that the host was asked for. */
struct fake_effect {
    enum fake_kind kind;
    hall_who who;
    int      status;
    uint64_t ms;
    struct hall_thought *thought;
    char    *text;
};

struct fake {
    struct hall *hall;
    struct store *store;            /* in memory */
    uint64_t clock, rng;            /* milliseconds; state of the generator */
    hall_who last;                  /* request */
    const char *from;               /* whose requests they are; NULL: "here" */
    int64_t  date;                  /* seconds since 1970 */
    struct fake_effect effects[FAKE_EFFECTS];
    int      count;
    int      errors;                /* in the log */
};

/* Opens a hall whose chance comes from the seed, the second one in a page; ends it and all thoughts that are out. */
void fake_begin(struct fake *f, uint64_t seed);
void fake_begin_at_home(struct fake *f, uint64_t seed);
void fake_end(struct fake *f);

/* Empties the list. */
void fake_forget(struct fake *f);

/* Of the list: how many of a kind, and the first of it (or NULL). Then the thought that the host was
 * asked for, exactly once. */
int  fake_count(const struct fake *f, enum fake_kind kind);
struct fake_effect *fake_find(struct fake *f, enum fake_kind kind);
struct hall_thought *fake_thought(struct fake *f);

/* Sends a request. */
void fake_ask(struct fake *f, enum hall_method method, const char *path, const char *token,
              const char *body);

/* The status of the only answer there is; its text is valid until the list is emptied. */
int  fake_answer(struct fake *f, const char **text);

#define ANNA "{\"kind\":\"person\",\"name\":\"Anna\"}"
#define BEN "{\"kind\":\"person\",\"name\":\"Ben\"}"
#define BOT "{\"kind\":\"bot\",\"bot\":\"rule\"}"

/* A table of Ra that has begun, and the tokens of its first persons. */
struct fake_table {
    char path[64], id[16], tokens[2][40];
};
struct fake_table fake_make(struct fake *f, const char *seats, int players, int persons);

/* Watches the table by a socket; draws for one of two persons; which of them is to act. */
void fake_watch(struct fake *f, hall_who who, const struct fake_table *made);
void fake_draw(struct fake *f, const struct fake_table *made, int seat, int seq);
int  fake_seat_to_act(struct fake *f, const struct fake_table *made);

/* Whether the table's newest moment is `seq`. */
bool fake_stands_at(struct fake *f, const struct fake_table *made, int seq);

#endif
