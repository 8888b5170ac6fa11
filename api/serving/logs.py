"""The process's own log: one line an event on standard error, JSON unless a person looks on.

No secret gets into it: fields that hold one by their name, whatever looks like a token, and every secret that
the request being answered brought (`keep_out`) are struck out of each line, tracebacks included.
"""

import logging
import re
import sys
from collections.abc import Iterable
from contextvars import ContextVar
from typing import Any

import structlog
from structlog.typing import EventDict, Processor, WrappedLogger

STRUCK = "[struck out]"
SECRET_FIELDS = frozenset(
    {"authorization", "cookie", "cookies", "set-cookie", "set_cookie", "password", "new_password", "token",
     "secret"}
)  # fmt: skip
_LOOKS_SECRET = re.compile(
    r"(?i)(?<![0-9a-z])[0-9a-f]{64}(?![0-9a-z])|\bbearer\s+[^\s\"',]+|\$argon2\w+\$[^\s\"']+"
    r"|(?<=://)[^/\s:@]+:[^/\s@]+(?=@)"
)
_LEAST = 8  # a shorter secret would strike out parts of common words

_kept_out: ContextVar[tuple[str, ...]] = ContextVar("kept_out", default=())


def keep_out(*found: str | None) -> None:
    """Strike these out of every line until `forget` is called: a token, a password, a secret id."""
    _kept_out.set(_kept_out.get() + tuple(each for each in found if each and len(each) >= _LEAST))


def forget() -> None:
    """The next request brings secrets of its own."""
    _kept_out.set(())


def configure() -> None:
    """Set structlog up, and what libraries log with it, unless the embedding program has done so."""
    if structlog.is_configured():
        return
    before: list[Processor] = [
        structlog.contextvars.merge_contextvars,
        structlog.processors.add_log_level,
        structlog.processors.TimeStamper(fmt="iso", utc=True),
        _traceback(sys.stderr.isatty()),
        strike_out,
    ]
    render = _renderer(sys.stderr.isatty())
    structlog.configure(
        processors=[*before, render],
        logger_factory=structlog.PrintLoggerFactory(sys.stderr),
        cache_logger_on_first_use=True,
    )
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(
        structlog.stdlib.ProcessorFormatter(
            processors=[structlog.stdlib.ProcessorFormatter.remove_processors_meta, *before, render]
        )
    )
    logging.basicConfig(handlers=[handler], level=logging.WARNING)


def _traceback(watched: bool) -> Processor:
    """How a fault becomes data; without local variables, which hold tokens."""
    if watched:
        return structlog.processors.format_exc_info
    bare = structlog.tracebacks.ExceptionDictTransformer(show_locals=False)
    return structlog.processors.ExceptionRenderer(bare)


def _renderer(watched: bool) -> Processor:
    if watched:
        return structlog.dev.ConsoleRenderer(exception_formatter=structlog.dev.plain_traceback)
    return structlog.processors.JSONRenderer()


def strike_out(_logger: WrappedLogger, _method: str, event: EventDict) -> EventDict:
    """A processor of structlog's: the event without anything secret."""
    secret = _kept_out.get()
    return {name: _clean(name, value, secret) for name, value in event.items()}


def _clean(name: str, value: Any, secret: Iterable[str]) -> Any:
    if name.lower() in SECRET_FIELDS and value:
        return STRUCK
    match value:
        case str():
            for each in secret:
                value = value.replace(each, STRUCK)
            return _LOOKS_SECRET.sub(STRUCK, value)
        case dict():
            return {key: _clean(str(key), below, secret) for key, below in value.items()}
        case list() | tuple():
            return [_clean("", below, secret) for below in value]
        case None | bool() | int() | float():
            return value
    return _clean(name, repr(value), secret)
