"""What whoever runs the service may choose. Every bound on input stands here, in one place."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from domain.kernel.decider import Ruleset

KIBIBYTE = 1024


@dataclass(frozen=True)
class Settings:
    """How the service answers; the defaults are for one machine, on loopback.

    `rulesets` are the games offered, by name; `hosts` the names under which the service may be asked (all,
    where empty: set on loopback, so that a foreign page cannot reach the server through a name of its own).
    """

    rulesets: Mapping[str, Ruleset[Any]] = field(default_factory=dict)
    hosts: tuple[str, ...] = ()
    command_bytes: int = 64 * KIBIBYTE
    position_bytes: int = 4096 * KIBIBYTE
    url_characters: int = 2048
    nesting: int = 32
    page_size: int = 500
    wait_seconds: float = 5.0
    waiters: int = 4
    odds_trials: int = 20_000
    odds_seconds: float = 5.0
