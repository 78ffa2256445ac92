/* SPDX-License-Identifier: MIT
 * json_parts.h -- the keys of an object as a tree, shared by the reader and json_member().
 */
/* clang-format off */
#ifndef KHEPRI_JSON_PARTS_H
#define KHEPRI_JSON_PARTS_H

#include "json_read.h"

/* Adds a key, which lies after its object in the same array. False if the object has it. */
bool json_keys_add(struct json *object, struct json *key);

/* The key of an object, or NULL. */
const struct json *json_keys_find(const struct json *object, const char *name);

#endif
