"""The store of the log, chosen by a URL: recorders and factories as the `eventsourcing` library asks for
them.

Each scheme names a persistence module of that library's kind. PostgreSQL gets its own beside `sqlite`, and
a line here.
"""

MODULES = {"sqlite": "projections.store.sqlite"}


class BadStoreURL(ValueError):
    """A store URL of a kind that this build does not have, or without the shape of its kind."""


def persistence_module(url: str) -> str:
    """The persistence module for a store URL. Raises BadStoreURL."""
    scheme, found, _ = url.partition("://")
    if not found or scheme not in MODULES:
        raise BadStoreURL(f"{url!r} is no store of this build; it has: {', '.join(MODULES)}")
    return MODULES[scheme]
