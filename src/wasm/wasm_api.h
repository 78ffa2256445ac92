/* SPDX-License-Identifier: MIT
 * wasm_api.h -- the exports of the WebAssembly module. web/src/core/core.ts is their one caller in this tree.
 *
 * An instance of the module holds one game. Its caller puts texts, each ended by 0, one after the other
 * into `in`, calls, and reads from `out` as many bytes of JSON as the call returned (0: it did not fit). Sets of seats have
 * bit i for seat i, chance being 128. But for begin, signature, simulate and playouts, a game must have been begun.
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

WASM_EXPORT("in")   char *wasm_in_at(void);
WASM_EXPORT("room") int   wasm_in_room(void);
WASM_EXPORT("out")  char *wasm_out_at(void);

/* {"ok":true,"games":[...]} as GET /api/1/games answers. */
WASM_EXPORT("games") int wasm_games(void);

/* in: the game's name, then a key and a value for each option. Replaces the game there was. */
WASM_EXPORT("begin") int wasm_begin(int players);

/* in: `count` actions as records write them, which follow. Those before one that is refused have happened. */
WASM_EXPORT("restore") int wasm_restore(int count);

/* How many actions there have been, and the newest public moment. They differ while seats act in secret. */
WASM_EXPORT("count") int wasm_count(void);
WASM_EXPORT("moment") int wasm_moment(void);

/* What a host must know: {"ok":true,"game","options","players","seq","actions","to_move","secrets","result"}. */
WASM_EXPORT("facts") int wasm_facts(void);

/* The actions from action `first` on as a list, as records write them; as many as there is room for. */
WASM_EXPORT("actions") int wasm_actions(int first);

/* The view of moment `seq` for a set of seats, 0: a spectator. */
WASM_EXPORT("view") int wasm_view(int readers, int seq);

/* The public steps first..past-1 as that set of seats may see them; at most 32 at once have room for sure. */
WASM_EXPORT("steps") int wasm_steps(int readers, int first, int past);

/* The same of a record that is looked at, for spectators: every action is a moment. */
WASM_EXPORT("replay") int wasm_replay(int at);
WASM_EXPORT("replaySteps") int wasm_replay_steps(int first, int past);

/* in: a key ("": none), then `count` actions of one seat. As POST .../act, and nature acts after them, by the seed.
 * The answer has "from" besides: how many actions there were before, by the log's count. */
WASM_EXPORT("act") int wasm_act(int seat, int seq, int count, uint64_t seed);

/* in: an empty text, then `count` actions. As POST .../try. */
WASM_EXPORT("try") int wasm_try(int seat, int seq, int count);

/* Nature acts, as at the beginning. Answers as act does. */
WASM_EXPORT("chance") int wasm_chance(uint64_t seed);

/* 1 if these seats now see another state than before action `before` of the log. */
WASM_EXPORT("changed") int wasm_changed(int readers, int before);

/* (whole) The net of the game begun, for the bots that ask one: the bytes of its file go where netRoom says (0: there is no
 * room), then `net` looks through them. What is wrong is refused, and then there is no net. */
WASM_EXPORT("netRoom") unsigned char *wasm_net_room(int size);
WASM_EXPORT("net") int wasm_net(void);

/* in: a bot's name. Answers the "actions" it chooses for the seat, from what the seat may see. */
WASM_EXPORT("bot") int wasm_bot(int seat, uint64_t seed);

/* (whole) in: a bot's word. {"ok":true,"seq":...,"hint":{...}} for a seat that is to act, from what it may see: khepri-records(7). */
WASM_EXPORT("hint") int wasm_hint(int seat, uint64_t seed);

/* (whole) in: a bot's word. Begins to go through the game as far as it is played; `analyseOn` goes on for so many actions, and
 * answers with {"ok":true,"progress":[done,all]}, and with the last of them has "analysis":{...}. */
WASM_EXPORT("analyse") int wasm_analyse(uint64_t seed);
WASM_EXPORT("analyseOn") int wasm_analyse_on(int most);

/* (whole, as all below: they show that it is the same core.) The hash that `khepri signature` prints for the game begun. */
WASM_EXPORT("signature") uint64_t wasm_signature(int games, int text_each);

/* in: a seed, then a bot's name for each seat. Plays the game to its end as `khepri simulate` plays its
 * game of that number. */
WASM_EXPORT("simulate") int wasm_simulate(uint32_t number);

/* The state before action `at` as `khepri replay --trace` prints it: to_act, legal, state. */
WASM_EXPORT("trace") int wasm_trace(int at);

/* Plays random games through the contract, as `khepri bench` does; returns the decisions of players. */
WASM_EXPORT("playouts") uint32_t wasm_playouts(uint32_t games, uint64_t seed);

#endif
