"""The chronicle: events in words."""

from typing import Any

from domain.kernel.codec import Event


def tell(event: Event) -> dict[str, Any] | None:
    return None
