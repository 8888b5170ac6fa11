"""The store of the log, chosen by a URL: recorders and factories as the `eventsourcing` library asks for
them.

Each scheme names a persistence module of that library's kind. What they share is in `recorders`: SQL in one
portable form over a `Database`.
"""

import re
from urllib.parse import parse_qsl, urlencode, urlsplit, urlunsplit

_PASSWORD = re.compile(r"(?<=://)(?P<user>[^:/?#@]*):.*@", re.DOTALL)
"""Up to the last @: a password may have any character, where nobody has percent-encoded it."""

MODULES = {"sqlite": "ironclad.eventlog.store.sqlite", "postgresql": "ironclad.eventlog.store.postgresql"}


class BadStoreURL(ValueError):
    """A store URL of a kind that this build does not have, or without the shape of its kind."""


def persistence_module(url: str) -> str:
    """The persistence module for a store URL. Raises BadStoreURL."""
    scheme, found, _ = url.partition("://")
    if not found or scheme not in MODULES:
        kinds = ", ".join(f"{each}://" for each in MODULES)
        raise BadStoreURL(f"{without_password(url)!r} is no store of this build; it has: {kinds}")
    return MODULES[scheme]


def without_password(url: str) -> str:
    """A store's URL as it may be shown: a password in it is left out."""
    url = _PASSWORD.sub(r"\g<user>@", url)
    parts = urlsplit(url)
    pairs = parse_qsl(parts.query, keep_blank_values=True)
    shown = [pair for pair in pairs if pair[0] not in ("password", "sslpassword")]
    return url if shown == pairs else urlunsplit(parts._replace(query=urlencode(shown)))


def in_memory(url: str) -> bool:
    """Whether a URL is that of a log which ends with its process."""
    return url.startswith("sqlite:") and sqlite_path(url) is None


def sqlite_path(url: str) -> str | None:
    """The file of `sqlite:///relative` or `sqlite:////absolute`; None for `sqlite://` (in memory)."""
    scheme, found, rest = url.partition("://")
    if not found or scheme != "sqlite" or (rest and not rest.startswith("/")):
        raise BadStoreURL(f"{without_password(url)!r} is not sqlite:///file, sqlite:////file or sqlite://")
    return rest[1:] or None
