"""Gifts to Europe, support from it, and war on it (european-diplomacy and the two sections after it)."""

from ironclad.domain.games.eagle_variant.board.charts import numbers
from ironclad.domain.games.eagle_variant.position.state import CSA, USA, Position
from ironclad.domain.games.eagle_variant.registry import Play, eagle
from ironclad.domain.games.eagle_variant.rules.c09_production.income import shares_of, sum_of
from ironclad.domain.games.eagle_variant.rules.c10_politics.commands import (
    DeclareWar,
    GiveToEurope,
    SeekSupport,
)
from ironclad.domain.games.eagle_variant.rules.c10_politics.events import GiftGiven, SupportSought
from ironclad.domain.games.eagle_variant.rules.c10_politics.rating import TOWARDS, move_rating
from ironclad.domain.games.eagle_variant.rules.c10_politics.war import break_out
from ironclad.domain.kernel.engine.citations import require, rule
from ironclad.domain.kernel.engine.records import Due, Option
from ironclad.domain.kernel.turn import asking

OPTIONS = {
    "gift_from_coming_income": Option(
        "european-diplomacy/2", "A gift may be paid from the income that is due next.", ("no", "yes")
    ),
    "intervention_adds_support": Option(
        "seek-support-or-intervention/3", "Intervention brings the 15 PP of support, too.", ("no", "yes")
    ),
}


def gift() -> int:
    """What a gift costs, in PP."""
    return int(numbers("politics")["gift"])


@eagle.check(GiveToEurope, "politics")
@rule("european-diplomacy/2", "european-diplomacy/3")
def _check_gift(position: Position, due: Due, command: GiveToEurope) -> None:
    """Refuse a gift after war, or without the money."""
    require(not position.war, "european-diplomacy/3", "the rating is out of use: there was a war with Europe")
    money = position.pools[due.seat]
    if position.plays("gift_from_coming_income"):
        money += sum_of(shares_of(position, due.seat))
    require(money >= gift(), "european-diplomacy/2", f"a gift is {gift()} PP, and you have {money}")


@eagle.carry_out(GiveToEurope)
@rule("european-diplomacy/1")
def _give(play: Play, due: Due, command: GiveToEurope) -> None:
    asking.close(play, due)
    pool = play.position.pools[due.seat]
    owed = pool < gift()
    play.emit(GiftGiven(due.seat, gift(), owed, pool if owed else pool - gift()))
    move_rating(play, TOWARDS[due.seat], "gift to Europe", "european-diplomacy/1")


@eagle.evolves(GiftGiven)
def _given(position: Position, event: GiftGiven) -> None:
    position.pools[event.side] = event.pool
    if event.owed:
        debts = tuple(sorted({*position.politics.debts, event.side}))
        position.politics = position.politics.with_(debts=debts)


@eagle.check(SeekSupport, "politics")
@rule("seek-support-or-intervention/1", "seek-support-or-intervention/4")
def _check_seek(position: Position, due: Due, command: SeekSupport) -> None:
    """Refuse the USA, and any time after a war has broken out."""
    require(due.seat == CSA, "political-initiative-round/3", "only the CSA seeks support")
    require(not position.war, "seek-support-or-intervention/1", "there was a war with Europe")


@eagle.carry_out(SeekSupport)
@rule("seek-support-or-intervention/2", "seek-support-or-intervention/3")
def _seek(play: Play, due: Due, command: SeekSupport) -> None:
    """2d6 against the rating: support at it or above, war at three above it."""
    asking.close(play, due)
    politics, rating = numbers("politics"), play.position.politics.rating
    dice = play.roll("support or intervention", "seek-support-or-intervention/2", 2)
    war = sum(dice) >= rating + int(politics["war_margin"])
    supports = sum(dice) >= rating and (not war or play.position.plays("intervention_adds_support"))
    play.emit(SupportSought(dice, rating, int(politics["support"]) if supports else 0, war))
    if war:
        break_out(play, declared=False)


@eagle.evolves(SupportSought)
def _sought(position: Position, event: SupportSought) -> None:
    position.politics = position.politics.with_(support=event.support)


@eagle.check(DeclareWar, "politics")
@rule("declare-war-on-european-powers/2")
def _check_war(position: Position, due: Due, command: DeclareWar) -> None:
    """Refuse the CSA, and a second war."""
    require(due.seat == USA, "political-initiative-round/2", "only the USA declares war on Europe")
    require(not position.war, "declare-war-on-european-powers/2", "there was a war with Europe")


@eagle.carry_out(DeclareWar)
@rule("declare-war-on-european-powers/1")
def _declare(play: Play, due: Due, command: DeclareWar) -> None:
    asking.close(play, due)
    break_out(play, declared=True)
