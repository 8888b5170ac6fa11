"""Moments: whole seconds since 1970 as the store keeps them, RFC 3339 in UTC as readers get them."""

from datetime import UTC, datetime


def moment(seconds: int) -> str:
    """`0` as "1970-01-01T00:00:00Z"."""
    return datetime.fromtimestamp(seconds, UTC).strftime("%Y-%m-%dT%H:%M:%SZ")
