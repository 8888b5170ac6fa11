"""The process's own log: one line an event on standard error, JSON unless a person looks on."""

import sys

import structlog
from structlog.typing import Processor


def configure() -> None:
    """Set structlog up, unless whoever embeds the service has done so already."""
    if structlog.is_configured():
        return
    structlog.configure(
        processors=[
            structlog.processors.add_log_level,
            structlog.processors.TimeStamper(fmt="iso", utc=True),
            *_renderers(sys.stderr.isatty()),
        ],
        logger_factory=structlog.PrintLoggerFactory(sys.stderr),
        cache_logger_on_first_use=True,
    )


def _renderers(watched: bool) -> list[Processor]:
    """How an event becomes a line. Tracebacks go without local variables: those hold tokens."""
    if watched:
        plain = structlog.dev.plain_traceback
        return [structlog.dev.ConsoleRenderer(exception_formatter=plain)]
    bare = structlog.tracebacks.ExceptionDictTransformer(show_locals=False)
    return [structlog.processors.ExceptionRenderer(bare), structlog.processors.JSONRenderer()]
