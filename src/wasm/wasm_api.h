/* SPDX-License-Identifier: MIT
 * wasm_api.h -- the exports of the WebAssembly module. web/src/core/core.ts is their one caller in this tree.
 *
 * An instance of the module holds one game. Its caller puts texts, each ended by 0, one after the other
 * into `in`, and calls. Then it reads from `out` as many bytes of JSON as the call returned (0: it did not fit). Sets
 * of seats have bit i for seat i, chance being 128. But for begin, signature, simulate and playouts, a game must have
 * been begun.
 *
 * There are two modules: the small one that a page fetches first, and the whole one; "(whole)" is not in the small.
 */
/* clang-format off */
#ifndef KHEPRI_WASM_API_H
#define KHEPRI_WASM_API_H

#include <stdint.h>

#if defined(__wasm__)
#define WASM_EXPORT(name) __attribute__((export_name(name)))
#else
#define WASM_EXPORT(name)           /* compiled natively as well, for the warnings */
#endif

#if defined(KHEPRI_NO_NETS)
#define WASM_WHOLE(name)            /* not in the small module, where the hall plays */
#else
#define WASM_WHOLE(name) WASM_EXPORT(name)
#endif

WASM_EXPORT("in")   char *wasm_in_at(void);
WASM_EXPORT("room") int   wasm_in_room(void);
WASM_EXPORT("out")  char *wasm_out_at(void);

/* {"ok":true,"games":[...]} as GET /api/1/games answers. */
WASM_EXPORT("games") int wasm_games(void);

/* in: the game's name, then a key and a value for each option. Replaces the game there was. */
WASM_WHOLE("begin") int wasm_begin(int players);

/* (whole) in: a position, as a string or as JSON, from which the game goes on; what was before it is not known.
 * Replaces the game there was, and answers "game" and "players". A view is refused. */
WASM_EXPORT("open") int wasm_open(void);

/* (whole) in: `length` bytes, a record, which is checked as any reader checks it, its result too. Replaces the game
 * there was, and answers "game" and "players". */
WASM_EXPORT("record") int wasm_record(int length);

/* (whole) {"ok":true,"position":"..."}: the state as a position string, or what a seat sees of it. -1 is a
 * spectator; 7, chance, sees all. */
WASM_EXPORT("position") int wasm_position(int seat);

/* in: `count` actions as records write them, which follow. Those before one that is refused have happened. */
WASM_WHOLE("restore") int wasm_restore(int count);

/* How many actions there have been, and the newest public moment. They differ while seats act in secret. */
WASM_WHOLE("count") int wasm_count(void);
WASM_WHOLE("moment") int wasm_moment(void);

/* What a host must know: {"ok":true,"game","options","players","seq","actions","to_move","secrets","result"}. */
WASM_WHOLE("facts") int wasm_facts(void);

/* The actions from action `first` on as a list, as records write them; as many as there is room for. */
WASM_WHOLE("actions") int wasm_actions(int first);

/* The view of moment `seq` for a set of seats, 0: a spectator. */
WASM_WHOLE("view") int wasm_view(int readers, int seq);

/* The public steps first..past-1 as that set of seats may see them; at most 32 at once have room for sure. */
WASM_WHOLE("steps") int wasm_steps(int readers, int first, int past);

/* The same of a record that is looked at, for spectators: every action is a moment. */
WASM_WHOLE("replay") int wasm_replay(int at);
WASM_WHOLE("replaySteps") int wasm_replay_steps(int first, int past);

/* in: a key ("": none), then `count` actions of one seat. As POST .../act, and nature acts after them, by the seed.
 * The answer has "from" besides: how many actions there were before, by the log's count. */
WASM_WHOLE("act") int wasm_act(int seat, int seq, int count, uint64_t seed);

/* in: an empty text, then `count` actions. As POST .../try. */
WASM_WHOLE("try") int wasm_try(int seat, int seq, int count);

/* Nature acts, as at the beginning. Answers as act does. */
WASM_WHOLE("chance") int wasm_chance(uint64_t seed);

/* (whole) The net of the game begun, for the bots that ask one. The bytes of its file go where netRoom says (0:
 * there is no room). Then `net` looks through them. What is wrong is refused, and then there is no net. */
WASM_EXPORT("netRoom") unsigned char *wasm_net_room(int size);
WASM_EXPORT("net") int wasm_net(void);

/* in: a bot's name. Answers the "actions" it chooses for the seat, from what the seat may see. */
WASM_WHOLE("bot") int wasm_bot(int seat, uint64_t seed);

/* (whole) in: a bot's word. {"ok":true,"seq":...,"hint":{...}} for a seat that is to act, from what it may see:
   khepri-records(7). */
WASM_EXPORT("hint") int wasm_hint(int seat, uint64_t seed);

/* (whole) in: a bot's word. Begins the analysis of the game so far. `analyseQuickly`, called next, leaves only the
 * chances to do. `analyseOn` does up to `most` more actions and answers {"ok":true,"progress":[done,all]}; the last
 * answer has "analysis":{...}.
 *
 * Several instances with the same game may share the work (src/analysis/analysis.h). Each begins the analysis.
 * `analyseAt` passes the actions before `at` by and judges that one; `at` must not be less than in the call before.
 * `analyseMoment` is where the moment of an action lies, or NULL if there is none. `analyseMomentSize` is its size in
 * bytes. It may be copied to the same place in another instance of the same module. In the instance that has all
 * moments, `analyseEnd` answers as the last `analyseOn` does. */
WASM_EXPORT("analyse") int wasm_analyse(uint64_t seed);
WASM_EXPORT("analyseQuickly") int wasm_analyse_quickly(void);
WASM_EXPORT("analyseOn") int wasm_analyse_on(int most);
WASM_EXPORT("analyseAt") int wasm_analyse_at(int at);
WASM_EXPORT("analyseMoment") void *wasm_analyse_moment(int at);
WASM_EXPORT("analyseMomentSize") int wasm_analyse_moment_size(void);
WASM_EXPORT("analyseEnd") int wasm_analyse_end(void);

/* ---- the hall (docs/wasm.md): all tables of a page, in an instance of its own ---- */

/* in: the bots that may be seated, a game and a name each; none: those of this module. Bots rest for `bot_delay`
 * milliseconds; the second function changes that. 0 without memory. */
WASM_EXPORT("hallBegin") int wasm_hall_begin(int bot_delay);
WASM_EXPORT("hallDelay") void wasm_hall_delay(int bot_delay);

/* For tests, before hallBegin: all chance but tokens follows from the seed, names of tables too. Whoever keeps
 * tables has to put them all into such a hall when it begins, or a new one may get the name of one. */
WASM_EXPORT("hallSeed") void wasm_hall_seed(uint64_t seed);

/* Before each of the calls below: the time in milliseconds that never goes back, the date in seconds since 1970,
   chance. */
WASM_EXPORT("hallNow") void wasm_hall_now(uint64_t clock, int64_t date, uint64_t seed);

/* in: path, Authorization, body. Methods: 0 GET, 1 HEAD, 2 POST, 3 others. The answer is an effect. */
WASM_EXPORT("hallRequest") void wasm_hall_request(uint32_t who, int method);

/* A WebSocket; in: its message. */
WASM_EXPORT("hallOpen") void wasm_hall_open(uint32_t who);
WASM_EXPORT("hallMessage") void wasm_hall_message(uint32_t who);
WASM_EXPORT("hallClose") void wasm_hall_close(uint32_t who);

/* The time that was asked for has come; and every ten seconds. */
WASM_EXPORT("hallTick") void wasm_hall_tick(void);
WASM_EXPORT("hallSweep") void wasm_hall_sweep(void);

/* The next effect, {"do":...}; 0: there is none. To be taken out after each call.
 *   reply who status body; send who message; wake ms: call hallTick() then, this replaces an earlier one;
 *   commit batch keep forget: texts to be kept and names to be forgotten, then hallCommitted();
 *   think thought task game players seat bot here searches positions ms at [options actions]; trouble error */
WASM_EXPORT("hallEffect") int wasm_hall_effect(void);

/* in: a table's name: whether the hall has it. in: the text of a table that was kept, for it to have; 0: it is none.
 * The table of a text as a list shows it. A commit, the oldest under way, was kept. */
WASM_EXPORT("hallHas") int wasm_hall_has(void);
WASM_EXPORT("hallPut") int wasm_hall_put(void);
WASM_EXPORT("hallRow") int wasm_hall_row(void);
WASM_EXPORT("hallCommitted") void wasm_hall_committed(int kept);

/* A thought. hallSeen: the view for it, to be copied to where `seen` of the whole module says. hallChoose: a bot of
 * this module chooses ("here"). hallThought: the result from elsewhere, an action or the progress of a review;
 * in: the JSON of a hint or review, or "". For a review that is not finished it is that of its chances alone. */
WASM_EXPORT("hallSeen") void *wasm_hall_seen(uint32_t thought);
WASM_EXPORT("hallSeenSize") int wasm_hall_seen_size(void);
WASM_EXPORT("hallChoose") void wasm_hall_choose(uint32_t thought);
WASM_EXPORT("hallThought") void wasm_hall_thought(uint32_t thought, int worked, uint32_t value);

/* (whole) Thinks about a state put where `seen` says, with the net of the game begun. in: a bot's word.
 * {"ok":true,"action":N} by its number, or {"ok":true,"hint":{...}}. */
WASM_EXPORT("seen") void *wasm_seen(void);
WASM_EXPORT("think") int wasm_think(int seat, uint64_t seed);
WASM_EXPORT("thinkHint") int wasm_think_hint(int seat, uint64_t seed);

/* (whole, as all below: they show that it is the same core.) The hash that `khepri signature` prints for the game
   begun. */
WASM_EXPORT("signature") uint64_t wasm_signature(int games, int text_each);

/* in: a seed, then a bot's name for each seat. Plays the game to its end as `khepri simulate` plays its
 * game of that number. */
WASM_EXPORT("simulate") int wasm_simulate(uint32_t number);

/* The state before action `at` as `khepri replay --trace` prints it: to_act, legal, state. */
WASM_EXPORT("trace") int wasm_trace(int at);

/* Plays random games through the contract, as `khepri bench` does; returns the decisions of players. */
WASM_EXPORT("playouts") uint32_t wasm_playouts(uint32_t games, uint64_t seed);

#endif
