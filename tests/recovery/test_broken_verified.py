"""Bundles of a log that was broken, honest and forged: what both verifiers say of them."""

from collections.abc import Iterator
from dataclasses import replace
from io import BytesIO
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page

from ironclad.eventlog.bundle.records import Break
from ironclad.eventlog.bundle.writing import Beside, write_bundle
from ironclad.eventlog.ledger.breaks import BreakStatement
from ironclad.eventlog.ledger.checkpoints import Checkpoint
from ironclad.eventlog.ledger.history import handover
from ironclad.eventlog.ledger.notes import Note, SigningKey
from tests.api.running import Server
from tests.browser.conftest import launched, server
from tests.browser.modules import at_home
from tests.hammer.forged import Forged, in_browser, in_python
from tests.hammer.forged_games import Game, plain_games
from tests.proof.logs import KEY, Log

__all__ = ["server"]
NEW = SigningKey("ironclad.example/log/2", bytes([5]) * 32)


@pytest.fixture(scope="module")
def chromium() -> Iterator[Browser]:
    """A browser that is closed with this module: see `launched`."""
    yield from launched()


@pytest.fixture(scope="module")
def game(tmp_path_factory: pytest.TempPathFactory) -> Game:
    """A game that ends on a line after a rewind."""
    return plain_games(tmp_path_factory.mktemp("few"))["tug-v1"]


def proposed(game: Game) -> int:
    """The size of the log before the rewind was proposed that was accepted."""
    accepted = next(at for at, row in enumerate(game.rows) if row[2] == "match.rewind_accepted.1")
    names = [row[2] for row in game.rows[:accepted]]
    return max(at for at, name in enumerate(names) if name == "match.rewind_proposed.1") - 1


def bundle(
    game: Game,
    size: int,
    *,
    first: bool = False,
    told: bool = True,
    replayed: int = 0,
    signer: SigningKey = NEW,
) -> bytes:
    """The game's bundle, of a log that was broken at a size; `first`: the statement is of v1."""
    log = Log(game.rows)
    kept = Log(game.rows[:size]).checkpoint
    log.checkpoint = replace(log.checkpoint, origin=signer.name)
    renamed = Checkpoint(NEW.name, kept.size, kept.root)
    before = None if first else Checkpoint(NEW.name, size + 40, bytes(range(32)))
    text = BreakStatement(renamed, "the disk died", before, replayed).text()
    breaks = [Break(size, str(Note(text, (NEW.sign(text),))))] if told else []
    notes = list(log.earlier({each for each in game.earlier if each < size}, []))
    sizes = {int(note.text.split("\n")[1]) for note in notes}
    header = log.header(
        game.game,
        signer,
        handovers=(str(handover(kept, KEY, NEW)),),
        log_key=str(KEY.verifier),
        named=tuple(sorted({size, *sizes} if told else sizes)),
    )
    events, file = log.of_game(game.game), BytesIO()
    positions = [each.position for each in events]
    write_bundle(file, header, len(log.rows), positions, log.read, events, Beside(notes, breaks))
    return file.getvalue()


def cases(game: Game) -> dict[str, tuple[bytes, str]]:
    """Bundles by what they are, with the check that fails ("" for none)."""
    size, last, fixed = proposed(game), len(game.rows), max(game.earlier) + 1
    return {
        "broken at its end": (bundle(game, last), ""),
        "replayed to its end": (bundle(game, fixed, replayed=last - fixed), ""),
        "a line grows over the break": (bundle(game, 3), "order"),
        "a proposal from before the break": (bundle(game, size + 2), "order"),
        "another name, and nothing said": (bundle(game, last, told=False), "checkpoint"),
        "another name, and not said what was lost": (bundle(game, last, first=True), "checkpoint"),
        "the former key signs on": (bundle(game, size, signer=KEY), "checkpoint"),
    }


def forged(game: Game) -> list[tuple[Forged, str]]:
    return [
        (Forged(0, game.name, what, "", data, str(KEY.verifier), game.rules), check)
        for what, (data, check) in cases(game).items()
    ]


def test_a_break_that_is_not_as_it_must_be_is_named(game: Game, tmp_path: Path) -> None:
    found = {each.kind: in_python(each, tmp_path / "a.bundle").check for each, _ in forged(game)}
    assert found == {each.kind: check for each, check in forged(game)}


@pytest.fixture(scope="module")
def home(chromium: Browser, server: Server) -> Iterator[Page]:
    page = chromium.new_page()
    yield at_home(page, server)
    page.close()


@pytest.mark.full
def test_the_browser_says_the_same(home: Page, game: Game, tmp_path: Path) -> None:
    all_forged = [each for each, _ in forged(game)]
    for each, ours in zip(all_forged, in_browser(home, all_forged), strict=True):
        assert ours == in_python(each, tmp_path / "a.bundle"), each.kind
