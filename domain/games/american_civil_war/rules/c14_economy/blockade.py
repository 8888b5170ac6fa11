"""Union NSP that shut Confederate critical ports off from the sea (14.1)."""

from ironclad.domain.games.american_civil_war.position.state import CONFEDERATE, Position
from ironclad.domain.games.american_civil_war.rules.c13_naval.naval import NSP
from ironclad.domain.kernel.engine.citations import rule


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
