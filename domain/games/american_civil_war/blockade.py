"""Union NSP that shut Confederate critical ports off from the sea (14.1)."""

from domain.games.american_civil_war.naval import NSP
from domain.games.american_civil_war.state import CONFEDERATE, Position
from domain.kernel.rulebook import rule


@rule("14.1/4", "15.3/5", "15.3/6")
def blockaders(position: Position, side: str, hexside: str) -> tuple[str, ...]:
    """The Union NSP on a hexside, sorted, that bar a Confederate port's way to the sea there.

    An NSP in a sea zone's box bars nothing. Intervention takes all NSP away, and with them the blockade;
    those built afterwards blockade again.
    """
    if side != CONFEDERATE:
        return ()
    vessels = position.vessels
    return tuple(
        sorted(name for name, vessel in vessels.items() if vessel.kind == NSP and vessel.at == hexside)
    )
