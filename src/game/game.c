/* SPDX-License-Identifier: MIT
 * game.c -- the sentences of the error codes. */
#include "khepri/game.h"

const char *
game_err_text(enum game_err err)
{
    static const char *const sentences[] = {
#define X(name, text) text,
        GAME_ERRORS(X)
#undef X
    };
    const unsigned code = (unsigned)err;

    return code < sizeof sentences / sizeof *sentences ? sentences[code]
                                                       : "this error code is not known";
}
