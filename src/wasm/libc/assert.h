/* SPDX-License-Identifier: MIT
 * assert.h -- of the WebAssembly build: a broken promise stops the module, which its caller sees as a trap.
 */
/* clang-format off */
#undef assert
#ifdef NDEBUG
#define assert(what) ((void)0)
#else
#define assert(what) ((what) ? (void)0 : __builtin_trap())
#endif
