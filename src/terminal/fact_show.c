/* SPDX-License-Identifier: MIT
 * fact_show.c -- see fact_show.h. */
#include "fact_show.h"

#include <string.h>

#include "phrase.h"

void
put_action(struct text *out, const struct game *game, const union games_state *st,
           game_action action)
{
    const struct play_game *table = play_game_of(game);
    char text[GAME_TEXT_ROOM];

    if (table && table->name_action) {
        table->name_action(st, action, out);
        return;
    }
    game->write_action(st, action, text, sizeof text);
    text_put(out, text);
}

/* A sentence's placeholders have the names of the fact's numbers; `you` is who decides, `player` the seat in it. */
static const char *
person(const struct fact_reader *reader, int seat)
{
    if (seat == reader->seat && reader->you)
        return phrase("fact.you");
    return reader->names[seat];
}

static const char *
word_of(const struct fact_reader *reader, const char *name, const char *word)
{
    const struct play_game *table = play_game_of(reader->game);
    char id[64];
    struct text t = text_in(id, sizeof id);

    if (table->fact_word && table->fact_word(reader->st, word))
        return table->fact_word(reader->st, word);
    text_put(&t, table->prefix);
    text_put(&t, name);
    text_char(&t, '.');
    return phrase_of(id, word);
}

static void
put_fact(struct text *out, const struct fact_reader *reader, const struct fact *fact)
{
    struct fill_more more[FACT_NUMBERS + 1] = {
        {.name = "you", .text = person(reader, reader->seat)}};
    struct filling with = {.more = more, .more_count = 1};
    char id[64], sentence[400];
    struct text t = text_in(id, sizeof id), one_sentence = text_in(sentence, sizeof sentence);

    for (int i = 0; i < FACT_NUMBERS && fact->kind->number[i].name; i++) {
        struct fill_more *one = &more[with.more_count++];

        one->name = fact->kind->number[i].name;
        one->number = fact->number[i];
        if (strcmp(one->name, "seat") == 0) {
            one->name = "player";
            one->text = person(reader, fact->number[i]);
        }
        if (strcmp(one->name, "count") == 0)
            with.count = one->number;
        if (fact->kind->number[i].word)
            one->text = word_of(reader, one->name, fact->kind->number[i].word(one->number));
    }
    text_put(&t, play_game_of(reader->game)->prefix);
    text_put(&t, "fact.");
    text_put(&t, fact->kind->name);
    fill(&one_sentence, plural(id, with.count), &with);
    fill(out, phrase("term.sentence"), &(struct filling){.what = sentence});
}

void
put_facts(struct text *out, const struct fact_reader *reader, game_action action,
          const struct fact_list *facts, const struct fact_list *other)
{
    bool begun = false;

    for (int i = 0; i < facts->count; i++) {
        char words[200];
        struct text name = text_in(words, sizeof words);

        if (fact_in(other, &facts->facts[i]))
            continue;
        if (!begun) {
            put_action(&name, reader->game, reader->st, action);
            text_put(out, "    ");
            fill(out, phrase("fact.after"), &(struct filling){.what = words});
        }
        begun = true;
        put_fact(out, reader, &facts->facts[i]);
    }
    if (begun)
        text_char(out, '\n');
}
