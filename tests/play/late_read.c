/* SPDX-License-Identifier: MIT
 * late_read.c -- is loaded before a program (LD_PRELOAD): it reads its terminal a tenth of a second late, so that
 * something can come between poll() and read(). */
#define _GNU_SOURCE
#include <sys/syscall.h>
#include <unistd.h>

ssize_t
read(int fd, void *into, size_t most)
{
    if (isatty(fd))
        usleep(100000);
    return syscall(SYS_read, fd, into, most);
}
