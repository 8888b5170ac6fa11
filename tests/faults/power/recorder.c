/* Records what a process asks of its files below POWER_ROOT, in order, to the descriptor of POWER_TRACE:
 *   kind (1 byte) | length of path (u32) | path | offset (u64) | length of data (u32) | data
 * kinds: C opened with O_CREAT, T opened with O_TRUNC, W written, S cut to a size (offset), F flushed,
 * R renamed (data is the new path), U unlinked. Calls are serialised, also those of several processes (a lock
 * on the file of POWER_TRACE, which each process opens for itself), so the order is that of the system. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <fcntl.h>
#include <limits.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <unistd.h>

static pthread_mutex_t one = PTHREAD_MUTEX_INITIALIZER;
static int trace = -1;
static pid_t opener;

/* A child opens the trace anew: a lock is of an open file, and it would share its parent's. */
static void hold(void) {
    pthread_mutex_lock(&one);
    if (!getenv("POWER_TRACE")) return;
    if (trace < 0 || opener != getpid()) {
        trace = syscall(SYS_openat, AT_FDCWD, getenv("POWER_TRACE"), O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0666);
        opener = getpid();
    }
    while (flock(trace, LOCK_EX)) {}
}
static void let(void) {
    if (trace >= 0) flock(trace, LOCK_UN);
    pthread_mutex_unlock(&one);
}

/* The path below POWER_ROOT; `room` is for one that is relative to the process's folder. */
static const char *below(const char *path, char *room) {
    const char *root = getenv("POWER_ROOT");
    if (room && *path != '/' && getcwd(room, PATH_MAX)) {
        strncat(room, "/", PATH_MAX - strlen(room) - 1);
        strncat(room, path, PATH_MAX - strlen(room) - 1);
        path = room;
    }
    size_t length = root ? strlen(root) : 0;
    return length && !strncmp(path, root, length) && path[length] == '/' ? path + length + 1
           : length && !strcmp(path, root) ? "." : NULL;
}

static const char *named(int fd, char *room) {
    char link[64];
    snprintf(link, sizeof link, "/proc/self/fd/%d", fd);
    ssize_t size = readlink(link, room, PATH_MAX - 1);
    if (size < 0) return NULL;
    room[size] = 0;
    return below(room, NULL);
}

static void put(const void *data, size_t size) {
    const char *at = data;
    while (size) {
        ssize_t done = syscall(SYS_write, trace, at, size);
        if (done <= 0) _exit(99);
        at += done, size -= done;
    }
}

static void record(char kind, const char *path, uint64_t offset, const void *data, uint32_t size) {
    uint32_t length = strlen(path);
    put(&kind, 1), put(&length, 4), put(path, length), put(&offset, 8), put(&size, 4), put(data, size);
}

#define NEXT(name) __typeof__(&name) next = (__typeof__(&name))dlsym(RTLD_NEXT, #name)
#define HELD(work) hold(); work; let()

ssize_t pwrite64(int fd, const void *data, size_t size, off64_t offset) {
    NEXT(pwrite64); char room[PATH_MAX]; const char *path = named(fd, room); ssize_t done;
    HELD(done = next(fd, data, size, offset); if (path && done > 0) record('W', path, offset, data, done));
    return done;
}
ssize_t pwrite(int fd, const void *data, size_t size, off_t offset) { return pwrite64(fd, data, size, offset); }
static ssize_t recorded(int fd, const struct iovec *parts, int count, off64_t offset, ssize_t done) {
    char room[PATH_MAX]; const char *path = named(fd, room); ssize_t left = done;
    for (int at = 0; path && at < count && left > 0; at++) {
        ssize_t size = (ssize_t)parts[at].iov_len < left ? (ssize_t)parts[at].iov_len : left;
        if (size) record('W', path, offset, parts[at].iov_base, size);
        offset += size, left -= size;
    }
    return done;
}
ssize_t pwritev64(int fd, const struct iovec *parts, int count, off64_t offset) {
    NEXT(pwritev64); ssize_t done;
    HELD(done = recorded(fd, parts, count, offset, next(fd, parts, count, offset)));
    return done;
}
ssize_t pwritev(int fd, const struct iovec *parts, int count, off_t offset) {
    return pwritev64(fd, parts, count, offset);
}
int posix_fallocate64(int fd, off64_t offset, off64_t size) {
    NEXT(posix_fallocate64); char room[PATH_MAX]; const char *path = named(fd, room); struct stat now; int done;
    HELD(done = next(fd, offset, size); if (path && !done && !fstat(fd, &now)) record('S', path, now.st_size, "", 0));
    return done;
}
int posix_fallocate(int fd, off_t offset, off_t size) { return posix_fallocate64(fd, offset, size); }
ssize_t write(int fd, const void *data, size_t size) {
    NEXT(write); char room[PATH_MAX]; const char *path = named(fd, room); ssize_t done;
    if (!path) return next(fd, data, size);
    HELD(int end = fcntl(fd, F_GETFL) & O_APPEND; off_t at = lseek(fd, 0, end ? SEEK_END : SEEK_CUR);
         done = next(fd, data, size); if (done > 0) record('W', path, at, data, done));
    return done;
}
int ftruncate64(int fd, off64_t size) {
    NEXT(ftruncate64); char room[PATH_MAX]; const char *path = named(fd, room); int done;
    HELD(done = next(fd, size); if (path && !done) record('S', path, size, "", 0));
    return done;
}
int ftruncate(int fd, off_t size) { return ftruncate64(fd, size); }
int fsync(int fd) {
    NEXT(fsync); char room[PATH_MAX]; const char *path = named(fd, room); int done;
    HELD(done = next(fd); if (path && !done) record('F', path, 0, "", 0));
    return done;
}
int fdatasync(int fd) {
    NEXT(fdatasync); char room[PATH_MAX]; const char *path = named(fd, room); int done;
    HELD(done = next(fd); if (path && !done) record('F', path, 0, "", 0));
    return done;
}
int rename(const char *old, const char *new) {
    NEXT(rename); char a[PATH_MAX], b[PATH_MAX]; const char *from = below(old, a), *to = below(new, b); int done;
    HELD(done = next(old, new); if (from && to && !done) record('R', from, 0, to, strlen(to)));
    return done;
}
int renameat(int a, const char *old, int b, const char *new) { (void)a, (void)b; return rename(old, new); }
int unlink(const char *path) {
    NEXT(unlink); char room[PATH_MAX]; const char *gone = below(path, room); int done;
    HELD(done = next(path); if (gone && !done) record('U', gone, 0, "", 0));
    return done;
}
int unlinkat(int a, const char *path, int flags) { (void)a; return flags ? rmdir(path) : unlink(path); }
int open64(const char *path, int flags, ...) {
    NEXT(open64); va_list more; va_start(more, flags); int mode = va_arg(more, int); va_end(more);
    char room[PATH_MAX]; const char *made = flags & (O_CREAT | O_TRUNC) ? below(path, room) : NULL; int fd;
    HELD(fd = next(path, flags, mode);
         if (made && fd >= 0) record(flags & O_TRUNC ? 'T' : 'C', made, 0, "", 0));
    return fd;
}
int open(const char *path, int flags, ...) {
    va_list more; va_start(more, flags); int mode = va_arg(more, int); va_end(more);
    return open64(path, flags, mode);
}
