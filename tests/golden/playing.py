"""The golden games: how each is played anew, and where its log lies."""

import lzma
from collections.abc import Callable, Iterable
from functools import partial
from hashlib import sha256
from pathlib import Path
from typing import Any

import msgspec

from ironclad.api.cli.bundle import Line
from ironclad.api.rulebook.case_files import read_cases
from ironclad.domain import games
from ironclad.domain.kernel.cases.cases import ending_position, starting_position
from ironclad.domain.kernel.engine.codec import Event, canonical
from ironclad.domain.kernel.engine.decider import GameBegun, Ruleset
from ironclad.domain.kernel.engine.playout import play, stored
from tests.api.story.dice import StoryDice
from tests.api.story.script import CAMPAIGN
from tests.api.story.server import SEED

HERE = Path(games.__file__).parent / "american_civil_war"
LOGS = HERE / "golden" / "logs"
INDEX = HERE / "golden" / "index.json"
HAND_MADE = HERE / "cases" / "3.2_four_turns.yaml"
Log = list[tuple[str, bytes]]


class Golden(msgspec.Struct, frozen=True):
    """What the index says of a golden game: the ruleset's version that played it, and where it stands.

    position: SHA-256 of the last position's document; log: of the stored names and bodies.
    """

    ruleset: str
    version: str
    events: int
    position: str
    log: str


def ruleset() -> Ruleset[Any]:
    return games.ruleset("american_civil_war")


def random_game(version: str, seed: int) -> list[Event]:
    return play(ruleset(), seed, version=version).events


def scripted_game(version: str) -> list[Event]:
    """The first turn as the story over HTTP tells it."""
    rules = ruleset()
    begun = rules.begin("campaign", {}, None, version)
    events: list[Event] = [begun]
    position = rules.initial(begun)
    for order in CAMPAIGN:
        command = rules.commands.read(order.command)
        made, position = rules.execute(position, order.seat, command, StoryDice(SEED))
        events += made
    return events


def hand_made_game(version: str) -> list[Event]:
    """The first four turns of the war, as the case of them has it."""
    rules = ruleset()
    (case,) = read_cases(HAND_MADE)
    case = msgspec.structs.replace(case, given=msgspec.structs.replace(case.given, version=version))
    start = starting_position(case.given, rules)
    begun = rules.begin("campaign", case.given.options, rules.to_document(start), version)
    return [begun, *ending_position(case, rules)[1]]


GAMES: dict[str, Callable[[str], list[Event]]] = {
    "random-2": lambda version: random_game(version, 2),
    "random-5": lambda version: random_game(version, 5),
    "first-turn": scripted_game,
    "four-turns": hand_made_game,
}


def game_name(version: str, name: str) -> str:
    return f"american_civil_war-{version}-{name}"


PLAYED: dict[str, Callable[[], list[Event]]] = {
    game_name(version.version, name): partial(game, version.version)
    for version in ruleset().published.versions
    for name, game in GAMES.items()
    if game_name(version.version, name) in version.golden
}
"""The golden games that versions.toml lists; `python -m tests.golden.versions` lists new ones."""


def anew(name: str) -> Log:
    """The log of a golden game, played now."""
    return stored(ruleset(), PLAYED[name]())


def kept(name: str) -> Log:
    """The log of a golden game as it is kept."""
    lines = lzma.decompress((LOGS / f"{name}.jsonl.xz").read_bytes())
    return [(line.name, bytes(line.data)) for line in msgspec.json.Decoder(Line).decode_lines(lines)]


def keep(name: str, log: Log) -> None:
    """Write a log down."""
    LOGS.mkdir(exist_ok=True)
    lines = [canonical(Line(topic, msgspec.Raw(body))) for topic, body in log]
    (LOGS / f"{name}.jsonl.xz").write_bytes(lzma.compress(b"\n".join(lines), preset=9))


def index() -> dict[str, Golden]:
    return msgspec.json.decode(INDEX.read_bytes(), type=dict[str, Golden]) if INDEX.exists() else {}


def write_index(found: dict[str, Golden]) -> None:
    INDEX.write_bytes(msgspec.json.format(msgspec.json.encode(dict(sorted(found.items()))), indent=2) + b"\n")


def entry(log: Log, position: Any) -> Golden:
    """What the index says of a log that comes to a position."""
    rules = ruleset()
    written = digest([canonical(rules.to_document(position))])
    begun = rules.events.decode(*log[0])
    assert isinstance(begun, GameBegun)
    return Golden(rules.name, begun.version, len(log), written, log_digest(log))


def log_digest(log: Log) -> str:
    return digest(part for topic, body in log for part in (topic.encode(), body))


def digest(parts: Iterable[bytes]) -> str:
    """SHA-256 over parts, each with its length before it."""
    found = sha256()
    for part in parts:
        found.update(b"%d:%b" % (len(part), part))
    return found.hexdigest()
