"""The C library's allocator, set to what a server of many threads is to keep of freed memory.

By itself glibc makes an arena for every thread that meets another one, up to eight a core, and takes ever
larger blocks from the arenas instead of the system once one has been freed (mallopt(3)). A server's answers
are made and freed in any of its threads, so each arena would keep room for the largest of them.
"""

import ctypes
from contextlib import suppress

_TRIM_THRESHOLD, _MMAP_THRESHOLD, _ARENA_MAX = -1, -3, -8  # their names in malloc.h, with M_ before them
ARENAS = 2
LARGE = 256 * 1024  # bytes: a block of as many is the system's, and goes back to it when it is freed


def keep_little() -> bool:
    """Bound what is kept, for the whole process; whether the C library took the settings.

    To be called before there are threads: an arena that is there stays.
    """
    with suppress(OSError, AttributeError):
        mallopt = ctypes.CDLL(None).mallopt
        chosen = ((_ARENA_MAX, ARENAS), (_MMAP_THRESHOLD, LARGE), (_TRIM_THRESHOLD, 4 * LARGE))
        results = [mallopt(which, value) == 1 for which, value in chosen]
        return all(results)
    return False
