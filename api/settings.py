"""What the operator of the service may choose. Every bound on input is here, in one place."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from ipaddress import IPv4Network, IPv6Network, ip_network
from typing import Any, NamedTuple

from ironclad.domain.kernel.engine.ruleset import Ruleset
from ironclad.referee.people.access import Access

KIBIBYTE = 1024


class Kind(StrEnum):
    """What a call is counted as, where calls are limited."""

    READ = "reads"
    COMMAND = "commands"
    TALK = "messages"
    OPEN = "openings"
    TRIAL = "trial lines"
    ODDS = "odds"
    BUNDLE = "bundles"
    COSIGN = "cosignatures"
    SIGN_IN = "sign-ins"
    FAULT = "faults of pages"
    CLAIM = "claims"


class Rate(NamedTuple):
    """So many at once, and so many in so many seconds after that."""

    limit: int
    seconds: float


ALWAYS = {Kind.SIGN_IN: Rate(20, 60), Kind.FAULT: Rate(10, 60), Kind.CLAIM: Rate(20, 3_600)}
SHARED_RATES = {
    **ALWAYS,
    Kind.READ: Rate(1_200, 60),
    Kind.COMMAND: Rate(300, 60),
    Kind.TALK: Rate(30, 60),
    Kind.OPEN: Rate(60, 600),
    Kind.TRIAL: Rate(20, 600),
    Kind.ODDS: Rate(30, 60),
    Kind.BUNDLE: Rate(10, 60),
    Kind.COSIGN: Rate(60, 60),
}
"""For a service that many use. One machine alone limits only guessing passwords and what fills the log."""


@dataclass(frozen=True)
class Settings:
    """How the service answers; the defaults are for one machine, on loopback.

    `rulesets` are the games offered, by name; `hosts` the names under which the service may be asked (all,
    where empty: set on loopback, so that a foreign page cannot reach the server through a name of its own).
    `accounts` says whether one must have an account to open games and take seats, `sign_up` whether anyone
    may make one. `rates` limit calls by kind, for each token, or each address without a token; the callers of
    one address together may make `address_share` times as many. `proxies` are
    the networks whose word on the client's address is taken, `origins` the pages elsewhere that may use the
    API. A body of JSON has objects of so many `members`, so many `values` in all and no more than `nesting`
    levels. `header_bytes` are read of a request's head before it is refused (a buffer may hold as much
    again), and for `header_seconds` it is waited for.
    `redis` is the URL of a Redis that the processes of one service share. `access` says how long tokens are
    good, and what passwords cost. `stream_buffer` is what the system holds in bytes for a reader of a live
    stream; a client that takes nothing for `stall_seconds` of that, or of any answer, is cut off. Every
    `look_seconds`, and at the next sign of life then, it is looked whether a stream's reader may still have
    it: its token was revoked, or it was dismissed from a private game, less than a minute before. A stream
    ends after `stream_seconds` in any case. A server that is asked to stop leaves what is not answered within
    `stop_seconds`. A bundle that is larger than `bundle_bytes` is not given out; so many as `bundles` are
    written and sent at once, each in a temporary file once it is past `bundle_memory` bytes.
    """

    rulesets: Mapping[str, Ruleset[Any]] = field(default_factory=dict)
    hosts: tuple[str, ...] = ()
    accounts: bool = False
    sign_up: bool = True
    rates: Mapping[Kind, Rate] = field(default_factory=lambda: ALWAYS)
    address_share: int = 3
    proxies: tuple[IPv4Network | IPv6Network, ...] = ()
    origins: tuple[str, ...] = ()
    redis: str | None = None
    access: Access = field(default_factory=Access)
    command_bytes: int = 64 * KIBIBYTE
    position_bytes: int = 4096 * KIBIBYTE
    header_bytes: int = 32 * KIBIBYTE
    header_seconds: float = 10.0
    url_characters: int = 2048
    nesting: int = 32
    members: int = 1_000
    values: int = 50_000
    page_size: int = 500
    wait_seconds: float = 5.0
    waiters: int = 4
    body_memory: int = 64 * 1024 * KIBIBYTE
    streams: int = 2_000
    streams_an_address: int = 1_000
    streams_a_game: int = 1_000
    stream_buffer: int = 64 * KIBIBYTE
    stream_seconds: float = 3600.0
    look_seconds: float = 30.0
    ping_seconds: float = 15.0
    stall_seconds: float = 10.0
    stop_seconds: int = 15
    odds_trials: int = 20_000
    odds_seconds: float = 5.0
    bundles: int = 4
    bundle_bytes: int = 256 * 1024 * KIBIBYTE
    bundle_memory: int = 1024 * KIBIBYTE


def from_environment(environ: Mapping[str, str], shared: bool) -> dict[str, Any]:
    """The settings that the environment names, to be given to `Settings`. Raises ValueError.

    IRONCLAD_REDIS is a URL; IRONCLAD_HOSTS, IRONCLAD_ORIGINS and IRONCLAD_PROXIES are lists with commas;
    IRONCLAD_ACCOUNTS and IRONCLAD_SIGN_UP are `on` or `off`. Accounts are required, and calls limited, where
    the service is `shared`, unless the environment says otherwise.
    """
    chosen: dict[str, Any] = {"redis": environ.get("IRONCLAD_REDIS") or None}
    for name in ("hosts", "origins"):
        if listed := _list(environ, name):
            chosen[name] = listed
    if proxies := _list(environ, "proxies"):
        chosen["proxies"] = tuple(ip_network(each) for each in proxies)
    for name in ("accounts", "sign_up"):
        if (value := environ.get(f"IRONCLAD_{name.upper()}", "")) not in ("", "on", "off"):
            raise ValueError(f"IRONCLAD_{name.upper()} is on or off, not {value!r}")
        if value:
            chosen[name] = value == "on"
    if chosen.setdefault("accounts", shared):
        chosen["rates"] = SHARED_RATES
    return chosen


def _list(environ: Mapping[str, str], name: str) -> tuple[str, ...]:
    parts = environ.get(f"IRONCLAD_{name.upper()}", "").split(",")
    return tuple(part.strip() for part in parts if part.strip())
