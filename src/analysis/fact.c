/* SPDX-License-Identifier: MIT
 * fact.c -- see fact.h. */
#include "fact.h"

#include <assert.h>

void
fact_add(struct fact_list *list, const struct fact_kind *kind, const int numbers[FACT_NUMBERS])
{
    struct fact *fact = &list->facts[list->count++];

    assert(list->count <= FACTS_MOST);
    fact->kind = kind;
    for (int i = 0; i < FACT_NUMBERS; i++)
        fact->number[i] = (int16_t)(kind->number[i].name ? numbers[i] : 0);
}

bool
fact_in(const struct fact_list *list, const struct fact *fact)
{
    for (int i = 0; i < list->count; i++) {
        const struct fact *other = &list->facts[i];
        bool same = other->kind == fact->kind;

        for (int j = 0; j < FACT_NUMBERS; j++)
            same = same && other->number[j] == fact->number[j];
        if (same)
            return true;
    }
    return false;
}

void
json_facts(struct text *t, const struct fact_list *list)
{
    json_open(t, '[');
    for (int i = 0; i < list->count; i++) {
        const struct fact *fact = &list->facts[i];

        json_open(t, '{');
        json_key_text(t, "fact", fact->kind->name);
        for (int j = 0; j < FACT_NUMBERS && fact->kind->number[j].name; j++) {
            if (fact->kind->number[j].word)
                json_key_text(t, fact->kind->number[j].name,
                              fact->kind->number[j].word(fact->number[j]));
            else
                json_key_int(t, fact->kind->number[j].name, fact->number[j]);
        }
        json_close(t, '}');
    }
    json_close(t, ']');
}
