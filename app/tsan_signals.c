/* SPDX-License-Identifier: MIT
 * tsan_signals.c -- only in builds with the thread sanitizer: no signal is lost while it makes its note of signals.
 *
 * The sanitizer keeps signals that came for a thread until that thread waits. The place for them is made when it
 * first waits, or when the first signal comes. LLVM 14 does not expect both at once, as later ones do: the place
 * with the signal is forgotten. A server that is told to end just after it said where it listens then never
 * ends. So the main thread waits once, for no time, before main(). All other threads block signals. */
#include <poll.h>
#include <stddef.h>

__attribute__((constructor)) static void
make_place_for_signals(void)
{
    poll(NULL, 0, 0);
}
