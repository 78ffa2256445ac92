/* SPDX-License-Identifier: MIT
 * file_bytes.c -- see file_bytes.h. */
#include "file_bytes.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* All that is left of a stream. NULL, with errno. */
static char *
read_all(FILE *from, size_t most, size_t *len)
{
    size_t room = 4096, count = 0;
    char *at = malloc(room), *grown;

    while (at) {
        count += fread(at + count, 1, room - count, from);
        if (count < room && !ferror(from) && count <= most) {
            *len = count;
            return at;
        }
        if (ferror(from) || count > most) {
            errno = count > most ? EFBIG : errno;
            break;
        }
        room *= 2;
        grown = realloc(at, room);
        if (!grown)
            break;
        at = grown;
    }
    free(at);
    return NULL;
}

char *
file_bytes(const char *path, size_t most, size_t *len)
{
    FILE *from = fopen(path, "rb");
    char *at = from ? read_all(from, most, len) : NULL;
    int fault = errno;

    if (from)
        fclose(from);
    errno = fault;
    return at;
}

/* A renamed file survives a power failure only if its folder is flushed too. Not every file
 * system supports that (EINVAL), and not every writable folder is readable. */
static bool
flush_folder(char *path)
{
    char *slash = strrchr(path, '/');
    int at, fault;

    if (slash)
        slash[slash == path] = 0;
    at = open(slash ? path : ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (at < 0)
        return errno == EACCES;
    fault = fsync(at) == 0 || errno == EINVAL ? 0 : errno;
    close(at);
    errno = fault;
    return !fault;
}

/* Writes and flushes all, and closes. */
static bool
write_all(int fd, const char *bytes, size_t len)
{
    bool good = true;
    int fault;

    while (len > 0 && good) {
        ssize_t wrote = write(fd, bytes, len);

        good = wrote >= 0 || errno == EINTR;
        bytes += wrote > 0 ? wrote : 0;
        len -= wrote > 0 ? (size_t)wrote : 0;
    }
    good = good && (fsync(fd) == 0 || errno == EINVAL); /* a device may know no flushing */
    fault = errno;
    if (close(fd) != 0 && good)
        return false;
    errno = fault;
    return good;
}

/* A new file, which belongs to whom the old one did and is as open to others as that; `old` may be NULL. */
static bool
write_out(const char *path, const struct stat *old, const void *bytes, size_t len)
{
    int fd = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, old ? 0600 : 0666), fault;

    if (fd < 0)
        return false;
    if (!old || ((fchown(fd, old->st_uid, old->st_gid) == 0 || errno == EPERM) &&
                 fchmod(fd, old->st_mode & 0777) == 0))
        return write_all(fd, bytes, len);
    fault = errno;
    close(fd);
    errno = fault;
    return false;
}

static bool
replace(const char *path, const struct stat *old, const void *bytes, size_t len)
{
    size_t room = strlen(path) + sizeof ".new";
    char *beside = malloc(room);
    bool good;
    int fault;

    if (!beside)
        return false;
    snprintf(beside, room, "%s.new", path);
    good = write_out(beside, old, bytes, len) && rename(beside, path) == 0;
    fault = errno;
    if (!good)
        unlink(beside);
    else if (!flush_folder(beside))
        good = false, fault = errno;
    free(beside);
    errno = fault;
    return good;
}

bool
file_replace(const char *path, const void *bytes, size_t len)
{
    char *real = realpath(path, NULL); /* a link stays one */
    struct stat old;
    bool there = stat(path, &old) == 0, good = false;
    int fd = -1, fault;

    if (!there || S_ISREG(old.st_mode))
        good = replace(real ? real : path, there ? &old : NULL, bytes, len);
    else if (!S_ISCHR(old.st_mode))
        errno = S_ISDIR(old.st_mode) ? EISDIR : ENOTSUP;
    else if ((fd = open(path, O_WRONLY | O_NOCTTY | O_CLOEXEC)) >= 0)
        good = write_all(fd, bytes, len);
    fault = errno;
    free(real);
    errno = fault;
    return good;
}

/* May files be made in the folder of `path`? */
static bool
folder_takes_files(const char *path)
{
    const char *slash = strrchr(path, '/');
    char *folder = slash ? strndup(path, slash == path ? 1 : (size_t)(slash - path)) : NULL;
    bool good = (folder || !slash) && access(slash ? folder : ".", W_OK | X_OK) == 0;
    int fault = errno;

    free(folder);
    errno = fault;
    return good;
}

bool
file_may_replace(const char *path)
{
    char *real = realpath(path, NULL);
    struct stat old;
    bool there = stat(path, &old) == 0, good = false;
    int fault;

    if (!there || S_ISREG(old.st_mode))
        good = folder_takes_files(real ? real : path);
    else if (!S_ISCHR(old.st_mode))
        errno = S_ISDIR(old.st_mode) ? EISDIR : ENOTSUP;
    else
        good = access(path, W_OK) == 0;
    fault = errno;
    free(real);
    errno = fault;
    return good;
}
