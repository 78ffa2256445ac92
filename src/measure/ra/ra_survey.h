/* SPDX-License-Identifier: MIT
 * ra_survey.h -- what the net of `hard` makes of Ra: suns, tiles, seats and scores.
 */
/* clang-format off */
#ifndef KHEPRI_RA_SURVEY_H
#define KHEPRI_RA_SURVEY_H

#include "meter_study.h"

meter_study ra_survey;

#endif
