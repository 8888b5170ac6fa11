"""What becomes of chains: used up, lost with their key, of old games, in no checkpoint yet, raced for."""

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from pathlib import Path
from typing import Any

import msgspec
import pytest

from ironclad.api.rulebook.rulesets import installed
from ironclad.api.service import Service
from ironclad.domain import games
from ironclad.domain.kernel.engine.citations import Refused, citations
from ironclad.domain.kernel.engine.dice import SeededDice
from ironclad.domain.kernel.engine.resolution import Resolution
from ironclad.domain.kernel.engine.ruleset import Ruleset
from ironclad.domain.kernel.fair.fair_dice import V1
from ironclad.domain.match import dice
from ironclad.domain.match.commands import OwnChain as Given
from ironclad.eventlog.errors import Stale, Unavailable, Unreadable
from ironclad.eventlog.log import match_stream, stream_of
from ironclad.referee import match_requests
from ironclad.referee.request_limits import digest_of
from tests import postgresql
from tests.log.conftest import pull, referee_at
from tests.proof.checking import first_fault
from tests.proof.parties import OwnChain
from tests.proof.second_verifier import Row
from tests.toy import TUG, Tug, changed


@pytest.fixture(params=["sqlite", pytest.param("postgresql", marks=pytest.mark.full)])
def url(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[str]:
    if request.param == "sqlite":
        yield f"sqlite:///{tmp_path / 'log.db'}"
    else:
        with postgresql.schema() as made:
            yield made


def log_of(referee: Service, game: str) -> list[Row]:
    recorder, rows = referee.log.process_recorder, []
    lines = ["match", *(line.id for line in referee.queries.timelines(game))]
    for line in lines:
        stream = match_stream(game) if line == "match" else stream_of(game, line)
        for _, version, name, body, position in recorder.placed(stream, 0, 2**31):
            place = "" if line == "match" else line
            rows.append((position, place, version, name, msgspec.json.decode(body)))
    return sorted(rows, key=lambda row: row[0])


def held(referee: Service, game: str) -> None:
    assert first_fault(game, log_of(referee, game)) is None


def epoch(referee: Service, game: str) -> int:
    found = referee.queries.dice(game).epoch
    assert found is not None
    return found.number


def own(referee: Service, game: str, seat: str, series: int = 1) -> OwnChain:
    return OwnChain(seat, game, referee.queries.head(game)[0], series)


def given(chain: OwnChain) -> Given:
    return Given(chain.anchor, chain.length)


def test_the_service_renews_chains_that_are_used_up(url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(dice, "KEPT_LENGTH", 4)
    with referee_at(url) as referee:
        game = referee.opening.open_game("tug", "long", dice=V1).id
        for _ in range(30):
            pull(referee, game)
        assert epoch(referee, game) > 3
        held(referee, game)
        rolls = [roll for *_, body in log_of(referee, game) for roll in body.get("rolls", [])]
        assert [roll["number"] for roll in rolls] == list(range(1, 31))


def test_a_branch_renews_its_chain(url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(dice, "BRANCH_LENGTH", 3)
    with referee_at(url) as referee:
        game = referee.opening.open_game("tug", "long", dice=V1).id
        pull(referee, game)
        line = referee.match.request(game, "blue", match_requests.Branch(3)).id
        for _ in range(8):
            pull(referee, game, timeline=line, by="blue")
        found = referee.queries.dice(game, line).epoch
        assert found is not None
        assert found.number == 3
        held(referee, game)


def test_another_master_key_brings_other_chains(url: str) -> None:
    with referee_at(url) as referee:
        game = referee.opening.open_game("tug", "long", dice=V1).id
        pull(referee, game)
    with referee_at(url, dice_key=b"another master key, 32 bytes long") as referee:
        pull(referee, game)
        assert epoch(referee, game) == 2
        pull(referee, game)
        assert epoch(referee, game) == 2
        held(referee, game)


def test_a_lost_master_key_needs_the_seat_that_has_shown_a_link(url: str) -> None:
    with referee_at(url) as referee:
        game = referee.opening.open_game("tug", "long", dice=V1).id
        blue = own(referee, game, "blue")
        referee.opening.take_seat(game, "blue", "ann", dice=given(blue))
        pull(referee, game, link=blue.link())
    with referee_at(url, dice_key=b"another master key, 32 bytes long", ids=_ids("later")) as referee:
        size = referee.queries.log_size()
        with pytest.raises(Refused, match="the service has lost") as caught:
            pull(referee, game)
        assert caught.value.rule == "dice/lost"
        assert referee.queries.log_size() == size
        again = own(referee, game, "blue", 2)
        referee.match.request(game, "blue", match_requests.AnchorDice(given(again)))
        referee.match.request(game, "blue", match_requests.ReadyDice(again.link()))
        again.used += 1
        pull(referee, game)
        pull(referee, game, link=again.link())
        held(referee, game)


def _ids(name: str) -> Any:
    numbers = iter(range(1, 1_000))
    return lambda: f"{name}-{next(numbers)}"


def test_a_game_from_before_goes_on_with_the_dice_that_it_had(url: str) -> None:
    """A log whose games were opened without chains: read, played on, rewound and branched as before."""
    with referee_at(url, dice=lambda *place: SeededDice(str(place))) as referee:
        game = referee.opening.open_game("tug", "long", dice=V1).id
        pull(referee, game)
        assert referee.queries.dice(game).scheme == "server"
    with referee_at(url, ids=_ids("later")) as referee:
        first = pull(referee, game).events[0].data
        assert first["dice_proof"] is None
        assert first["rolls"][0].keys() == {"purpose", "rule", "faces"}
        line = referee.match.request(game, "blue", match_requests.Branch(3)).id
        pull(referee, game, timeline=line, by="blue")
        proposal = referee.match.request(game, "blue", match_requests.ProposeRewind(3)).id
        referee.match.request(game, "grey", match_requests.AcceptRewind(proposal))
        pull(referee, game)
        assert referee.queries.dice(game).scheme == "server"
        chain = given(own(referee, game, "blue"))
        for ask in (
            lambda: referee.opening.take_seat(game, "blue", "ann", dice=chain),
            lambda: referee.match.request(game, "blue", match_requests.AnchorDice(chain)),
            lambda: referee.match.request(game, "blue", match_requests.ReadyDice("0" * 64)),
        ):
            with pytest.raises(Refused) as caught:
                ask()
            assert caught.value.rule == "dice/scheme"
        with pytest.raises(Refused, match="send no link"):
            pull(referee, game, link="0" * 64)


def test_a_request_without_a_link_has_the_digest_that_it_had_before_links() -> None:
    with referee_at("sqlite://") as referee:
        game = referee.opening.open_game("tug", "long", dice=V1).id
        accepted = pull(referee, game).events[0].data
        parts = {"seat": "blue", "by": "blue", "id": "main-1", "decision": "1.blue", "timeline": None}
        asked = {**parts, "command": {"type": "pull", "effort": 1}, "expected_version": None}
        assert accepted["digest"] == digest_of("command", asked).hex()


def test_no_link_is_revealed_before_a_checkpoint_covers_the_anchors(url: str) -> None:
    signed = [0]
    with referee_at(url, covered=lambda position: position <= signed[0]) as referee:
        game = referee.opening.open_game("tug", "long", dice=V1).id
        blue = own(referee, game, "blue")
        referee.opening.take_seat(game, "blue", "ann", dice=given(blue))
        size = signed[0] = referee.queries.log_size() - 1
        with pytest.raises(Unavailable, match="not in a signed checkpoint yet"):
            pull(referee, game, link=blue.link())
        with pytest.raises(Unavailable, match="not in a signed checkpoint yet"):
            referee.match.request(game, "blue", match_requests.ReadyDice(blue.link()))
        assert referee.queries.log_size() == size + 1
        referee.commands.handle(game, "blue", {"id": "s", "command": {"type": "shout", "word": "heave"}})
        signed[0] = size + 1
        pull(referee, game, link=blue.link())
        signed[0] = 0
        pull(referee, game)
        held(referee, game)


def test_workers_that_race_for_one_command_leave_one_chain_of_links(url: str) -> None:
    """Two referees over one log are asked the same at once: every link is used once, in order."""
    with referee_at(url) as referee:
        game = referee.opening.open_game("tug", "long", dice=V1).id
        chains = {seat: own(referee, game, seat) for seat in ("blue", "grey")}
        for seat, chain in chains.items():
            referee.opening.take_seat(game, seat, seat, dice=given(chain))
        referee.match.request(game, "grey", match_requests.ReadyDice(chains["grey"].link()))
        chains["grey"].used += 1
    pair = [referee_at(url, ids=_ids(f"worker{n}"), beside=True) for n in range(2)]
    try:
        for turn in range(12):
            seat = "blue" if turn % 2 == 0 else "grey"
            asked = {"decision": f"{turn // 2 + 1}.{seat}", "link": chains[seat].link()}
            with ThreadPoolExecutor(2) as pool:
                answers = list(pool.map(partial(_ask, pair, game, seat, asked), range(2)))
            assert answers.count("done") == 1, answers
            chains[seat].used += 1
        held(pair[0], game)
    finally:
        for each in pair:
            each.close()


def _ask(pair: list[Service], game: str, seat: str, asked: dict[str, Any], number: int) -> str:
    """Let one of the referees judge the pull; how it answered."""
    body = {"id": f"{asked['decision']}-{number}", "command": {"type": "pull", "effort": 1}, **asked}
    try:
        pair[number].commands.handle(game, seat, body)
    except (Stale, Refused) as wrong:
        return type(wrong).__name__
    return "done"


def test_no_game_begins_with_a_roll() -> None:
    def proceed(resolution: Resolution[Tug]) -> None:
        resolution.roll("who begins", "1")

    rash = changed(TUG, due=lambda position: (), proceed=proceed)
    with Service("sqlite://", {"tug": rash}) as referee:
        with pytest.raises(Unreadable, match="cannot begin with a roll"):
            referee.opening.open_game("tug", "long", dice=V1)
        assert referee.queries.log_size() == 0


def test_a_lone_position_of_the_game_says_which_dice_it_has(url: str) -> None:
    with referee_at(url) as referee:
        game = referee.opening.open_game("tug", "long", dice=V1).id
        assert referee.queries.dice(game).scheme == "ironclad-dice/v1"
        (begun,) = [body for *_, name, body in log_of(referee, game) if name == "tug.game_begun.1"]
        assert begun["dice"] == "ironclad-dice/v1"


@pytest.mark.parametrize("ruleset", installed().values(), ids=lambda each: each.name)
def test_a_ruleset_s_terms_name_commands_and_clauses_that_it_has(ruleset: Ruleset[Any]) -> None:
    assert ruleset.dice.hands_over <= set(ruleset.storage.commands.types)
    assert ruleset.dice.unprompted <= set(citations(games.package_of(ruleset.name)))
