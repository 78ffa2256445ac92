/* SPDX-License-Identifier: MIT
 * net_file.h -- the net that is being learned as the bytes of a file, as net_read.h reads them.
 */
/* clang-format off */
#ifndef KHEPRI_NET_FILE_H
#define KHEPRI_NET_FILE_H

#include <stddef.h>

#include "net_read.h"
#include "training.h"

/* The current net of `t`; returns the number of bytes. */
size_t net_file_write(const struct train *t, uint8_t out[NET_FILE_MOST]);

#endif
