"""The process's own log: one line an event on standard error, JSON unless a person looks on."""

import sys

import structlog


def configure() -> None:
    """Set structlog up, unless whoever embeds the service has done so already."""
    if structlog.is_configured():
        return
    last = structlog.dev.ConsoleRenderer() if sys.stderr.isatty() else structlog.processors.JSONRenderer()
    structlog.configure(
        processors=[
            structlog.processors.add_log_level,
            structlog.processors.TimeStamper(fmt="iso", utc=True),
            structlog.processors.dict_tracebacks
            if isinstance(last, structlog.processors.JSONRenderer)
            else structlog.processors.StackInfoRenderer(),
            last,
        ],
        logger_factory=structlog.PrintLoggerFactory(sys.stderr),
        cache_logger_on_first_use=True,
    )
