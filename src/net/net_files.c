/* SPDX-License-Identifier: MIT
 * net_files.c -- see net_files.h. */
#include "net_files.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/resource.h>

enum { OTHERS = 64 }; /* files that are no sockets of visitors: the data, the loop, the log */

int
net_files_for(int sockets, struct oops *why)
{
    rlim_t wanted = (rlim_t)sockets + OTHERS;
    struct rlimit files;

    if (getrlimit(RLIMIT_NOFILE, &files) != 0) {
        snprintf(why->text, sizeof why->text, "the limit of open files cannot be read: %s",
                 strerror(errno));
        return 0;
    }
    if (files.rlim_cur < wanted) {
        struct rlimit more = files;

        more.rlim_cur = files.rlim_max < wanted ? files.rlim_max : wanted;
        if (setrlimit(RLIMIT_NOFILE, &more) == 0)
            files = more;
    }
    if (files.rlim_cur <= OTHERS) {
        snprintf(why->text, sizeof why->text,
                 "at most %llu files may be open, which leaves none for visitors; raise that "
                 "limit (ulimit -n) above %d",
                 (unsigned long long)files.rlim_cur, OTHERS);
        return 0;
    }
    return files.rlim_cur < wanted ? (int)(files.rlim_cur - OTHERS) : sockets;
}
