/* SPDX-License-Identifier: MIT
 * store_wal.c -- see store_wal.h. */
#include "store_wal.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum {
    HEADER = 32,
    FRAME_HEADER = 24,
    MAGIC = 0x377f0682, /* the last bit: checksums over big-endian words */
    FORMAT = 3007000,
    SALTS = 8,
    PAGE_MOST = 65536,
    PATH_ROOM = 4200
};

/* The first bytes of the file -shm, as SQLite's struct WalIndexHdr, in the machine's byte order. */
struct index_header {
    uint32_t version, unused, change;
    uint8_t is_filled, big_endian_sums;
    uint16_t page;
    uint32_t frames, pages, frame_sums[2];
    uint8_t salts[SALTS];
    uint32_t sums[2];
};

static uint32_t
big(const uint8_t *at)
{
    return (uint32_t)at[0] << 24 | (uint32_t)at[1] << 16 | (uint32_t)at[2] << 8 | at[3];
}

static uint32_t
little(const uint8_t *at)
{
    return (uint32_t)at[3] << 24 | (uint32_t)at[2] << 16 | (uint32_t)at[1] << 8 | at[0];
}

static void
add_sums(bool big_endian, const uint8_t *at, size_t len, uint32_t sums[2])
{
    for (size_t i = 0; i + 8 <= len; i += 8) {
        sums[0] += (big_endian ? big(at + i) : little(at + i)) + sums[1];
        sums[1] += (big_endian ? big(at + i + 4) : little(at + i + 4)) + sums[0];
    }
}

/* Goes through the frames; `head` is the header of the WAL, `sums` are its checksums. */
static bool
read_frames(FILE *file, const uint8_t head[HEADER], uint32_t sums[2], struct store_wal *out)
{
    const size_t page = big(head + 8), size = FRAME_HEADER + page;
    const bool big_endian = big(head) & 1;
    uint8_t *frame = malloc(size);
    bool sound = true;
    size_t got;

    if (!frame)
        return false;
    for (uint32_t i = 1; (got = fread(frame, 1, size, file)) == size; i++) {
        bool ours = memcmp(frame + 8, head + 16, SALTS) == 0, commit = big(frame + 4) != 0;

        if (sound && ours) {
            add_sums(big_endian, frame, 8, sums);
            add_sums(big_endian, frame + FRAME_HEADER, page, sums);
        }
        sound = sound && ours && big(frame) != 0 && big(frame + 16) == sums[0] &&
                big(frame + 20) == sums[1];
        if (sound && commit)
            out->frames = i;
        else if (!sound && ours && commit)
            out->lost_commits++;
        out->torn = i > out->frames && (out->torn || ours);
    }
    if (got > 0) /* without salts it is what comes before it that tells */
        out->torn =
            out->torn || (got < 8 + SALTS ? sound : memcmp(frame + 8, head + 16, SALTS) == 0);
    free(frame);
    return !ferror(file);
}

static bool
read_wal(FILE *file, uint8_t head[HEADER], struct store_wal *out)
{
    uint32_t sums[2] = {0, 0}, page;

    if (fread(head, 1, HEADER, file) != HEADER)
        return !ferror(file);
    page = big(head + 8);
    add_sums(big(head) & 1, head, FRAME_HEADER, sums);
    out->readable = (big(head) & 0xfffffffeu) == MAGIC && big(head + 4) == FORMAT &&
                    page >= 512 && page <= PAGE_MOST && (page & (page - 1)) == 0 &&
                    big(head + 24) == sums[0] && big(head + 28) == sums[1];
    return !out->readable || read_frames(file, head, sums, out);
}

/* The two copies of the header differ while SQLite writes it: then it tells nothing. */
static void
read_index(FILE *file, const uint8_t head[HEADER], struct store_wal *out)
{
    struct index_header both[2];

    if (fread(both, sizeof both[0], 2, file) != 2 ||
        memcmp(&both[0], &both[1], sizeof both[0]) != 0 || both[0].version != FORMAT ||
        !both[0].is_filled || memcmp(both[0].salts, head + 16, SALTS) != 0)
        return;
    out->confirmed_known = true;
    out->confirmed = both[0].frames;
}

static bool
open_beside(const char *path, const char *ending, FILE **out)
{
    char name[PATH_ROOM];

    snprintf(name, sizeof name, "%s%s", path, ending);
    *out = fopen(name, "rbe");
    return *out || errno == ENOENT;
}

bool
store_wal_look(const char *path, struct store_wal *out)
{
    uint8_t head[HEADER] = {0};
    FILE *file, *index;
    struct stat about;
    bool fine;

    *out = (struct store_wal){0};
    if (!open_beside(path, "-wal", &file))
        return false;
    if (!file)
        return true;
    fine = fstat(fileno(file), &about) == 0;
    out->bytes = fine ? about.st_size : 0;
    fine = fine && read_wal(file, head, out);
    fclose(file);
    if (!fine || !out->readable)
        return fine;
    if (!open_beside(path, "-shm", &index))
        return false;
    if (index) {
        read_index(index, head, out);
        fclose(index);
    }
    return true;
}

bool
store_wal_is_damaged(const struct store_wal *wal)
{
    if (wal->bytes == 0)
        return false;
    if (!wal->readable)
        return true;
    return wal->confirmed_known ? wal->frames < wal->confirmed : wal->lost_commits > 1;
}

bool
store_wal_is_cut_off(const struct store_wal *wal)
{
    return !store_wal_is_damaged(wal) && wal->torn;
}
