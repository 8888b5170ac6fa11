"""What shared dice cost: a command's dice beside seeded ones, anchors of a new game, checking a log."""

from itertools import count
from statistics import median
from time import thread_time

from ironclad.api.cli.bench.measure import Figure
from ironclad.domain.kernel.engine.dice import SeededDice
from ironclad.domain.kernel.fair.dice_records import Anchored, Commanded, Readied
from ironclad.domain.kernel.fair.fair_check import DiceChecker
from ironclad.domain.kernel.fair.fair_dice import KeptChain, context
from ironclad.domain.kernel.fair.fair_roll import FairDice
from ironclad.domain.kernel.fair.fair_table import KEPT_BY_CLIENT, Chain, FairTable, Terms
from ironclad.domain.match.dice import begun
from ironclad.referee.dice.custody import DiceCustody

_SEATS = ("first", "second")
_GAME, _LINE = "measured", "main"
_LENGTH = 2_000


def figures(commands: int = 1_500) -> list[Figure]:
    """dice/command-own, dice/command-kept, dice/command-seeded in microseconds (one roll of two dice each),
    dice/anchors in milliseconds, dice/check in commands a second. At most 2,000 commands.
    """
    own, records = _played(commands, own=True)
    kept, _ = _played(commands, own=False)
    seeded = []
    for number in range(commands):
        start = thread_time()
        dice = SeededDice(f"a seed of some length {number}")
        dice.roll("measured", "1", 2)
        seeded.append(thread_time() - start)
    base = median(seeded) * 1e6
    checker = DiceChecker(_GAME, _SEATS)
    start = thread_time()
    for record in records:
        checker.take(record)
    rate = checker.rolls / (thread_time() - start)
    return [
        Figure("dice/command-own", median(own) * 1e6, "us", base, median(own) * 1e6 / base),
        Figure("dice/command-kept", median(kept) * 1e6, "us", base, median(kept) * 1e6 / base),
        Figure("dice/command-seeded", base, "us"),
        Figure("dice/anchors", _anchors() * 1e3, "ms"),
        Figure("dice/check", rate, "commands/s"),
    ]


def _anchors(rounds: int = 20) -> float:
    """Seconds to make the three chains of a new game."""
    times = []
    for number in range(rounds):
        keeper, game = DiceCustody(b"measured"), f"{_GAME}-{number}"
        start = thread_time()
        _table(keeper, game)
        times.append(thread_time() - start)
    return median(times)


def _table(keeper: DiceCustody, game: str, own: dict[str, Chain] | None = None) -> FairTable:
    given = own or {}

    def new(line: str, party: str, series: int, length: int) -> Chain:
        length = max(length, 2 * _LENGTH) if own is not None else length
        return given.get(party) or keeper.new(game, line, party, series, length)

    return FairTable(game, _LINE, _SEATS, begun(_LINE, _SEATS, Terms(), new).epoch)


def _played(commands: int, own: bool) -> tuple[list[float], list[Anchored | Readied | Commanded]]:
    """Seconds of each command's dice, and what the log would hold; the seats keep their chains or do not."""
    keeper = DiceCustody(b"measured")
    held = {
        seat: KeptChain(context(_GAME, _LINE, seat, KEPT_BY_CLIENT, 1), seat.encode().ljust(32), _LENGTH)
        for seat in _SEATS
    }
    chains = {seat: Chain(seat, KEPT_BY_CLIENT, 1, _LENGTH, kept.anchor.hex()) for seat, kept in held.items()}
    table = _table(keeper, _GAME, chains if own else {})
    records: list[Anchored | Readied | Commanded] = [Anchored(1, _LINE, table.epoch)]
    used = {seat: count(1) for seat in _SEATS}
    if own:
        share = table.ready("second", held["second"].link(next(used["second"])).hex())
        records.append(Readied(2, _LINE, 1, share))
        table = table.revealed(share)
    times = []
    for number in range(commands):
        seat = _SEATS[number % 2]
        link = held[seat].link(next(used[seat])).hex() if own else None
        start = thread_time()
        dice = FairDice(table, seat, link, keeper)
        dice.roll("measured", "1", 2)
        proof, table = dice.settle("measured")
        times.append(thread_time() - start)
        records.append(Commanded(number + 3, _LINE, number + 1, seat, "measured", dice.proof(), proof))
    return times, records
