"""Honest records of each kind that a bundle can have, for forgers to start from."""

from collections.abc import Callable, Mapping, Sequence
from contextlib import closing, suppress
from dataclasses import dataclass, field, replace
from hashlib import sha256
from io import BytesIO
from pathlib import Path
from sqlite3 import connect
from typing import Any

import msgspec

from ironclad.api.service import Service
from ironclad.domain import games
from ironclad.domain.kernel.engine.citations import Refused
from ironclad.domain.kernel.engine.codec import Command, Event
from ironclad.domain.kernel.engine.playout import Endless, choices
from ironclad.domain.kernel.engine.records import Due
from ironclad.domain.kernel.fair.fair_dice import V1, V2
from ironclad.domain.match.signed import SCHEME_2
from ironclad.eventlog.bundle.records import Break, Header
from ironclad.eventlog.bundle.writing import Beside, write_bundle
from ironclad.eventlog.ledger.breaks import BreakStatement
from ironclad.eventlog.ledger.cosignatures import Witness
from ironclad.eventlog.ledger.history import handover
from ironclad.eventlog.ledger.notes import Note, SigningKey
from ironclad.eventlog.signer import Signing as LogSigning
from ironclad.referee import match_requests
from ironclad.referee.player_keys import PlayerKey
from tests.api.running import Server
from tests.browser.recorded import ANCHORED, moved_rows
from tests.log.conftest import referee_at, stored
from tests.proof import test_sealed_commands_forged as sealed_commands
from tests.proof import test_signed_bundle as signed
from tests.proof import test_verifying
from tests.proof.logs import KEY, Log, Row
from tests.proof.parties import OwnChain
from tests.proof.signing import Signing
from tests.proof.test_sealed_bundle import RULES as SEALED
from tests.proof.test_sealed_bundle import ended, running
from tests.proof.test_sealed_commands import FIELDS
from tests.proof.tournament import WITNESSES, hall_at
from tests.stores import Store
from tests.toy import TUG
from tests.toy_versions import ROPE
from tests.toys.sealed_fields import SEALED_FIELDS
from tests.waiting import within

ACW = "american_civil_war"
NEW_KEY = SigningKey(KEY.name, bytes([9]) * 32)
COMMANDS = 24
"""How many commands of American Civil War a record has."""


@dataclass(frozen=True)
class Game:
    """A record, and how its bundle is written.

    `earlier` are the sizes of checkpoints beside the bundle's own, `cosigned` those that witnesses signed,
    with the time. `breaks` are sizes at which the log says that it was repaired. Past `handed_over` another
    key signs the log (0: none does). `version` is that of the file.
    """

    name: str
    rows: Sequence[Row]
    game: str
    rules: Mapping[str, Any]
    earlier: frozenset[int] = frozenset()
    cosigned: tuple[tuple[int, Witness, int], ...] = ()
    breaks: tuple[int, ...] = ()
    handed_over: int = 0
    version: int = 2
    keys: Mapping[str, PlayerKey] = field(default_factory=dict)

    def bundle(self, rows: Sequence[Row] | None = None, header: Mapping[str, Any] | None = None) -> bytes:
        """The bundle of these rows, hashed and signed as if they were the log's; fields of the header may
        be others."""
        log = Log(self.rows if rows is None else rows)
        sizes = {size for size in self.earlier if size <= len(log.rows)}
        cosigned = [each for each in self.cosigned if each[0] <= len(log.rows)]
        made = self._header(log)
        if self.version == 1:
            made = msgspec.structs.replace(made, **(header or {}))
            return log.bundle(self.game, made, earlier=sizes, cosigned=cosigned, version=1)
        notes = [self._signed(log, note) for note in log.earlier(sizes, cosigned)]
        breaks = [self._break(log, size) for size in self.breaks if size <= len(log.rows)]
        named = {int(note.text.split("\n")[1]) for note in notes} | {each.size for each in breaks}
        named |= {
            size for size in log.seen(self.game) if isinstance(size, int) and 1 <= size <= len(log.rows)
        }
        changes = {"named": tuple(sorted(named)), **(header or {})}
        events, file = log.of_game(self.game), BytesIO()
        positions = [each.position for each in events]
        made = msgspec.structs.replace(made, **changes)
        write_bundle(file, made, len(log.rows), positions, log.read, events, Beside(notes, breaks))
        return file.getvalue()

    def _header(self, log: Log) -> Header:
        if not self.handed_over or self.handed_over > len(log.rows):
            return log.header(self.game)
        note = handover(Log(log.rows[: self.handed_over]).checkpoint, KEY, NEW_KEY)
        return log.header(self.game, NEW_KEY, handovers=(str(note),), log_key=str(KEY.verifier))

    def _signed(self, log: Log, note: Note) -> Note:
        """A note of the log's first key as the key in use at its size signs it."""
        size = int(note.text.split("\n")[1])
        if not self.handed_over or size <= self.handed_over:
            return note
        return Note(note.text, (NEW_KEY.sign(note.text), *note.signatures[1:]))

    def _break(self, log: Log, size: int) -> Break:
        key = NEW_KEY if self.handed_over and size >= self.handed_over else KEY
        kept = Log(log.rows[:size]).checkpoint
        return Break(size, str(BreakStatement(kept, "a backup was put in").sign(key)))


def anchors(rows: Sequence[Row]) -> frozenset[int]:
    """The sizes of checkpoints that have chains just anchored."""
    return frozenset(place for place, row in enumerate(rows, 1) if row[2] == ANCHORED)


class Commander(signed.Player):
    """Both seats of any ruleset at the referee itself, each with a key and a chain of its own."""

    def __init__(self, referee: Service, ruleset: Any, scheme: str) -> None:
        self.referee, self.origin, self.scheme, self.asked = referee, KEY.name, scheme, 0
        self.keys = {seat: PlayerKey(sha256(seat.encode()).digest()) for seat in ruleset.seats}
        scenario = next(iter(ruleset.identity.scenarios))
        self.game = referee.opening.open_game(ruleset.name, scenario, dice=V1).id
        self.chains = {seat: OwnChain(seat, self.game) for seat in ruleset.seats}
        for seat, chain in self.chains.items():
            self.sit(seat, chain)
        for seat in list(self.chains)[1:]:
            self._ready(seat)

    def _ready(self, seat: str) -> None:
        chain = self.chains[seat]
        rows = [row for row in stored(self.referee) if row[3] == ANCHORED]
        anchored = {"anchored": int(rows[-1][2])} if self.scheme else {}
        command = {"type": "reveal_first", "timeline": "main", "link": chain.link(), **anchored}
        ready = match_requests.ReadyDice(chain.link(), **anchored)
        self.referee.match.request(self.game, seat, ready, **self.signed(seat, command))
        chain.used += 1

    def give(self, due: Due, command: dict[str, Any]) -> None:
        """The command of a decision, with the seat's next link, which is used up if it is revealed."""
        chain = self.chains[due.seat]
        version = self.referee.queries.head(self.game)[1]
        asked = {"timeline": "main", "decision": due.id, "expected_version": version, "link": chain.link()}
        whole = {"command": command, **asked, **self.signed(due.seat, command, **asked)}
        receipt = self.referee.commands.handle(self.game, due.seat, whole)
        chain.used += due.seat in (receipt.events[0].data.get("dice_proof") or {}).get("revealed", ())


def _war(folder: Path, scheme: str, version: int = 2) -> Game:
    """The first commands of a game of American Civil War whose seats keep keys and chains."""
    ruleset = games.ruleset(ACW)
    signing = LogSigning(KEY, folder / "notary")
    with referee_at(f"sqlite:///{folder / 'log.db'}", {ACW: ruleset}, signing=signing) as referee:
        player = Commander(referee, ruleset, scheme)

        def carry_out(position: Any, due: Due, command: Command) -> tuple[list[Event], Any]:
            player.give(due, msgspec.to_builtins(command))
            return [], referee.queries.live_position(player.game)

        with suppress(Endless):  # the game has more commands than these
            for _ in choices(ruleset, 7, referee.queries.live_position(player.game), carry_out, COMMANDS):
                pass
        rows = [row[1:5] for row in stored(referee)]
    name = f"war-{scheme[-2:] or 'v1'}"
    return Game(name, rows, player.game, {ACW: ruleset}, anchors(rows), version=version, keys=player.keys)


def _tug(folder: Path, scheme: str) -> Game:
    rows, game = signed.rows_of(folder, lambda referee: signed.everything(referee, scheme))
    keys = signed.KEYS
    return Game(f"tug-{scheme[-2:] or 'v1'}", rows, game, {"tug": TUG}, anchors(rows), keys=keys)


def _plain(folder: Path) -> Game:
    """Rewinds, branches, take-backs, draws; nobody has a key, and the service keeps all chains."""
    rows, game = test_verifying.rows_after(folder, test_verifying.everything)
    return Game("plain", rows, game, {"tug": TUG}, anchors(rows))


def _sealed(folder: Path, play: Callable[[Service], str]) -> Game:
    rows, game = test_verifying.rows_after(folder, play, rulesets=SEALED)
    return Game(f"sealed-{play.__name__}", rows, game, SEALED, anchors(rows))


def _sealed_signed(folder: Path, rules: Any, name: str) -> Game:
    """A game that hides something, whose seats sign digests under salts of their own."""
    rows, game = sealed_commands.played(folder, rules)
    keys = dict(zip(rules.seats, (signed.KEYS["blue"], signed.KEYS["grey"]), strict=True))
    return Game(name, rows, game, {rules.name: rules}, covering(rows), keys=keys)


def _moved(folder: Path) -> Game:
    rows, game = moved_rows(folder)
    return Game("moved", rows, game, {"tug": ROPE}, anchors(rows))


def _tournament(folder: Path) -> Game:
    """A game of the tournament level: intents answered, void and refused, witnessed in time and late."""
    cosigned: list[tuple[int, Witness, int]] = []
    with hall_at(f"sqlite:///{folder / 'log.db'}", folder) as hall:
        game = hall.open()
        opened = hall.referee.queries.log_size() - 2

        def witness() -> None:
            size, at = hall.referee.queries.log_size(), hall.clock.seconds
            cosigned.extend((size, each, at) for each in WITNESSES[:2])
            hall.witness()

        for _ in range(2):
            seat, request = hall.due()[0], hall.request()
            made = hall.intend(seat, request)
            witness()
            hall.until(made)
            hall.give(seat, request)
        late = hall.intend("blue", hall.request())
        hall.until(late)
        made = hall.intend("blue", wrong := hall.request(effort=9))
        witness()
        hall.until(made)
        with suppress(Refused):
            hall.give("blue", wrong)
        hall.give("blue", hall.shout())
        rows = [row[1:5] for row in stored(hall.referee)]
    return Game("tournament", rows, game, {"tug": TUG}, frozenset({opened}), tuple(cosigned))


def _committed(folder: Path, *own: str) -> Game:
    """A game of dice of v2 at a server: commands that are committed to, and links that follow."""
    key, log = folder / "log.key", folder / "log.sqlite"
    key.write_text(KEY.encoded() + "\n", encoding="ascii")
    key.chmod(0o600)
    kept = {"IRONCLAD_LOG_KEY_FILE": str(key), "IRONCLAD_NOTARY_FILE": str(folder / "notary")}
    server = Server(Store(f"sqlite:///{log}", environment=kept)).start()
    try:
        with server.client() as http:
            http.post("/games", json={"ruleset": "tug", "scenario": "long"})  # beside it in the log
            assert within(lambda: http.get("/log/checkpoint", params={"at_least": 1}).is_success)
            table = Signing.new(http, "tug", "long", KEY.name, *own, scheme=SCHEME_2, dice=V2)
            if "grey" in own:
                assert table.ready("grey").status_code == 200
            for effort in (1, 2, 3, 1):
                due = table.due()
                answer = table.settle(due["seat"], {"type": "pull", "effort": effort}, due["id"])
                assert answer.status_code == 200, answer.text
            table.order("blue", {"type": "shout", "word": "Zürich"}, None)
            table.post("/rewinds", {"at": 2}, "blue")
            table.post("/resignation", {}, "grey")
    finally:
        server.stop()
    with closing(connect(log)) as rows_of:
        rows = rows_of.execute("SELECT stream, version, name, body FROM events ORDER BY position").fetchall()
    keys = {seat: PlayerKey(sha256(f"{seat} {table.game}".encode()).digest()) for seat in table.keys}
    name = f"committed-{len(own)}"
    return Game(name, rows, table.game, {"tug": TUG}, covering(rows), keys=keys)


def covering(rows: Sequence[Row]) -> frozenset[int]:
    """The sizes of checkpoints that have chains just anchored, and commands just committed to."""
    names = (ANCHORED, "match.command_committed.1")
    return frozenset(place for place, row in enumerate(rows, 1) if row[2] in names)


def _place(folder: Path, name: str) -> Path:
    (made := folder / name).mkdir()
    return made


def plain_games(folder: Path) -> dict[str, Game]:
    """Some honest records, by their names, which are soon made in an empty directory."""
    made = {
        "tug-v1": _tug(_place(folder, "tug-v1"), ""),
        "tug-v2": _tug(_place(folder, "tug-v2"), SCHEME_2),
        "plain": _plain(_place(folder, "plain")),
        "tournament": _tournament(_place(folder, "tournament")),
    }
    return {name: replace(game, name=name) for name, game in made.items()}


def games_in(folder: Path) -> dict[str, Game]:
    """Every honest record, by its name; made in an empty directory."""

    def place(name: str) -> Path:
        return _place(folder, name)

    plain = plain_games(folder)
    found = [
        *plain.values(),
        _sealed(place("ended"), ended),
        _sealed(place("running"), running),
        _sealed_signed(place("sealed-signed"), SEALED_FIELDS, "sealed-signed"),
        _sealed_signed(place("sealed-closed"), FIELDS, "sealed-closed"),
        _moved(place("moved")),
        _committed(place("committed-both"), "blue", "grey"),
        _committed(place("committed-one"), "blue"),
        _war(place("war-v1"), ""),
        _war(place("war-v2"), SCHEME_2),
    ]
    first, second, tournament = plain["tug-v1"], plain["tug-v2"], plain["tournament"]
    half = len(second.rows) // 2
    found += [
        replace(first, name="tug-v1-in-v1", version=1),
        replace(tournament, name="tournament-in-v1", version=1),
        replace(second, name="broken", breaks=(3, half)),
        replace(first, name="handed-over", handed_over=max(first.earlier) + 3),
        replace(
            second,
            name="cosigned",
            earlier=second.earlier | {half, len(second.rows)},
            cosigned=((half, WITNESSES[0], 1_790_000_000), (len(second.rows), WITNESSES[1], 1_790_000_100)),
        ),
    ]
    return {each.name: each for each in found}
