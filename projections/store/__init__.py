"""The store of the log, chosen by a URL: recorders and factories as the `eventsourcing` library asks for
them.

Each scheme names a persistence module of that library's kind. What they share is in `recorders`: SQL in one
portable form over a `Database`.
"""

from urllib.parse import parse_qsl, urlencode, urlsplit, urlunsplit

MODULES = {"sqlite": "projections.store.sqlite", "postgresql": "projections.store.postgresql"}


class BadStoreURL(ValueError):
    """A store URL of a kind that this build does not have, or without the shape of its kind."""


def persistence_module(url: str) -> str:
    """The persistence module for a store URL. Raises BadStoreURL."""
    scheme, found, _ = url.partition("://")
    if not found or scheme not in MODULES:
        raise BadStoreURL(f"{url!r} is no store of this build; it has: {', '.join(MODULES)}")
    return MODULES[scheme]


def without_password(url: str) -> str:
    """A store's URL as it may be shown: a password in it is left out."""
    parts = urlsplit(url)
    user, found, place = parts.netloc.rpartition("@")
    pairs = parse_qsl(parts.query, keep_blank_values=True)
    shown = [pair for pair in pairs if pair[0] not in ("password", "sslpassword")]
    if ":" not in user and shown == pairs:
        return url
    netloc = f"{user.partition(':')[0]}{found}{place}"
    return urlunsplit(parts._replace(netloc=netloc, query=urlencode(shown)))


def sqlite_path(url: str) -> str | None:
    """The file of `sqlite:///relative` or `sqlite:////absolute`; None for `sqlite://` (in memory)."""
    scheme, found, rest = url.partition("://")
    if not found or scheme != "sqlite" or (rest and not rest.startswith("/")):
        raise BadStoreURL(f"{url!r} is not sqlite:///file, sqlite:////file or sqlite://")
    return rest[1:] or None
