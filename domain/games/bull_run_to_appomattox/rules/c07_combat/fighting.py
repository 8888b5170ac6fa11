"""A land combat from stage to stage while no decision is open (7)."""

from ironclad.domain.games.bull_run_to_appomattox.registry import Play, under_way
from ironclad.domain.games.bull_run_to_appomattox.rules.c07_combat.deciding import after_round
from ironclad.domain.games.bull_run_to_appomattox.rules.c07_combat.ending import (
    call_off,
    finish,
    retreat_next,
)
from ironclad.domain.games.bull_run_to_appomattox.rules.c07_combat.firing import fire_round
from ironclad.domain.games.bull_run_to_appomattox.rules.c07_combat.forces import battle_of
from ironclad.domain.games.bull_run_to_appomattox.rules.c07_combat.joining import join
from ironclad.domain.games.bull_run_to_appomattox.rules.c07_combat.losses import take_hits


@under_way("battle")
def go_on_fighting(play: Play) -> None:
    """The next thing in a land combat: who joins, a round, its hits, who decides, who leaves, the end."""
    stage = battle_of(play.position).stage
    if stage == "joining":
        if not join(play):
            call_off(play)
    elif stage == "fire":
        fire_round(play)
    elif stage == "losses":
        if not take_hits(play):
            after_round(play)
    elif not retreat_next(play):
        finish(play)
