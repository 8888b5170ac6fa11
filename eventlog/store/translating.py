"""A driver's exceptions as the library's: both have the names of PEP 249."""

from types import ModuleType

from eventsourcing import persistence

_NAMES = (
    "IntegrityError",
    "DataError",
    "OperationalError",
    "InternalError",
    "ProgrammingError",
    "NotSupportedError",
    "DatabaseError",
)
"""What may be raised, the closer kinds before the wider one that they belong to."""


def translated(wrong: Exception, driver: ModuleType) -> persistence.PersistenceError:
    """The library's exception for one of a driver's; its first line is kept."""
    text = str(wrong).partition("\n")[0]
    for name in _NAMES:
        if isinstance(wrong, getattr(driver, name)):
            kind: type[persistence.PersistenceError] = getattr(persistence, name)
            return kind(text)
    return persistence.InterfaceError(text)
