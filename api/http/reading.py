"""Points of a game: which timeline and version a reader means, and waiting until a version is there."""

import re
from collections.abc import Mapping
from typing import Any

from ironclad.api.http.guard import eyes
from ironclad.api.http.headers import allow_style
from ironclad.api.http.inputs import service, settings
from ironclad.api.http.problems import Failure
from ironclad.api.http.waiting import place_to_wait
from ironclad.api.rulebook.pictures import picture
from ironclad.referee.sight import named

_STYLE = re.compile(r"<style>(.*?)</style>", re.DOTALL)


def point(game: str, asked: Mapping[str, Any]) -> tuple[str, int]:
    """The timeline and version that `asked` (timeline, at, min_version, each optional) means.

    The head is fixed here once, so that an answer made of several readings is of one version.
    Raises NotFound, and Failure "not-yet" where `min_version` did not come.
    """
    timeline, at, least = asked.get("timeline"), asked.get("at"), asked.get("min_version")
    await_version(game, timeline, least)
    timeline, head = service().queries.head(game, timeline)
    if at is None:
        return timeline, head
    if at > head:
        raise Failure("not-found", f"Timeline {timeline} has {head} events, and no event {at}.")
    return timeline, int(at)


def await_version(game: str, timeline: str | None, least: int | None) -> None:
    """Wait until a timeline has a version. Raises NotFound, and Failure "not-yet" when it does not come.

    Few may wait at once: the others are refused at once.
    """
    if least is None:
        return
    head = service().queries.head(game, timeline)[1]
    if head >= least:
        return
    with place_to_wait() as waits:
        if waits and service().queries.wait(game, least - 1, timeline, settings().wait_seconds):
            return
    head = service().queries.head(game, timeline)[1]
    raise Failure(
        "not-yet", f"Version {least} is not there; the last is {head}.", {"Retry-After": "1"}, version=head
    )


def map_of(game: str, timeline: str, at: int) -> str:
    """The board of a game with what is on it, one whole `<svg>` element; the answer may have its styles."""
    seat = eyes(game)
    position = service().queries.live_position(game, timeline, at, seat=seat)
    svg = picture(service().queries.ruleset_of(game), position, named(seat))
    for style in _STYLE.findall(svg):
        allow_style(style)
    return svg
