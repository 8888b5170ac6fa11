"""The C library's allocator is set to keep little, where it can be set."""

import platform
import subprocess
import sys

import pytest

from ironclad.api.serving.allocator import ARENAS

PROGRAM = """
import ctypes, threading
from ironclad.api.serving.allocator import keep_little
if {bounded}:
    assert keep_little()
together = threading.Barrier(8)
libc = ctypes.PyDLL(None)
libc.malloc.restype, libc.malloc.argtypes = ctypes.c_void_p, [ctypes.c_size_t]
def take():
    together.wait()
    for _ in range(100):
        assert libc.malloc(1_000)
    together.wait()
threads = [threading.Thread(target=take) for _ in range(8)]
for each in threads: each.start()
for each in threads: each.join()
ctypes.CDLL(None).malloc_stats()
"""


@pytest.mark.skipif(platform.libc_ver()[0] != "glibc", reason="mallopt(3) is of glibc")
@pytest.mark.parametrize("bounded", [True, False])
def test_a_server_has_few_arenas(bounded: bool) -> None:
    program = PROGRAM.format(bounded=bounded)
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    arenas = sum(line.startswith("Arena ") for line in done.stderr.splitlines())
    assert (arenas <= ARENAS) == bounded, done.stderr
