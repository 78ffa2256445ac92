/* SPDX-License-Identifier: MIT
 * telling.c -- a table as JSON, and what its visitors are told of it. */
#include "hall_parts.h"

#include <string.h>

#include "match_json.h"

/* ---- a table as JSON ---- */

static void
write_digits(char *out, int64_t number, int count)
{
    while (count-- > 0) {
        out[count] = (char)('0' + number % 10);
        number /= 10;
    }
}

/* The civil calendar: days since 1970 to year, month and day, by eras of 400 years that begin in March. */
void
write_date(int64_t seconds, char out[24])
{
    int64_t days = seconds / 86400 + 719468, rest = seconds % 86400;
    int64_t era = days / 146097, day = days % 146097;
    int64_t year = (day - day / 1460 + day / 36524 - day / 146096) / 365;
    int64_t in_year = day - (365 * year + year / 4 - year / 100);
    int64_t month = (5 * in_year + 2) / 153;

    memcpy(out, "0000-00-00T00:00:00Z", 21);
    write_digits(out, 400 * era + year + (month >= 10), 4);
    write_digits(out + 5, month < 10 ? month + 3 : month - 9, 2);
    write_digits(out + 8, in_year - (153 * month + 2) / 5 + 1, 2);
    write_digits(out + 11, rest / 3600, 2);
    write_digits(out + 14, rest / 60 % 60, 2);
    write_digits(out + 17, rest % 60, 2);
}

const char *const table_paces[] = {"human", "off", NULL};
const char *const table_stand_ins[] = {"return", "stay", "none", NULL};

static void
json_seat(struct text *t, const struct store_seat *seat, bool online, bool away)
{
    static const char *const kinds[] = {"open", "person", "bot"};

    json_open(t, '{');
    json_key_text(t, "kind", account_sits(seat) ? "bot" : kinds[seat->kind]);
    if (seat->kind == STORE_BOT || account_sits(seat))
        json_key_text(t, "bot", seat->bot);
    json_key_text(t, "name", seat->kind == STORE_OPEN ? "" : seat->name);
    if (account_sits(seat))
        json_key_bool(t, "account", true);
    if (account_is_invited(seat))
        json_key_text(t, "invited", seat->bot);
    if (seat->kind == STORE_PERSON) {
        json_key_bool(t, "online", online);
        json_key_bool(t, "away", away);
    } else if (seat->person[0]) {
        json_key_text(t, "for", seat->person);
    }
    json_close(t, '}');
}

static void
write_row(struct text *t, const struct store_table *row, game_seats online, game_seats away,
          int seq, int64_t moved_on)
{
    static const char *const statuses[] = {"waiting", "playing", "over"};
    char when[24];

    write_date(row->created, when);
    json_open(t, '{');
    json_key_text(t, "id", row->id);
    json_key_text(t, "game", row->game);
    json_key_literal(t, "options", row->options);
    json_key_int(t, "players", row->players);
    json_key_text(t, "status", statuses[row->status]);
    json_key_bool(t, "public", row->open_to_all);
    json_key_bool(t, "hints", row->hints);
    json_key_text(t, "pace", table_paces[row->pace]);
    json_key_text(t, "stand_ins", table_stand_ins[row->stand_ins]);
    json_key_open(t, "seats", '[');
    for (int i = 0; i < row->players; i++)
        json_seat(t, &row->seats[i], online >> i & 1, away >> i & 1);
    json_close(t, ']');
    json_key_int(t, "seq", seq);
    json_key_text(t, "created", when);
    json_key(t, "moved");
    if (moved_on) {
        write_date(moved_on, when);
        json_text(t, when);
    } else {
        json_literal(t, "null");
    }
    json_key(t, "rematch");
    if (row->rematch[0])
        json_text(t, row->rematch);
    else
        json_literal(t, "null");
    json_close(t, '}');
}

void
hall_write_row(struct hall *hall, struct text *t, const struct store_table *row, int seq)
{
    const struct table *table = table_in_memory(hall, row->id);

    if (table)
        write_row(t, row, table_online(table), table_away(hall, table), table->match->moment,
                  table->moved_on);
    else
        write_row(t, row, (game_seats)row->elsewhere, 0, seq, 0);
}

void
json_table(struct hall *hall, struct text *t, const struct store_table *row)
{
    hall_write_row(hall, t, row, 0);
}

/* ---- telling ---- */

/* Whether these seats see something other than they did. */
static bool
sees_change(const struct table *table, game_seats readers, const union games_state *before)
{
    union games_state then, now;

    match_observe(table->game, before, readers, &then);
    match_observe(table->game, &table->match->state, readers, &now);
    return memcmp(&then, &now, table->game->state_size) != 0;
}

/* Calls `write` once for each different set of seats that is watching, and sends what it wrote. With
 * `before`, only to those who see the table change from that state. */
static void
tell(struct hall *hall, struct table *table, int seq, const union games_state *before,
     void (*write)(struct hall *hall, struct text *t, struct table *table, game_seats readers,
                   int seq))
{
    bool told[1u << GAME_MAX_SEATS] = {false};

    for (const struct visitor *v = table->visitors; v; v = v->beside) {
        struct page page;

        if (told[v->seats])
            continue;
        told[v->seats] = true;
        if (before && !sees_change(table, v->seats, before))
            continue;
        if (!page_open_wide(hall, &page))
            return;
        write(hall, &page.t, table, v->seats, seq);
        for (const struct visitor *w = v; w; w = w->beside) {
            if (w->seats == v->seats)
                hall->host.send(hall->host.self, w->id, page.at, page.t.len);
        }
        page_close_wide(hall, &page);
    }
}

static void
write_table(struct hall *hall, struct text *t, struct table *table, game_seats readers, int seq)
{
    json_open(t, '{');
    json_key_text(t, "op", "table");
    json_key(t, "table");
    json_table(hall, t, &table->row);
    json_key(t, "view");
    if (table->row.status == STORE_WAITING)
        json_literal(t, "null");
    else
        json_match_view(t, table->match, readers, seq);
    json_close(t, '}');
}

static void
write_step(struct hall *hall, struct text *t, struct table *table, game_seats readers, int seq)
{
    (void)hall;
    json_open(t, '{');
    json_key_text(t, "op", "step");
    json_key_text(t, "table", table->row.id);
    json_key(t, "view");
    json_match_view(t, table->match, readers, seq);
    json_close(t, '}');
}

void
tell_table(struct hall *hall, struct table *table)
{
    table_announce(table);
    table->away = table_away(hall, table);
    tell(hall, table, table->match->moment, NULL, write_table);
}

void
tell_newcomer(struct hall *hall, struct table *table, const struct visitor *v)
{
    struct page page;

    if (!page_open_wide(hall, &page)) {
        hall->host.close(hall->host.self, v->id, HALL_BYE_LATER, "there is not enough memory");
        return;
    }
    write_table(hall, &page.t, table, v->seats, table->match->moment);
    hall->host.send(hall->host.self, v->id, page.at, page.t.len);
    page_close_wide(hall, &page);
}

void
tell_since(struct hall *hall, struct table *table, int first)
{
    const struct match *match = table->match;
    int from = match->log[first].moment;

    for (int seq = from + 1; seq <= match->moment; seq++)
        tell(hall, table, seq, NULL, write_step);
    if (from == match->moment) { /* it was done in secret */
        union games_state before;

        match_before(match, first, &before);
        tell(hall, table, from, &before, write_table);
    }
    if (table->row.status == STORE_OVER)
        tell_table(hall, table);
}
