"""The end of a battle (battle-effects/13)."""

from ironclad.domain.games.eagle_variant.position.state import Position
from ironclad.domain.games.eagle_variant.registry import AFTER_BATTLE, Play, eagle
from ironclad.domain.games.eagle_variant.rules.c05_battles.events import (
    BattleClosed,
    BattleEffectsBegan,
    BattleOpened,
)
from ironclad.domain.kernel.engine.citations import rule


@eagle.evolves(BattleOpened)
def _opened(position: Position, event: BattleOpened) -> None:
    position.battle = event.battle
    position.pending = tuple(each for each in position.pending if each != event.battle.space)


@rule("battle-effects/13")
def settle_battle(play: Play) -> None:
    """What a battle means for other chapters, once its survivors have retreated and special forces are gone.

    The rating shifts and the election's record is kept; leader and elite rolls follow it (the stage is
    "effects" from here on).
    """
    battle = play.position.battle
    if battle is None:
        raise ValueError("no battle is under way")
    play.emit(BattleEffectsBegan(battle.space))
    for effect in AFTER_BATTLE:
        effect(play, battle)


@rule("battle-effects/13")
def battle_over(play: Play) -> None:
    """Close a battle that has been settled.

    The next battle, or the settling of captures, follows by itself.
    """
    battle = play.position.battle
    if battle is None:
        raise ValueError("no battle is under way")
    play.emit(BattleClosed(battle.space))


@eagle.evolves(BattleEffectsBegan)
def _effects_began(position: Position, event: BattleEffectsBegan) -> None:
    if position.battle is not None:
        position.battle = position.battle.with_(stage="effects")


@eagle.evolves(BattleClosed)
def _closed(position: Position, event: BattleClosed) -> None:
    position.battle = None
