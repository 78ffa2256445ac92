/* SPDX-License-Identifier: MIT
 * store_thread.h -- threads that signals leave alone: the loop's thread gets them all. A thread that waits for work for
 * hours is no place for a handler.
 */
/* clang-format off */
#ifndef KHEPRI_STORE_THREAD_H
#define KHEPRI_STORE_THREAD_H

#include <pthread.h>
#include <signal.h>
#include <stdbool.h>

/* As pthread_create() with no attributes. False if the system has no more threads. */
static inline bool
store_thread_create(pthread_t *out, void *(*work)(void *arg), void *arg)
{
    sigset_t all, before;
    bool made;

    sigfillset(&all);
    pthread_sigmask(SIG_BLOCK, &all, &before);   /* a thread begins with the mask of its maker */
    made = pthread_create(out, NULL, work, arg) == 0;
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    return made;
}

#endif
