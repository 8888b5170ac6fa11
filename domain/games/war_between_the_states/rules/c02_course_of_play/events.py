"""Events of standing answers."""

from ironclad.domain.games.war_between_the_states.position.standing import StandingAnswers
from ironclad.domain.kernel.engine.codec import Event
from ironclad.domain.kernel.sight import Secret


class StandingAnswersSet(Event, frozen=True, tag_field="type", tag="standing_answers_set"):
    """A side has given its standing answers, which the other does not see."""

    side: str
    answers: Secret[StandingAnswers]


class StandingAnswerUsed(Event, frozen=True, tag_field="type", tag="standing_answer_used"):
    """A decision of a side was answered by its standing answers; what it answered follows."""

    side: str
    kind: str


EVENTS: tuple[type[Event], ...] = (StandingAnswersSet, StandingAnswerUsed)
