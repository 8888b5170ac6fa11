"""What requests on a match do to its dice (docs/dice.md): which chains an epoch has, and who agrees to it.

Pure, but for the service's new chains, which their keeper makes. Refusals name their rule as `dice/…`.
"""

from collections.abc import Callable, Collection, Mapping

import msgspec

from ironclad.domain.kernel.engine.citations import Refused, require
from ironclad.domain.kernel.engine.codec import Command, Event
from ironclad.domain.kernel.fair.fair_dice import SERVER, V2
from ironclad.domain.kernel.fair.fair_table import (
    KEPT_BY_CLIENT,
    KEPT_BY_SERVER,
    Chain,
    Epoch,
    FairTable,
    Terms,
    check_own_chain,
)
from ironclad.domain.match import commands as c
from ironclad.domain.match import events as e
from ironclad.domain.match.disputes import commands as d
from ironclad.domain.match.state import LineDice, Match

NewChain = Callable[[str, str, int, int], Chain]
"""A chain that the service keeps, new: (timeline, party, series, length) -> Chain."""

KEPT_LENGTH = 1_024
"""How many links the service gives a seat's chain that it keeps."""
SPARE = 64
"""How many more links the service's own chain has than all seats' have left: it never runs out first."""
BRANCH_LENGTH = 512


def table_of(match: Match, game: str, line: str) -> FairTable | None:
    """A line's table from the match alone; None where its dice are not fair."""
    dice, opened = match.dice.get(line), match.opened
    if dice is None or dice.epoch is None or opened is None:
        return None
    return FairTable(game, line, opened.seats, dice.epoch, {share.party: share for share in dice.bared})


Table = Callable[[str], FairTable | None]
"""The table of a line at its head; None where its dice are not fair."""


def caused(
    match: Match, seat: str, asked: Command, events: list[Event], new: NewChain, table: Table
) -> list[Event]:
    """What an accepted request on a match does to the dice; `match` is the match before its `events`.

    Raises Refused.
    """
    if isinstance(asked, c.AcceptRewind):
        return rewound(match, seat, asked.dice, asked.proposal, new)
    if isinstance(asked, c.OpenBranch):
        lines = [event.timeline for event in events if isinstance(event, e.TimelineOpened)]
        return [branched(match, line, new) for line in lines if match.dice]
    if isinstance(asked, c.TakeSeat):
        return [] if asked.dice is None else sat_down(match, seat, asked.dice, table(match.current), new)
    if isinstance(asked, c.AnchorDice):
        there = None if asked.timeline in match.proposals else table(asked.timeline)
        return anchor(match, seat, asked, there, new)
    if isinstance(asked, c.RevealFirst):
        return reveal_first(seat, asked.link, table(asked.timeline))
    return []


def begun(line: str, seats: tuple[str, ...], terms: Terms, new: NewChain) -> e.DiceAnchored:
    """The first epoch of a game: the service keeps every chain, until a seat brings its own."""
    return e.DiceAnchored(line, _epoch(line, seats, 1, {}, (), terms, new))


def branched(match: Match, line: str, new: NewChain) -> e.DiceAnchored:
    """The epoch of a branch: it has only the service's chain."""
    number = _number(match, line)
    chain = new(line, SERVER, number, BRANCH_LENGTH)
    return e.DiceAnchored(line, Epoch(number, (chain,), (), terms_of(match)))


def sat_down(
    match: Match, seat: str, own: c.OwnChain | None, table: FairTable | None, new: NewChain
) -> list[Event]:
    """The events of a player's taking a seat with a chain of its own; none without one."""
    if own is None:
        return []
    if table is None:
        raise Refused("dice/scheme", "the service rolls this game's dice: no chain is needed")
    require(
        table.free(seat),
        "dice/agreement",
        "the other seat has revealed a share: leave the chain to the service, and offer a new chain then",
    )
    chain = own_chain(match, table.timeline, seat, own)
    return [anchored(match, table, {**going_on(table), seat: chain}, (seat,), new)]


def anchor(
    match: Match, seat: str, command: c.AnchorDice, table: FairTable | None, new: NewChain
) -> list[Event]:
    """A seat anchors a new chain: at once, as an offer, or in agreement with the other's offer."""
    require(command.custody in ("", KEPT_BY_SERVER), "dice/custody", 'a custody is "server" or none')
    require(not (command.custody and command.dice), "dice/custody", "give an anchor or a custody, not both")
    line = command.timeline
    own = own_chain(match, line, seat, command.dice) if command.dice else None
    offer = e.DiceOffered(line, command.offer, seat, own, command.custody)
    if line in match.proposals:
        require(match.dice.get(match.current), "dice/scheme", "the service rolls this game's dice")
        require(own or command.custody, "dice/anchor", "a new line continues no chain: give an anchor")
        return [offer]
    if table is None:
        raise Refused("dice/scheme", "the service rolls this game's dice: no chain is needed")
    offers = match.dice[line].offers
    if command.agrees_to:
        other = next((each for each in offers.values() if each.offer == command.agrees_to), None)
        if other is None or other.seat == seat:
            raise Refused("dice/agreement", f"the other seat has no open offer {command.agrees_to!r}")
        chains = _with(_with(going_on(table), other), offer)
        return [anchored(match, table, chains, _in_order(table, {seat, other.seat}), new)]
    require(own or command.custody, "dice/anchor", "give an anchor, custody, or the offer that you agree to")
    if not table.free(seat):
        return [offer]
    return [anchored(match, table, _with(going_on(table), offer), (seat,), new)]


def reveal_first(seat: str, link: str, table: FairTable | None) -> list[Event]:
    """The events of a seat's being ready: its first link is revealed. Raises Refused."""
    if table is None:
        raise Refused("dice/scheme", "the service rolls this game's dice: no link is needed")
    return [e.SeatReady(table.timeline, table.epoch.number, table.ready(seat, link))]


def rewound(match: Match, seat: str, own: c.OwnChain | None, line: str, new: NewChain) -> list[Event]:
    """The chains of a rewind's line, which `seat` accepted: those given so far; others come later.

    A seat that keeps its own chain on the old line does so on the new one, unless it asks otherwise.
    """
    left = match.dice.get(match.current)
    if left is None or left.epoch is None:
        require(own is None, "dice/scheme", "the service rolls this game's dice: no chain is needed")
        return []
    offers = dict(match.dice.get(line, LineDice()).offers)
    if own is not None:
        offers[seat] = e.DiceOffered(line, "", seat, own_chain(match, line, seat, own))
    chains = {}
    for chain in left.epoch.chains:
        given = offers.get(chain.party)
        if given is not None and given.own is not None:
            chains[chain.party] = given.own
        elif given is None and chain.custody == KEPT_BY_CLIENT:
            chains[chain.party] = Chain(chain.party, KEPT_BY_CLIENT, 1, 0, "")
    assert match.opened is not None
    epoch = _epoch(line, match.opened.seats, 1, chains, tuple(offers), terms_of(match), new)
    return [e.DiceAnchored(line, epoch)]


def ordered(
    match: Match, table: FairTable | None, seats: Collection[str], custody: str, new: NewChain
) -> e.DiceAnchored:
    """The epoch that an official orders: new chains of these seats, kept by the service or (client) awaited.

    The other seats' own chains continue, and every share is void. Raises Refused (`dice/scheme`).
    """
    if table is None:
        raise Refused("dice/scheme", "the service rolls this game's dice: there are no chains")
    own = going_on(table)
    for seat in seats:
        own.pop(seat, None)
        if custody == KEPT_BY_CLIENT:
            series = match.dice[table.timeline].series.get(seat, 0) + 1
            own[seat] = Chain(seat, KEPT_BY_CLIENT, series, 0, "")
    return anchored(match, table, own, (), new)


def caused_by_official(match: Match, asked: Command, table: FairTable | None, new: NewChain) -> list[Event]:
    """What an official's request does to the dice of the line that the game is on. Raises Refused.

    A vacated seat's chain is the service's: who sits down there may bring one.
    """
    match asked:
        case d.OrderChains():
            return [ordered(match, table, asked.seats, asked.custody, new)]
        case d.VacateSeat() if table is not None:
            return [ordered(match, table, (asked.seat,), KEPT_BY_SERVER, new)]
    return []


def renewed(match: Match, table: FairTable, new: NewChain) -> e.DiceAnchored:
    """The service anchors new chains; the seats' own continue. Only while no seat has revealed a share."""
    if not table.rollers():
        return branched(match, table.timeline, new)
    return anchored(match, table, going_on(table), (), new)


def anchored(
    match: Match, table: FairTable, own: Mapping[str, Chain], agreed: tuple[str, ...], new: NewChain
) -> e.DiceAnchored:
    """The next epoch of a line, with these chains that seats keep themselves."""
    line, number = table.timeline, table.epoch.number + 1
    return e.DiceAnchored(line, _epoch(line, table.seats, number, own, agreed, table.epoch.terms, new))


def own_chain(match: Match, line: str, seat: str, given: c.OwnChain) -> Chain:
    """A seat's chain as an epoch names it. Raises Refused."""
    check_own_chain(given.length, given.anchor)
    series = match.dice.get(line, LineDice()).series.get(seat, 0) + 1
    return Chain(seat, KEPT_BY_CLIENT, series, given.length, given.anchor)


def going_on(table: FairTable) -> dict[str, Chain]:
    """The chains that seats keep, from their last revealed links."""
    chains = {}
    for chain in table.epoch.chains:
        if chain.custody == KEPT_BY_CLIENT:
            last = table.last(chain)
            chains[chain.party] = msgspec.structs.replace(chain, index=last.index, link=last.link)
    return chains


def terms_of(match: Match) -> Terms:
    """The terms of a game's dice, as its first epoch stated them."""
    return _first_terms(match) or Terms()


def scheme_of(match: Match) -> str:
    """How the dice of a game are made; "" where the service rolls them."""
    terms = _first_terms(match)
    return terms.scheme if terms is not None else ""


def commits(match: Match, line: str) -> bool:
    """Whether commands on a line are committed to before links are revealed: not on a branch."""
    return scheme_of(match) == V2 and line in match.timelines and not match.is_what_if(line)


def _first_terms(match: Match) -> Terms | None:
    for dice in match.dice.values():
        if dice.epoch is not None:
            return dice.epoch.terms
    return None


def _with(chains: dict[str, Chain], offer: e.DiceOffered) -> dict[str, Chain]:
    """The chains that seats keep, with an offered one put in."""
    if offer.own is not None:
        return {**chains, offer.seat: offer.own}
    if offer.custody == KEPT_BY_SERVER:
        return {seat: chain for seat, chain in chains.items() if seat != offer.seat}
    return chains


def _in_order(table: FairTable, seats: set[str]) -> tuple[str, ...]:
    return tuple(seat for seat in table.seats if seat in seats)


def _number(match: Match, line: str) -> int:
    epoch = match.dice.get(line, LineDice()).epoch
    return epoch.number + 1 if epoch is not None else 1


def _epoch(
    line: str,
    seats: tuple[str, ...],
    number: int,
    own: Mapping[str, Chain],
    agreed: tuple[str, ...],
    terms: Terms,
    new: NewChain,
) -> Epoch:
    lengths = [own[seat].length - own[seat].index if seat in own else KEPT_LENGTH for seat in seats]
    chains = [new(line, SERVER, number, sum(lengths) + SPARE)]
    chains += [own[seat] if seat in own else new(line, seat, number, KEPT_LENGTH) for seat in seats]
    return Epoch(number, tuple(chains), agreed, terms)
