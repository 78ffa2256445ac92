/* SPDX-License-Identifier: MIT
 * amun_speak.c -- see amun_speak.h. */
#include "amun_speak.h"

#include "phrase.h"

enum { ID_ROOM = 80, WHAT_ROOM = 128 };

const char *
amun_province_phrase(int province)
{
    return phrase_of("amun.province.", amun_province_name(province));
}

const char *
amun_card_phrase(int card)
{
    return phrase_of("amun.card.", amun_card_name(card));
}

void
amun_put_items(struct text *out, const char *item, int count)
{
    char id[ID_ROOM];
    struct text t = text_in(id, sizeof id);

    text_put(&t, "amun.item.");
    text_put(&t, item);
    fill(out, plural(id, count), &(struct filling){.count = count});
}

bool
amun_is_tally(int kind)
{
    return kind == AMUN_EV_SCORE_PYRAMIDS || kind == AMUN_EV_SCORE_SETS ||
           kind == AMUN_EV_SCORE_SIDE || kind == AMUN_EV_SCORE_TEMPLES;
}

/* What lies in `count` and `detail` of an event. */
enum holds { A_NUMBER, A_PROVINCE, A_CARD, A_COUNT, A_RANK, POINTS };

struct holding {
    uint8_t count, detail;
};

static struct holding
holding_of(int kind)
{
    switch (kind) {
    case AMUN_EV_PROVINCE_DRAWN:
    case AMUN_EV_FREE_STONE:
    case AMUN_EV_PYRAMID:
    case AMUN_EV_FARMER:
    case AMUN_EV_STONE:
        return (struct holding){A_NUMBER, A_PROVINCE};
    case AMUN_EV_FREE_CARD:
    case AMUN_EV_PLAYED:
    case AMUN_EV_TOOK_CARD:
        return (struct holding){A_PROVINCE, A_CARD};
    case AMUN_EV_DREW:
        return (struct holding){A_NUMBER, A_CARD};
    case AMUN_EV_BID:
    case AMUN_EV_PAID:
    case AMUN_EV_FREE_GOLD:
    case AMUN_EV_HARVESTED:
    case AMUN_EV_FURTHER_INCOME:
    case AMUN_EV_EIGHT_GOLD:
        return (struct holding){A_PROVINCE, A_NUMBER};
    case AMUN_EV_SOLD:
        return (struct holding){A_COUNT, A_CARD};
    case AMUN_EV_REWARD_DUE:
        return (struct holding){A_RANK, A_NUMBER};
    case AMUN_EV_SCORE_GOLD:
        return (struct holding){A_RANK, POINTS};
    case AMUN_EV_SCORE_BONUS:
        return (struct holding){A_CARD, POINTS};
    default:
        return (struct holding){A_COUNT, A_NUMBER};
    }
}

static void
put_value(struct filling *with, int holds, int value)
{
    switch (holds) {
    case A_PROVINCE:
        with->province = value < AMUN_PROVINCES ? amun_province_phrase(value) : "";
        break;
    case A_CARD:
        with->kind = value < 0 ? "" : amun_card_phrase(value); /* GAME_HIDDEN is below 0 */
        break;
    case A_COUNT:
        with->count = value;
        break;
    case A_RANK:
        with->rank = value;
        break;
    case POINTS:
        with->points = value;
        break;
    default:
        with->n = value;
    }
}

int
amun_put_reward(struct text *out, const int counts[3])
{
    static const char *const items[] = {"card", "farmer", "stone"};

    for (int i = 0; i < 3; i++) {
        if (!counts[i])
            continue;
        if (out->len)
            text_put(out, phrase("comma"));
        amun_put_items(out, items[i], counts[i]);
    }
    return counts[0] + counts[1] + counts[2];
}

static bool
shared(const struct game_log *log)
{
    int winners = 0;

    for (int i = 0; i < log->count; i++)
        winners += log->at[i].kind == AMUN_EV_GAME_OVER;
    return winners > 1;
}

/* What is put behind the id of an event that has several sentences; "" else. */
static const char *
variant(const struct game_log *log, const struct game_event *e)
{
    switch (e->kind) {
    case AMUN_EV_PROVINCE_DRAWN:
        return e->count ? ".gold" : "";
    case AMUN_EV_PYRAMID:
        return e->seat < GAME_MAX_SEATS ? "" : ".nobody";
    case AMUN_EV_PLAYED:
        return e->count < AMUN_PROVINCES ? ".province" : "";
    case AMUN_EV_TOOK_CARD:
    case AMUN_EV_DREW:
        return e->detail == GAME_HIDDEN ? ".hidden" : "";
    case AMUN_EV_OFFERED:
        if (e->detail < 0)
            return e->count ? ".steal.correction" : ".steal";
        return e->count ? ".correction" : "";
    case AMUN_EV_CORRECTED:
        return e->detail < 0 ? ".down" : ".up";
    case AMUN_EV_GAME_OVER:
        return shared(log) ? ".shared" : "";
    default:
        return "";
    }
}

/* The number that decides between singular and plural. */
static int
telling_number(const struct game_event *e, const struct filling *with)
{
    switch (e->kind) {
    case AMUN_EV_SOLD:
    case AMUN_EV_BOUGHT_CARDS:
    case AMUN_EV_CASHED:
        return with->count;
    default:
        return with->n;
    }
}

static void
speak_event(const struct speech *speech, const struct game_log *log, const struct game_event *e,
            struct text *out)
{
    char id[ID_ROOM], what[WHAT_ROOM];
    struct text t = text_in(id, sizeof id), list = text_in(what, sizeof what);
    struct filling with = {.player = e->seat < GAME_MAX_SEATS ? speech->names[e->seat] : "",
                           .what = what};
    struct holding holds = holding_of(e->kind);

    put_value(&with, holds.count, e->count);
    put_value(&with, holds.detail, e->detail);
    if (e->kind == AMUN_EV_CORRECTED && e->detail < 0)
        with.n = -e->detail;
    if (e->kind == AMUN_EV_REWARD)
        with.n = amun_put_reward(&list,
                                 (int[]){e->detail / 100, e->detail / 10 % 10, e->detail % 10});
    text_put(&t, "amun.event.");
    text_put(&t, amun_game.event_name(e->kind));
    text_put(&t, variant(log, e));
    fill(out, plural(id, telling_number(e, &with)), &with);
    text_char(out, '\n');
}

void
amun_speak(const struct speech *speech, const struct game_log *log, struct text *out)
{
    for (int i = 0; i < log->count; i++) {
        if (!amun_is_tally(log->at[i].kind))
            speak_event(speech, log, &log->at[i], out);
    }
}
