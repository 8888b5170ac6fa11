"""What may be asked of a match: seats, timelines, rewinds, draws, resignation."""

from domain.kernel.codec import Command, CommandReader


class OpenGame(Command, frozen=True, tag_field="type", tag="open_game"):
    """Open a game; its first line is `main`."""

    ruleset: str
    version: str
    scenario: str
    options: dict[str, str]
    seats: tuple[str, ...]
    title: str = ""
    by: str = ""


class TakeSeat(Command, frozen=True, tag_field="type", tag="take_seat"):
    """Sit down under a pseudonym."""

    player: str


class OpenBranch(Command, frozen=True, tag_field="type", tag="open_branch"):
    """Fork a what-if of one's own after version `at` of a line."""

    branch: str
    timeline: str
    at: int


class ProposeRewind(Command, frozen=True, tag_field="type", tag="propose_rewind"):
    """Propose to go on after version `at` of a line, in a new line whose id is the proposal's."""

    proposal: str
    timeline: str
    at: int
    reason: str = ""


class AcceptRewind(Command, frozen=True, tag_field="type", tag="accept_rewind"):
    """Accept the other seat's proposal; the line that is left stands at version `head`."""

    proposal: str
    head: int


class DeclineRewind(Command, frozen=True, tag_field="type", tag="decline_rewind"):
    proposal: str


class WithdrawRewind(Command, frozen=True, tag_field="type", tag="withdraw_rewind"):
    proposal: str


class OfferDraw(Command, frozen=True, tag_field="type", tag="offer_draw"):
    """Offer a draw; `offer` is the id of the offer."""

    offer: str = ""


class AcceptDraw(Command, frozen=True, tag_field="type", tag="accept_draw"):
    """Accept the other seat's offer (`offer`, unless none is named); the game's line stands at `head`."""

    head: int
    offer: str = ""


class DeclineDraw(Command, frozen=True, tag_field="type", tag="decline_draw"):
    """Decline the other seat's offer (`offer`, unless none is named)."""

    offer: str = ""


class WithdrawDraw(Command, frozen=True, tag_field="type", tag="withdraw_draw"):
    """Take one's own offer back (`offer`, unless none is named)."""

    offer: str = ""


class Resign(Command, frozen=True, tag_field="type", tag="resign"):
    """Give the game up; its line stands at version `head`."""

    head: int


COMMANDS = CommandReader(
    (
        OpenGame,
        TakeSeat,
        OpenBranch,
        ProposeRewind,
        AcceptRewind,
        DeclineRewind,
        WithdrawRewind,
        OfferDraw,
        AcceptDraw,
        DeclineDraw,
        WithdrawDraw,
        Resign,
    )
)
