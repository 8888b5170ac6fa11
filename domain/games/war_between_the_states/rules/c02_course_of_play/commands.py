"""Commands that a side may give at any time."""

from typing import Annotated

from ironclad.domain.games.war_between_the_states.position.standing import StandingAnswers
from ironclad.domain.kernel.engine.codec import Command
from ironclad.domain.kernel.sight import SECRET


class SetStandingAnswers(Command, frozen=True, tag_field="type", tag="set_standing_answers"):
    """Give all standing answers in place of those before; those that are left out are asked again."""

    answers: Annotated[StandingAnswers, SECRET]


COMMANDS: tuple[type[Command], ...] = (SetStandingAnswers,)
