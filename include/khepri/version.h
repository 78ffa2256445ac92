/* SPDX-License-Identifier: MIT
 * version.h -- the version of these headers, and of the library that the program runs with.
 */
/* clang-format off */
#ifndef KHEPRI_VERSION_H
#define KHEPRI_VERSION_H

#ifdef __cplusplus
extern "C" {
#endif

#define KHEPRI_VERSION       "0.1.0"
#define KHEPRI_VERSION_MAJOR 0
#define KHEPRI_VERSION_MINOR 1
#define KHEPRI_VERSION_PATCH 0

/* For #if: KHEPRI_AT_LEAST(0, 1, 0). */
#define KHEPRI_AT_LEAST(major, minor, patch)                                                      \
    (KHEPRI_VERSION_MAJOR * 1000000 + KHEPRI_VERSION_MINOR * 1000 + KHEPRI_VERSION_PATCH >=         \
     (major) * 1000000 + (minor) * 1000 + (patch))

/* The version of the library that runs: KHEPRI_VERSION when it was built. */
const char *khepri_version(void);

#ifdef __cplusplus
}
#endif

#endif
