"""Commands of the leader pick."""

from ironclad.domain.kernel.engine.codec import Command


class PlaceLeader(Command, frozen=True, tag_field="type", tag="place_leader"):
    """Put an unassigned leader into an own department."""

    leader: str
    hex: str


class AppointCommander(Command, frozen=True, tag_field="type", tag="appoint_commander"):
    """Give a headquarters a commander and put him there."""

    headquarters: str
    leader: str


class RecallLeader(Command, frozen=True, tag_field="type", tag="recall_leader"):
    """Take a leader off the map into the pool."""

    leader: str


class PromoteLeader(Command, frozen=True, tag_field="type", tag="promote_leader"):
    """Promote a 4-star leader to 5 stars."""

    leader: str


class CreateHeadquarters(Command, frozen=True, tag_field="type", tag="create_headquarters"):
    """Create a headquarters: "army", "corps" or "cavalry"."""

    kind: str
    hex: str


class RemoveHeadquarters(Command, frozen=True, tag_field="type", tag="remove_headquarters"):
    """Take a headquarters off the map; its roster stays in the hex."""

    headquarters: str


class OfferExchange(Command, frozen=True, tag_field="type", tag="offer_exchange"):
    """Offer to exchange an own leader whom the enemy holds for an enemy leader of the same rank."""

    own: str
    enemy: str


class AnswerExchange(Command, frozen=True, tag_field="type", tag="answer_exchange"):
    """Agree to an exchange, or refuse it."""

    agree: bool


class ParoleLeader(Command, frozen=True, tag_field="type", tag="parole_leader"):
    """Send an enemy leader home on parole."""

    leader: str


class EndLeaderPick(Command, frozen=True, tag_field="type", tag="end_leader_pick"):
    """The pick of this side is over."""


COMMANDS: tuple[type[Command], ...] = (
    PlaceLeader,
    AppointCommander,
    RecallLeader,
    PromoteLeader,
    CreateHeadquarters,
    RemoveHeadquarters,
    OfferExchange,
    AnswerExchange,
    ParoleLeader,
    EndLeaderPick,
)
