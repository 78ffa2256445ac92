/* SPDX-License-Identifier: MIT
 * minmax.h -- the smaller and the larger of two numbers, and a number kept within bounds. */
/* clang-format off */
#ifndef KHEPRI_MINMAX_H
#define KHEPRI_MINMAX_H

static inline int int_min(int a, int b) { return a < b ? a : b; }
static inline int int_max(int a, int b) { return a > b ? a : b; }

/* Needs low <= high. */
static inline int    int_clamp(int value, int low, int high)
{
    return value < low ? low : value > high ? high : value;
}
static inline double double_clamp(double value, double low, double high)
{
    return value < low ? low : value > high ? high : value;
}

#endif
