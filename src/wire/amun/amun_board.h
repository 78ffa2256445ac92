/* SPDX-License-Identifier: MIT
 * amun_board.h -- boards of Amun-Re from JSON and back.
 */
/* clang-format off */
#ifndef KHEPRI_AMUN_BOARD_H
#define KHEPRI_AMUN_BOARD_H

#include "json_read.h"
#include "option_table.h"

/* A board from an object of the form of data/board-2003.json. Refused: *out is as it was. */
bool amun_board_read(const struct json *json, struct amun_board *out, struct refusal *why);

#endif
