"""A function of the rules changed for a while, to see what notices it."""

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

Function = Callable[..., Any]


@contextmanager
def in_place(original: Function, other: Function) -> Iterator[None]:
    """Another function in the place of one, wherever a module of ours has it."""
    found = [
        (module, name)
        for key, module in list(sys.modules.items())
        if key.startswith("ironclad.")
        for name, value in list(vars(module).items())
        if value is original
    ]
    assert found
    for module, name in found:
        setattr(module, name, other)
    try:
        yield
    finally:
        for module, name in found:
            setattr(module, name, original)
