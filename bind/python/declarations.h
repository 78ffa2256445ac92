/* SPDX-License-Identifier: MIT
 * declarations.h -- what cffi shows of calls.h and the public headers. The C compiler checks each line against them.
 */
typedef uint32_t game_action;
typedef union { ...; } py_state;
struct game { const char *name; size_t state_size; int min_seats; int max_seats; _Bool hides; ...; };
struct game_chance { game_action action; uint32_t weight; };
struct game_event { uint8_t kind, seat, seen_by, count; int32_t detail; };
struct game_result { int32_t scores[5]; uint8_t winners; };
struct khepri_why { char text[...]; };
struct khepri_move { char text[...]; };
struct khepri_limits { uint64_t positions; uint32_t ms; };
struct khepri_value { double win[5]; double score[5]; };
struct khepri_bot;
struct game_log;
struct khepri_record { const struct game *game; int seats; size_t step, steps; const char *names[5]; ...; };
struct batch_out {
    uint64_t *masks; uint8_t *legal; uint8_t *observations; uint8_t *views; uint8_t *seats; float *rewards;
    uint8_t *done; int32_t *last_scores; uint8_t *last_views;
};

#define GAME_MAX_SEATS ...
#define GAME_NATURE ...
#define GAME_SPECTATOR ...
#define GAME_HIDDEN ...
#define GAME_TEXT_ROOM ...
enum { PY_STATE_ROOM, PY_MOST_EVENTS, PY_MOST_ACTIONS, PY_MOST_CHANCES, KHEPRI_MOVE_ROOM, KHEPRI_RECORD_HEAD,
    KHEPRI_HINT_ROOM, ... };
enum { RA_BATCH_ACTIONS, RA_BATCH_WORDS, RA_BATCH_FEATURES, AMUN_BATCH_ACTIONS, AMUN_BATCH_WORDS,
    AMUN_BATCH_FEATURES, ... };

const char *khepri_version(void);
uint64_t khepri_stream(uint64_t seed, uint64_t a, uint64_t b);
uint64_t khepri_seed(const char *text);
uint64_t khepri_random(uint64_t *rng);
uint32_t khepri_random_below(uint64_t *rng, uint32_t n);
game_action khepri_pick_chance(const struct game *game, const void *st, uint64_t *rng);
void khepri_write_move(const struct game *game, const void *st, int seat, game_action action, struct khepri_move *out);
int khepri_write_options(const struct game *game, const void *st, char *buf, size_t room);
size_t khepri_record_room(const char *text, size_t len);
_Bool khepri_record_open(struct khepri_record *r, const char *text, size_t len, void *storage, size_t room,
                         struct khepri_why *why);
_Bool khepri_record_step(struct khepri_record *r, struct khepri_move *move, struct game_log *log,
                         struct khepri_why *why);
_Bool khepri_record_check(const struct khepri_record *r, struct khepri_why *why);
int khepri_write_record(const struct game *game, const void *st, const char *const *names,
                        const struct khepri_move *moves,
                        size_t count, char *buf, size_t room);
_Bool khepri_read_position(const char *text, size_t len, _Bool view, void *storage, size_t room,
                           const struct game **game,
                           py_state *out, struct khepri_why *why);
int khepri_write_position(const struct game *game, const void *st, char *buf, size_t room);
const struct khepri_bot *khepri_bot_at(const struct game *game, int i);
const char *khepri_bot_name(const struct khepri_bot *bot);
const char *khepri_bot_line(const struct khepri_bot *bot);
_Bool khepri_bot_searches(const struct khepri_bot *bot);
_Bool khepri_bot_hints(const struct khepri_bot *bot);
_Bool khepri_find_bot(const struct game *game, const char *word, const struct khepri_bot **out,
                      struct khepri_limits *limits,
                      struct khepri_why *why);
game_action khepri_choose(const struct khepri_bot *bot, const struct game *game, const void *seen, int seat,
                          uint64_t *rng,
                          const struct khepri_limits *limits);
_Bool khepri_value(const struct game *game, const void *state, struct khepri_value *out);
int khepri_hint(const struct khepri_bot *bot, const struct game *game, const void *seen, int seat, uint64_t seed,
                const struct khepri_limits *limits, char *buf, size_t room, struct khepri_why *why);
size_t khepri_analysis_room(size_t moves);
size_t khepri_analysis_storage(size_t moves);
int khepri_analyse(const struct khepri_bot *bot, const struct game *game, const void *start,
                   const struct khepri_move *moves,
                   size_t count, uint64_t seed, const struct khepri_limits *limits, void *storage, size_t storage_room,
                   char *buf, size_t room, struct khepri_why *why);

const struct game *py_game(int i);
unsigned py_to_move(const struct game *g, const py_state *s);
int py_seats(const struct game *g, const py_state *s);
int py_actions(const struct game *g, const py_state *s, int seat, game_action *out);
int py_chances(const struct game *g, const py_state *s, struct game_chance *out);
void py_observe(const struct game *g, const py_state *s, int seat, py_state *out);
void py_sample(const struct game *g, py_state *s, int seat, uint64_t *rng);
void py_scores(const struct game *g, const py_state *s, int32_t *out);
int py_result(const struct game *g, const py_state *s, struct game_result *out);
int py_write_state(const struct game *g, const py_state *s, char *buf, size_t room);
const char *py_event_name(const struct game *g, int kind);
int py_same(const struct game *g, const py_state *a, const py_state *b);
void py_copy(const struct game *g, py_state *to, const py_state *from);
int py_apply(const struct game *g, py_state *s, const char *move, struct game_event *events, struct khepri_why *why);
int py_texts(const struct game *g, const py_state *s, const game_action *actions, int count, char *buf);
game_action py_read_action(const struct game *g, const py_state *s, const char *text);
const py_state *py_record_state(const struct khepri_record *r);
int py_begin(const char *name, int seats, const char *options, py_state *out, struct khepri_why *why);
size_t py_batch_size(int ra);
int py_batch_begin(int ra, void *games, size_t count, int players, const py_state *start, uint64_t seed);
void py_batch_look(int ra, const void *games, size_t count, const struct batch_out *out);
long long py_batch_step(int ra, void *games, size_t count, const int16_t *actions, int reward,
                        const struct batch_out *out);
const py_state *py_batch_state(int ra, const void *games, size_t at);
game_action py_batch_action(int ra, const py_state *s, int number);
int py_batch_number(int ra, const py_state *s, game_action action);
void py_batch_random(const uint64_t *masks, int words, size_t count, uint64_t *rng, int16_t *out);
void py_reward(const struct game_result *result, int seats, int reward, float *out);
void py_batch_observe(int ra, const py_state *s, int seat, uint8_t *out);
