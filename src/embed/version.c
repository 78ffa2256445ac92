/* SPDX-License-Identifier: MIT
 * version.c -- see khepri/version.h. */
#include "khepri/version.h"

const char *
khepri_version(void)
{
    return KHEPRI_VERSION;
}
