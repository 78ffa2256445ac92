/* SPDX-License-Identifier: MIT
 * setjmp.h -- there is none in WebAssembly; the tests of the rules only need the name, see cmocka.h. */
