"""The stores that faults are done to."""

from tests.log.conftest import url

__all__ = ["url"]
