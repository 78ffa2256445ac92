/* SPDX-License-Identifier: MIT
 * json_test.c -- the reader of JSON, clause by clause of RFC 8259: what it takes, what it refuses and where, and
 * what a value is worth.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "json_read.h"

enum { ROOM = 64, BYTES = 4096 };

/* A text that was read: the values are good until the next call. */
static const struct json *
read_text(const char *text, struct json_fault *fault)
{
    static char copy[BYTES];
    static struct json values[ROOM];
    size_t len = strlen(text);

    assert_true(len < sizeof copy);
    memcpy(copy, text, len);
    return json_read(copy, len, values, ROOM, fault);
}

static const struct json *
good(const char *text)
{
    struct json_fault fault = {NULL, 0, 0, NULL};
    const struct json *value = read_text(text, &fault);

    if (!value)
        print_error("%s: %s\n", text, fault.what);
    assert_non_null(value);
    return value;
}

static void
assert_written(const char *text, const char *wanted)
{
    char buf[BYTES];
    struct text t = text_in(buf, sizeof buf);

    json_put(&t, good(text));
    assert_true(text_length(&t) >= 0);
    assert_string_equal(buf, wanted);
}

static void
all_that_the_grammar_has_is_taken(void **unused)
{
    static const char *const texts[][2] = {
        {"null", "null"},
        {" true ", "true"},
        {"\t\r\nfalse\n", "false"},
        {"0", "0"},
        {"-0", "-0"},
        {"-12.50e+7", "-12.50e+7"},
        {"1E-2", "1E-2"},
        {"1e400", "1e400"},
        {"\"\"", "\"\""},
        {"\"a b\x7f\"", "\"a b\\u007f\""}, /* what a terminal obeys is escaped */
        {"\"\xc2\x80\xc2\x9f\xc2\xa0\"", "\"\\u0080\\u009f\xc2\xa0\""},
        {"[]", "[]"},
        {"[ ]", "[]"},
        {"{}", "{}"},
        {"{ }", "{}"},
        {"[1 , 2\n,[3]]", "[1,2,[3]]"},
        {"[[],[[]],{}]", "[[],[[]],{}]"},
        {"{\"a\":{},\"b\" : [ { } ] }", "{\"a\":{},\"b\":[{}]}"},
        {"{\"\":0,\"a\":1,\"ab\":2,\"b\":3}", "{\"\":0,\"a\":1,\"ab\":2,\"b\":3}"},
        {"{\"a\":{\"a\":{\"a\":1}},\"b\":{\"a\":2}}",
         "{\"a\":{\"a\":{\"a\":1}},\"b\":{\"a\":2}}"},
        {"{\"k\\u00e4\\n\":\"\\\"\"}", "{\"k\xc3\xa4\\u000a\":\"\\\"\"}"},
    };

    (void)unused;
    for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++)
        assert_written(texts[i][0], texts[i][1]);
}

static void
strings_are_decoded(void **unused)
{
    static const char *const texts[][2] = {
        {"\"\\\"\\\\\\/\\b\\f\\n\\r\\t\"", "\"\\/\b\f\n\r\t"},
        {"\"\\u0041\\u00e4\\u20AC\"", "A\xc3\xa4\xe2\x82\xac"},
        {"\"\\uD83D\\ude00x\"", "\xf0\x9f\x98\x80x"},
        {"\"\\ud800\\udc00\\uDBFF\\uDFFF\"", "\xf0\x90\x80\x80\xf4\x8f\xbf\xbf"},
        {"\"\\uE000\\uffff\"", "\xee\x80\x80\xef\xbf\xbf"},
        {"\"\xc2\x80\xdf\xbf\"", "\xc2\x80\xdf\xbf"},
        {"\"\xe0\xa0\x80\xed\x9f\xbf\xee\x80\x80\xef\xbf\xbf\"",
         "\xe0\xa0\x80\xed\x9f\xbf\xee\x80\x80\xef\xbf\xbf"},
        {"\"\xf0\x90\x80\x80\xf4\x8f\xbf\xbf\"", "\xf0\x90\x80\x80\xf4\x8f\xbf\xbf"},
        {"\"\\u0001\"", "\x01"},
    };

    (void)unused;
    for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++) {
        const struct json *value = good(texts[i][0]);

        assert_string_equal(json_as_text(value), texts[i][1]);
        assert_int_equal(value->len, strlen(texts[i][1]));
        assert_true(json_is(value, texts[i][1]));
    }
    assert_false(json_is(good("\"ab\""), "a"));
    assert_false(json_is(good("\"a\""), "ab"));
    assert_false(json_is(good("1"), "1"));
    assert_false(json_is(NULL, ""));
}

static void
all_else_is_refused_where_it_stands(void **unused)
{
    static const char value[] =
        "a value is needed: a string, a number, a list, an object, true, false or null";
    static const struct {
        const char *text, *what;
        size_t line, column;
    } cases[] = {
        {"", "the text ends where a value is needed", 1, 1},
        {" \n ", "the text ends where a value is needed", 2, 2},
        {"nul", value, 1, 1},
        {"True", value, 1, 1},
        {"nulL", value, 1, 1},
        {"'a'", value, 1, 1},
        {"NaN", value, 1, 1},
        {"-Infinity", "a digit is needed", 1, 2},
        {"\xef\xbb\xbf{}", value, 1, 1},
        {"\f1", value, 1, 1},
        {"/**/1", value, 1, 1},
        {"+1", value, 1, 1},
        {".5", value, 1, 1},
        {"-", "a digit is needed", 1, 2},
        {"01", "no digit may follow a leading 0", 1, 2},
        {"-00", "no digit may follow a leading 0", 1, 3},
        {"1.", "a digit is needed", 1, 3},
        {"1.e1", "a digit is needed", 1, 3},
        {"1e", "a digit is needed", 1, 3},
        {"1e+", "a digit is needed", 1, 4},
        {"0x10", "nothing may follow the value", 1, 2},
        {"1 2", "nothing may follow the value", 1, 3},
        {"{}\n{}", "nothing may follow the value", 2, 1},
        {"nulls", "nothing may follow the value", 1, 5},
        {"[1,]", value, 1, 4},
        {"[,1]", value, 1, 2},
        {"[1 2]", "a comma or ] is needed", 1, 4},
        {"[1}", "a comma or ] is needed", 1, 3},
        {"[1", "a comma or ] is needed", 1, 3},
        {"[", "the text ends where a value is needed", 1, 2},
        {"]", value, 1, 1},
        {"{", "a key in quotes is needed", 1, 2},
        {"{a:1}", "a key in quotes is needed", 1, 2},
        {"{1:1}", "a key in quotes is needed", 1, 2},
        {"{\"a\":1,}", "a key in quotes is needed", 1, 8},
        {"{,}", "a key in quotes is needed", 1, 2},
        {"{\"a\" 1}", "a colon is needed", 1, 6},
        {"{\"a\"}", "a colon is needed", 1, 5},
        {"{\"a\":}", value, 1, 6},
        {"{\"a\":1]", "a comma or } is needed", 1, 7},
        {"{\"a\":1 \"b\":2}", "a comma or } is needed", 1, 8},
        {"{\"a\":1,\n \"a\":2}", "a key is given twice", 2, 2},
        {"{\"a\":1,\"b\":2,\"\\u0061\":3}", "a key is given twice", 1, 14},
        {"{\"\":1,\"\":2}", "a key is given twice", 1, 7},
        {"\"", "the text ends within a string", 1, 2},
        {"\"a\\\"", "the text ends within a string", 1, 5},
        {"\"a\tb\"", "a control character in a string must be escaped", 1, 3},
        {"\"a\nb\"", "a control character in a string must be escaped", 1, 3},
        {"\"\\x41\"", "a backslash begins no escape of JSON here", 1, 2},
        {"\"\\", "a backslash begins no escape of JSON here", 1, 2},
        {"\"\\'\"", "a backslash begins no escape of JSON here", 1, 2},
        {"\"\\u12g4\"", "\\u needs four hexadecimal digits", 1, 2},
        {"\"\\u123", "\\u needs four hexadecimal digits", 1, 2},
        {"\"\\u0000\"", "a text holds the character \\u0000, which none may", 1, 2},
        {"{\"\\u0000\":1}", "a text holds the character \\u0000, which none may", 1, 3},
        {"\"\\ud800\"", "half of a surrogate pair is no character", 1, 2},
        {"\"\\ud800x\"", "half of a surrogate pair is no character", 1, 2},
        {"\"\\ud800\\ud800\"", "half of a surrogate pair is no character", 1, 2},
        {"\"\\ud800\\n\"", "half of a surrogate pair is no character", 1, 2},
        {"\"\\udc00\\ud800\"", "half of a surrogate pair is no character", 1, 2},
        {"\"\xe4\"", "a byte is not UTF-8", 1, 2},
        {"\"\x80\"", "a byte is not UTF-8", 1, 2},
        {"\"\xc1\xbf\"", "a byte is not UTF-8", 1, 2},
        {"\"\xc3\"", "a byte is not UTF-8", 1, 2},
        {"\"\xe0\x9f\xbf\"", "a byte is not UTF-8", 1, 2},
        {"\"\xed\xa0\x80\"", "a byte is not UTF-8", 1, 2},
        {"\"\xe2\x82\"", "a byte is not UTF-8", 1, 2},
        {"\"\xf0\x8f\xbf\xbf\"", "a byte is not UTF-8", 1, 2},
        {"\"\xf4\x90\x80\x80\"", "a byte is not UTF-8", 1, 2},
        {"\"\xf5\x80\x80\x80\"", "a byte is not UTF-8", 1, 2},
        {"\"\xff\"", "a byte is not UTF-8", 1, 2},
        {"[\"\xc3\xa4\xe2\x82\xac\",\n\"\xc3\xa4\\u00e4\",x]", value, 2, 11},
    };

    (void)unused;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct json_fault fault = {"taken", 0, 0, NULL};

        assert_null(read_text(cases[i].text, &fault));
        if (strcmp(fault.what, cases[i].what) != 0 || fault.line != cases[i].line ||
            fault.column != cases[i].column)
            print_error("%s\n", cases[i].text);
        assert_string_equal(fault.what, cases[i].what);
        assert_int_equal(fault.line, cases[i].line);
        assert_int_equal(fault.column, cases[i].column);
        assert_null(read_text(cases[i].text, NULL));
    }
}

static void
nul_bytes_are_refused(void **unused)
{
    static const struct {
        const char *text;
        size_t len, column;
    } cases[] = {
        {"\0", 1, 1}, {"1\0", 2, 2}, {"[1\0]", 4, 3}, {"\"a\0\"", 4, 3}, {"{\"a\"\0:1}", 8, 5}};

    (void)unused;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct json_fault fault;
        struct json values[8];
        char copy[8];

        memcpy(copy, cases[i].text, cases[i].len);
        assert_null(json_read(copy, cases[i].len, values, 8, &fault));
        assert_string_equal(fault.what, "it holds a NUL byte");
        assert_int_equal(fault.column, cases[i].column);
    }
}

static void
numbers_are_exact(void **unused)
{
    static const struct {
        const char *text;
        bool whole, plain;
        long long number;
    } cases[] = {{"3", true, true, 3},
                 {"-0", true, true, 0},
                 {"3.0", true, false, 3},
                 {"-2e2", true, false, -200},
                 {"-2.5E+1", true, false, -25},
                 {"2500e-2", true, false, 25},
                 {"0.03e2", true, false, 3},
                 {"0e99999999999999999999", true, false, 0},
                 {"0.000e-99999999999999999999", true, false, 0},
                 {"1e-99999999999999999999", false, false, 0},
                 {"1e99999999999999999999", false, false, 0},
                 {"3.5", false, false, 0},
                 {"35e-1", false, false, 0},
                 {"1e19", false, false, 0},
                 {"9007199254740993", true, true, 9007199254740993},
                 {"9007199254740993.0", true, false, 9007199254740993},
                 {"9223372036854775807", true, true, INT64_MAX},
                 {"9223372036854775808", false, true, 0},
                 {"-9223372036854775808", true, true, INT64_MIN},
                 {"-9223372036854775809", false, true, 0},
                 {"922337203685477580.7e1", true, false, INT64_MAX},
                 {"99999999999999999999", false, true, 0},
                 {"\"3\"", false, false, 0},
                 {"[3]", false, false, 0},
                 {"null", false, false, 0},
                 {"true", false, false, 0}};

    (void)unused;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        const struct json *value = good(cases[i].text);
        long long number = 77, integer = 77;

        assert_int_equal(json_as_whole(value, &number), cases[i].whole);
        assert_true(number == (cases[i].whole ? cases[i].number : 77));
        assert_int_equal(json_as_int(value, &integer), cases[i].whole && cases[i].plain);
        assert_true(integer == (cases[i].whole && cases[i].plain ? cases[i].number : 77));
    }
    assert_false(json_as_whole(NULL, &(long long){0}));
    assert_false(json_as_int(NULL, &(long long){0}));
}

static void
members_are_found(void **unused)
{
    const struct json *object = good(
        "{\"b\":1,\"a\":{\"c\":[null,true,\"x\"]},\"\\u00e4\":false,\"abc\":2,\"ab\":3,\"\":4}");
    static const char *const keys[] = {"b", "a", "\xc3\xa4", "abc", "ab", ""};
    const struct json *list, *e;
    size_t at = 0;
    bool flag = false;

    (void)unused;
    assert_int_equal(json_kind(object), JSON_KIND_OBJECT);
    assert_int_equal(json_count(object), 6);
    for (e = json_first(object); e; e = json_next(object, e)) {
        assert_string_equal(json_name(e), keys[at]);
        assert_ptr_equal(json_member(object, keys[at++]), e);
    }
    assert_int_equal(at, 6);
    assert_null(json_member(object, "c"));
    assert_null(json_member(object, "abcd"));
    assert_null(json_member(object, "\xc3"));
    assert_null(json_member(NULL, "b"));
    list = json_member(json_member(object, "a"), "c");
    assert_int_equal(json_count(list), 3);
    assert_null(json_member(list, "b"));
    assert_true(json_is_nil(json_element(list, 0)));
    assert_true(json_is_yes(json_element(list, 1)));
    assert_true(json_as_bool(json_element(list, 1), &flag) && flag);
    assert_true(json_as_bool(json_member(object, "\xc3\xa4"), &flag) && !flag);
    assert_false(json_as_bool(list, &flag));
    assert_false(json_is_yes(json_member(object, "\xc3\xa4")));
    assert_false(json_is_nil(NULL));
    assert_true(json_is(json_element(list, 2), "x"));
    assert_null(json_element(list, 3));
    assert_null(json_element(object, 0));
    assert_null(json_element(NULL, 0));
    assert_int_equal(json_count(json_element(list, 2)), 0);
    assert_int_equal(json_count(NULL), 0);
    assert_int_equal(json_kind(NULL), JSON_KIND_NONE);
    assert_null(json_first(json_member(good("{\"a\":[]}"), "a")));
    assert_null(json_first(good("{}")));
    assert_null(json_member(good("{}"), ""));
    assert_null(json_first(good("\"abc\"")));
    assert_null(json_next(NULL, object));
    assert_null(json_next(object, NULL));
}

/* The keys of an object: every subset of short ones in some order, then each once more. */
static void
each_key_may_stand_once(void **unused)
{
    static const char *const keys[] = {"",   "a",   "b",        "aa",   "ab",
                                       "ba", "aaa", "\xc3\xa4", "\x7f", "abc"};
    enum { KEYS = sizeof keys / sizeof keys[0] };
    unsigned int order = 1;

    (void)unused;
    for (int set = 1; set < 1 << KEYS; set++) {
        char text[BYTES] = "{";
        size_t len = 1, cut;
        unsigned int first = order++ % KEYS;

        for (unsigned int i = 0; i < KEYS; i++) {
            unsigned int k = (first + 7 * i) % KEYS;

            if (set >> k & 1)
                len += (size_t)snprintf(text + len, sizeof text - len, "%s\"%s\":%u",
                                        len > 1 ? "," : "", keys[k], k);
        }
        cut = len;
        for (unsigned int k = 0; k < KEYS; k++) {
            bool there = set >> k & 1;
            struct json_fault fault;
            long long number;

            snprintf(text + cut, sizeof text - cut, "}");
            assert_int_equal(json_as_int(json_member(good(text), keys[k]), &number), there);
            assert_true(!there || number == k);
            snprintf(text + cut, sizeof text - cut, ",\"%s\":0}", keys[k]);
            assert_int_equal(read_text(text, &fault) == NULL, there);
        }
    }
}

static void
depth_and_room_are_bounded(void **unused)
{
    char text[2 * JSON_DEPTH + 4];
    struct json_fault fault;
    struct json values[4];

    (void)unused;
    memset(text, '[', JSON_DEPTH);
    memset(text + JSON_DEPTH, ']', JSON_DEPTH);
    text[2 * JSON_DEPTH] = 0;
    /* ROOM is as large: each list takes one. */
    assert_written(text, text);
    memset(text, '[', JSON_DEPTH + 1);
    memset(text + JSON_DEPTH + 1, ']', JSON_DEPTH + 1);
    text[2 * JSON_DEPTH + 2] = 0;
    assert_null(read_text(text, &fault));
    assert_string_equal(fault.what, "it is nested too deep");
    assert_int_equal(fault.column, JSON_DEPTH + 1);

    assert_int_equal(json_room("[1,2,3]", 7), 4);
    memcpy(text, "[1,2,3]", 8);
    assert_null(json_read(text, 7, values, 3, &fault));
    assert_string_equal(fault.what, "it holds too many values");
    assert_int_equal(fault.column, 6);
    memcpy(text, "[1,2,3]", 8);
    assert_non_null(json_read(text, 7, values, 4, &fault));
    memcpy(text, "{\"a\":1}", 8);
    assert_null(json_read(text, 7, values, 1, &fault));
    memcpy(text, "1", 2);
    assert_null(json_read(text, 1, values, 0, &fault));
}

/* Each text against the first of its row: the same, or not. */
static void
values_are_compared(void **unused)
{
    static const struct {
        const char *a, *b;
        bool same;
    } cases[] = {
        {"{\"a\":1,\"b\":[1,{\"c\":null}]}", "{\"b\":[1.0,{\"c\":null}],\"a\":10e-1}", true},
        {"{\"a\":1,\"b\":2}", "{\"a\":1,\"c\":2}", false},
        {"{\"a\":1}", "{\"a\":1,\"b\":2}", false},
        {"[1,2]", "[2,1]", false},
        {"[1,2]", "[1,2,3]", false},
        {"[]", "{}", false},
        {"\"a\"", "\"\\u0061\"", true},
        {"\"a\"", "\"ab\"", false},
        {"\"1\"", "1", false},
        {"true", "true", true},
        {"true", "false", false},
        {"null", "false", false},
        {"null", "null", true},
        {"0.5", "0.5", true},
        {"0.5", "0.25", false},
        {"0.5", "0.6", false},
        {"1", "1.5", false},
        {"99999999999999999999", "99999999999999999999", true},
    };

    (void)unused;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct json values[ROOM];
        char copy[100];
        size_t len = strlen(cases[i].a);
        const struct json *a, *b = good(cases[i].b);

        memcpy(copy, cases[i].a, len);
        a = json_read(copy, len, values, ROOM, NULL);
        assert_int_equal(json_same(a, b), cases[i].same);
        assert_int_equal(json_same(b, a), cases[i].same);
        assert_true(json_same(a, a));
        assert_false(json_same(a, NULL));
    }
    assert_true(json_same(NULL, NULL));
}

static void
places_are_those_of_the_text(void **unused)
{
    static const char text[] =
        " {\"id\" : [1, 2 ] ,\"s\":\"a\\n\\u00e4\",\"n\":-1.50,\"t\":true}";
    static const char *const raw[] = {"[1, 2 ]", "\"a\\n\\u00e4\"", "-1.50", "true"};
    struct json values[16];
    char copy[sizeof text];
    const struct json *object, *e;
    size_t i = 0, at, len;

    (void)unused;
    memcpy(copy, text, sizeof text);
    object = json_read(copy, sizeof text - 1, values, 16, NULL);
    assert_non_null(object);
    for (e = json_first(object); e; e = json_next(object, e), i++) {
        json_place(e, copy, &at, &len);
        assert_int_equal(len, strlen(raw[i]));
        assert_memory_equal(text + at, raw[i], len);
    }
    assert_int_equal(i, 4);
}

/* Of a text that is refused the members that were whole can be found, and no other. */
static void
what_was_whole_is_found(void **unused)
{
    static const struct {
        const char *text;
        bool part, found;
        long long id;
    } cases[] = {{"{\"b\":[1,{\"a\":2}],\"id\":7,\"c\":x}", true, true, 7},
                 {"{\"id\":7,\"b\":[1", true, true, 7},
                 {"{\"id\":7 \"b\":1", true, true, 7},
                 {"{\"id\":7,\"id\":8}", true, true, 7},
                 {"{\"b\":1,\"b\":2,\"id\":8}", true, true, 8},
                 {"{\"b\":\"\\u0000\",\"\\u0000\":2,\"id\":9}", true, true, 9},
                 {"{\"id\":7}x", true, true, 7},
                 {"{\"b\":1,\"id\":[7,{\"a\":", true, false, 0},
                 {"{\"b\":1,\"id\":", true, false, 0},
                 {"{\"b\":1,\"id\"", true, false, 0},
                 {"{\"b\":1,\"id\":x", true, false, 0},
                 {"{\"b\":{\"id\":7},x", true, false, 0},
                 {"{", true, false, 0},
                 {"[{\"id\":7},x", false, false, 0},
                 {"7x", false, false, 0},
                 {"", false, false, 0}};

    (void)unused;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct json_fault fault;
        long long id = 0;

        assert_null(read_text(cases[i].text, &fault));
        assert_int_equal(fault.part != NULL, cases[i].part);
        assert_int_equal(json_as_int(json_member(fault.part, "id"), &id), cases[i].found);
        assert_int_equal(json_member(fault.part, "id") != NULL, cases[i].found);
        assert_true(id == cases[i].id);
    }
}

/* Writes every kind of value. */
static void
write_all(struct text *t)
{
    json_open(t, '{');
    json_key_int(t, "n", -1200);
    json_key_set(t, "set", 1u << 31 | 2);
    json_key_text(t, "t", "a\"b\\ \n\xc3\xa4\xff c");
    json_key_escaped(t, "k\x7f");
    json_ready(t, "[0]!", 3);
    json_key_null(t, "none");
    json_close(t, '}');
    text_char(t, '.');
}

static void
what_has_no_room_is_not_written(void **unused)
{
    static const char whole[] =
        "{\"n\":-1200,\"set\":[1,31],\"t\":\"a\\\"b\\\\ \\u000a\xc3\xa4\\ufffd c\","
        "\"k\\u007f\":[0],\"none\":null}.";

    (void)unused;
    for (size_t room = 0; room <= sizeof whole; room++) {
        /* From the heap, so that ASan sees what is written behind it; of no bytes malloc may make NULL. */
        char *buf = malloc(room + 1);
        struct text t = text_in(buf + 1, room);

        assert_non_null(buf);
        write_all(&t);
        assert_int_equal(text_length(&t), room == sizeof whole ? (int)sizeof whole - 1 : -1);
        assert_true(room == 0 || (t.len < room && strlen(buf + 1) == t.len));
        assert_memory_equal(buf + 1, whole, t.len);
        free(buf);
    }
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(all_that_the_grammar_has_is_taken),
        cmocka_unit_test(strings_are_decoded),
        cmocka_unit_test(all_else_is_refused_where_it_stands),
        cmocka_unit_test(nul_bytes_are_refused),
        cmocka_unit_test(numbers_are_exact),
        cmocka_unit_test(members_are_found),
        cmocka_unit_test(each_key_may_stand_once),
        cmocka_unit_test(depth_and_room_are_bounded),
        cmocka_unit_test(values_are_compared),
        cmocka_unit_test(places_are_those_of_the_text),
        cmocka_unit_test(what_was_whole_is_found),
        cmocka_unit_test(what_has_no_room_is_not_written),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
