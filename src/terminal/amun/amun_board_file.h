/* SPDX-License-Identifier: MIT
 * amun_board_file.h -- data/board-2003.json inside the program, with what explains it. */
/* clang-format off */
#ifndef KHEPRI_AMUN_BOARD_FILE_H
#define KHEPRI_AMUN_BOARD_FILE_H

extern const char amun_board_file[];

#endif
