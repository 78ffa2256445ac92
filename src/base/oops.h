/* SPDX-License-Identifier: MIT
 * oops.h -- a failure of disk, socket or memory, as a sentence filled where it happened.
 */
/* clang-format off */
#ifndef KHEPRI_OOPS_H
#define KHEPRI_OOPS_H

struct oops { char text[256]; };

#endif
