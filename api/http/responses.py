"""What goes out: the referee's records as JSON, and their shapes for the OpenAPI document.

Records are encoded by msgspec as they are; a second serialiser would cost more than the judging of a command.
"""

import gzip
from typing import Annotated, Any

import msgspec
from flask import Response, request

from ironclad.api.rulebook.board_sheet import ChartRecord
from ironclad.api.rulebook.clause_pages import ClausePage
from ironclad.api.rulebook.rulesets import ClauseRecord
from ironclad.domain.kernel.engine.records import Due
from ironclad.domain.kernel.rulebook.errata import Erratum
from ironclad.domain.kernel.rulebook.reference import Reference
from ironclad.domain.kernel.telling.comparison import Change
from ironclad.domain.match.readings.counterfactual import Counterfactual
from ironclad.eventlog.records import (
    AccountRecord,
    AdviceRecord,
    DiceRecord,
    Difference,
    EventRecord,
    ForesightRecord,
    GameRecord,
    GameSummary,
    IntentRecord,
    IntentsRecord,
    LegalRecord,
    LogReceipt,
    OddsRecord,
    Page,
    PositionRecord,
    ProposalRecord,
    ReachRecord,
    Receipt,
    Seated,
    TimelineRecord,
    TokenRecord,
)
from ironclad.projections.clocks import ClockRecord
from ironclad.projections.desk import Desk
from ironclad.projections.disputes import ClaimList, ClaimRecord, CostList
from ironclad.projections.readjudications import Readjudication
from ironclad.projections.replaying import ComparedRecord, ReplayRecord
from ironclad.projections.rulings import Precedent
from ironclad.referee.disputes.files import EvidenceFile, EvidenceFileList
from ironclad.referee.people.chat import MessageRecord, TalkRecord
from ironclad.referee.people.invitations import InvitationRecord, Invited
from ironclad.referee.people.remarks import RemarkList, RemarkRecord
from ironclad.referee.people.second_factor import Enrolment, RecoveryCodes, SecondFactorRecord
from ironclad.referee.people.trials import TrialList, TrialRecord
from ironclad.referee.proof.prover import (
    CheckpointRecord,
    ConsistencyRecord,
    InclusionRecord,
    KeysRecord,
    LedgerCondition,
)

_WORTH_SHRINKING = 4096  # bytes

_encode = msgspec.json.Encoder().encode


class OptionRecord(msgspec.Struct, frozen=True):
    """A contested reading that a game may choose; the first value is the default.

    A running game may change a `movable` one, when it moves to another version.
    """

    name: str
    clause: str
    text: str
    values: tuple[str, ...]
    movable: bool


class RulesetSummary(msgspec.Struct, frozen=True):
    """A ruleset of the list."""

    name: str
    version: str
    title: str
    seats: tuple[str, ...]
    scenarios: dict[str, str]


class VersionRecord(msgspec.Struct, frozen=True):
    """A published version of a ruleset, and the ids of the errata that hold in it."""

    version: str
    errata: tuple[str, ...]


class FactRecord(msgspec.Struct, frozen=True):
    """A hidden fact that was opened for a director: its value, and the events, which do not have it."""

    game: str
    claim: int
    value: Any
    events: tuple[EventRecord, ...]
    repeated: bool


class FromClaim(msgspec.Struct, frozen=True):
    """The claim whose ruling an erratum follows."""

    game: str
    claim: int


class ErratumRecord(msgspec.Struct, frozen=True, rename={"source": "from"}):
    """An erratum that the service published. reading: null where no build has it yet. case: the SHA-256 of
    one that shows it. by: the account that published it. withdrawn: why it was, null while it is in force.
    """

    erratum: str
    clause: str
    reading: dict[str, str] | None
    before: str
    says: str
    case: str
    source: FromClaim | None
    by: str
    withdrawn: str | None


class ErratumList(msgspec.Struct, frozen=True):
    """The errata that the service published for a ruleset; `defaults` are the readings of new games."""

    ruleset: str
    items: tuple[ErratumRecord, ...]
    defaults: dict[str, str]


class CoverageRecord(msgspec.Struct, frozen=True):
    """How many clauses a rulebook has, and how many of them the code carries out or a waiver excuses."""

    clauses: int
    carried_out: int
    waived: int


class ClauseList(msgspec.Struct, frozen=True):
    """The clauses of a ruleset's book, in the book's order.

    `named` is a regular expression of the ids that a text may name: of clauses, and of paragraphs if the book
    allows that.
    """

    ruleset: str
    version: str
    items: tuple[ClauseRecord, ...]
    named: str = ""


class RulesetRecord(msgspec.Struct, frozen=True):
    """A ruleset: `commands` has a JSON Schema for every command type, `coverage` counts its clauses.

    `views` says of each view what it shows. `manifest` is what a page has to know to show and play its games
    (domain/kernel/drawing/manifest.py); null for a ruleset that is played over HTTP alone.
    `views` says of each view what it shows. `version` is the newest of `versions`, which are oldest first.
    """

    name: str
    version: str
    title: str
    seats: tuple[str, ...]
    scenarios: dict[str, str]
    options: tuple[OptionRecord, ...]
    commands: dict[str, dict[str, Any]]
    views: dict[str, str]
    coverage: CoverageRecord
    versions: tuple[VersionRecord, ...]
    errata: tuple[Erratum, ...]
    manifest: dict[str, Any] | None = None


class ViewRecord(msgspec.Struct, frozen=True):
    """A view of a game after version `at` of a timeline; `data` is the ruleset's."""

    game: str
    timeline: str
    at: int
    name: str
    data: Annotated[msgspec.Raw, msgspec.Meta(extra_json_schema={"type": "object"})]


class ViewsRecord(msgspec.Struct, frozen=True):
    """Several views of a game after version `at` of a timeline, by name; their data is the ruleset's."""

    game: str
    timeline: str
    at: int
    views: Annotated[dict[str, msgspec.Raw], msgspec.Meta(extra_json_schema={"type": "object"})]


class ChronicleRecord(msgspec.Struct, frozen=True):
    """What happened, told event by event; `next` is the next `from`, None at the end."""

    game: str
    timeline: str
    at: int
    items: tuple[dict[str, Any], ...]
    next: str | None


class TimelineList(msgspec.Struct, frozen=True):
    """Every timeline of a game, in the order opened."""

    items: tuple[TimelineRecord, ...]


class RulesetList(msgspec.Struct, frozen=True):
    """The rulesets that games can be opened with."""

    items: tuple[RulesetSummary, ...]


class Comparison(msgspec.Struct, frozen=True):
    """Two points of a game, each a timeline and a version, and all in which their positions differ.

    `changes` say it in words, by group; `differences` path by path of the position documents, `more` of which
    were left out; `told` are the documents' members that the changes describe.
    """

    game: str
    a: tuple[str, int]
    b: tuple[str, int]
    changes: tuple[Change, ...]
    told: tuple[str, ...]
    differences: tuple[Difference, ...]
    more: int


class Offered(msgspec.Struct, frozen=True):
    """The answer to a draw offer: what was appended, and the offer if it is still open."""

    receipt: Receipt
    offer: ProposalRecord | None


class TrialSeat(msgspec.Struct, frozen=True):
    """A seat of a trial line, with its token; a page's script gets "", and the token in a cookie."""

    seat: str
    token: str


class TrialMade(msgspec.Struct, frozen=True):
    """A trial line that was made, and its seats: both are its maker's."""

    trial: TrialRecord
    seats: tuple[TrialSeat, ...]


class Condition(msgspec.Struct, frozen=True):
    """How the service is: `log_size` is the position of the last event in the log, `log` says whether that is
    signed."""

    status: str
    log_size: int | None = None
    log: LedgerCondition | None = None


class AccountList(msgspec.Struct, frozen=True):
    """Every account, by name."""

    items: tuple[AccountRecord, ...]


class TokenList(msgspec.Struct, frozen=True):
    """An account's tokens that are good."""

    items: tuple[TokenRecord, ...]


class ReaderList(msgspec.Struct, frozen=True):
    """The names of the accounts that may read a private game."""

    items: tuple[str, ...]


class InvitationList(msgspec.Struct, frozen=True):
    """The open invitations to a game that the caller made."""

    items: tuple[InvitationRecord, ...]


class SignedIn(msgspec.Struct, frozen=True):
    """The answer to signing in. The token is given here and never again; `id` is by what it is revoked."""

    token: str
    id: str
    expires_at: str
    account: AccountRecord


RECORDS = (
    AccountList,
    AccountRecord,
    AdviceRecord,
    ChartRecord,
    CheckpointRecord,
    ChronicleRecord,
    ClaimList,
    ClaimRecord,
    ClauseList,
    ClausePage,
    Comparison,
    Condition,
    ConsistencyRecord,
    ClockRecord,
    CostList,
    Counterfactual,
    Desk,
    DiceRecord,
    EvidenceFile,
    EvidenceFileList,
    Due,
    Enrolment,
    ErratumList,
    EventRecord,
    FactRecord,
    ForesightRecord,
    GameRecord,
    InclusionRecord,
    IntentRecord,
    IntentsRecord,
    InvitationList,
    InvitationRecord,
    Invited,
    KeysRecord,
    LegalRecord,
    LogReceipt,
    MessageRecord,
    OddsRecord,
    ReachRecord,
    Offered,
    Page[EventRecord],
    Page[GameSummary],
    Page[Precedent],
    PositionRecord,
    ProposalRecord,
    ReaderList,
    Readjudication,
    Receipt,
    RecoveryCodes,
    Reference,
    RemarkList,
    RemarkRecord,
    ReplayRecord,
    ComparedRecord,
    RulesetList,
    RulesetRecord,
    Seated,
    SecondFactorRecord,
    SignedIn,
    TalkRecord,
    TimelineList,
    TimelineRecord,
    TokenList,
    TokenRecord,
    TrialList,
    TrialMade,
    ViewRecord,
    ViewsRecord,
)


def schema_of(kind: Any) -> dict[str, Any]:
    """A reference to a record's schema among the OpenAPI components."""
    (schema,), _ = msgspec.json.schema_components((kind,), ref_template="#/components/schemas/{name}")
    return schema


def schemas() -> dict[str, Any]:
    """The JSON Schemas of all records, by name."""
    return msgspec.json.schema_components(RECORDS, ref_template="#/components/schemas/{name}")[1]


def shrink(response: Response) -> Response:
    """Compress a page or a drawing if the client accepts gzip: a whole map is some hundred kilobytes."""
    if not request.accept_encodings.quality("gzip") or response.direct_passthrough:
        return response
    body = response.get_data()
    if len(body) >= _WORTH_SHRINKING:
        response.set_data(gzip.compress(body, compresslevel=5, mtime=0))
        response.headers["Content-Encoding"] = "gzip"
        response.vary.add("Accept-Encoding")
    return response


def json(record: Any, status: int = 200) -> Response:
    """A record as a JSON response."""
    return Response(_encode(record), status, content_type="application/json")
