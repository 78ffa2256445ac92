/* SPDX-License-Identifier: MIT
 * replay_corpus.c -- the main() of a fuzz target without libFuzzer: runs every file named, and every
 * file of every folder named. It speaks TAP; it ends badly if a target does, or if there was nothing
 * to run.
 *
 *   replay_NAME FILE|FOLDER... */
#define _POSIX_C_SOURCE 200809L
#include <dirent.h>
#include <string.h>

#include "fuzz.h"

enum { MOST_BYTES = 1 << 20 };

static int
run_file(const char *path)
{
    static int told;
    FILE *file = fopen(path, "rb");
    uint8_t *data = malloc(MOST_BYTES), *exact;
    size_t size;

    if (!file || !data) {
        fprintf(stderr, "cannot read %s\n", path);
        exit(2);
    }
    size = fread(data, 1, MOST_BYTES, file);
    fclose(file);
    exact = malloc(size ? size : 1); /* so that reading past the end is found */
    if (!exact)
        exit(2);
    memcpy(exact, data, size);
    fprintf(stderr, "%s\n", path); /* the last line names the culprit */
    LLVMFuzzerTestOneInput(exact, size);
    printf("ok %d - %s\n", ++told, strrchr(path, '/') ? strrchr(path, '/') + 1 : path);
    free(exact);
    free(data);
    return 1;
}

static int
run(const char *path)
{
    DIR *folder = opendir(path);
    struct dirent *entry;
    int count = 0;

    if (!folder)
        return run_file(path);
    while ((entry = readdir(folder))) {
        char inside[1024];

        if (entry->d_name[0] == '.')
            continue;
        snprintf(inside, sizeof inside, "%s/%s", path, entry->d_name);
        count += run_file(inside);
    }
    closedir(folder);
    return count;
}

int
main(int argc, char **argv)
{
    int count = 0;

    for (int i = 1; i < argc; i++)
        count += run(argv[i]);
    printf("1..%d\n", count);
    return count == 0;
}
