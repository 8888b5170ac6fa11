"""Which errata a game of American Civil War has: from its first event, by its version, on its position."""

import msgspec
import pytest

from ironclad.domain.games.american_civil_war import errata, opening
from ironclad.domain.games.american_civil_war.game import RULESET
from ironclad.domain.games.american_civil_war.position import document
from ironclad.domain.kernel.engine.codec import Unreadable, canonical
from ironclad.domain.kernel.rulebook.errata import Erratum, Version, Versions

FIRST = Erratum("first", "5.3/1", "before", "after", "1.1")
NEXT = Erratum("next", "5.3/2", "before", "after", "1.2")
LATER = (Version("1.1", ("first",)), Version("1.2", ("first", "next")))
LISTED = Versions((errata.versions().find("1.0"), *LATER), (FIRST, NEXT, *errata.versions().errata))


@pytest.fixture
def three(monkeypatch: pytest.MonkeyPatch) -> None:
    """The ruleset as if it had three versions; the errata among them change no rule."""
    for module in (document, opening):
        monkeypatch.setattr(module, "versions", lambda: LISTED)
    monkeypatch.setattr(errata, "_IDS", LISTED.ids)


def test_a_game_of_1_0_has_none_and_says_nothing_of_them() -> None:
    begun = RULESET.rules.begin("campaign", {}, None, "1.0")
    position = RULESET.rules.initial(begun)
    assert begun.version == "1.0"
    assert position.errata == ()
    assert b'"errata"' not in RULESET.storage.events.encode(begun)[1]
    assert "errata" not in RULESET.storage.to_document(position)
    assert b'"errata"' not in RULESET.storage.freeze(position)
    assert RULESET.storage.freeze(position).endswith(b'"ended":null}')
    assert RULESET.storage.to_document(
        RULESET.storage.thaw(RULESET.storage.freeze(position))
    ) == RULESET.storage.to_document(position)


def test_the_first_event_of_1_0_names_the_data_of_1_0() -> None:
    assert RULESET.rules.begin("campaign", {}, None, "1.0").digests == errata.versions().find("1.0").data


@pytest.mark.usefixtures("three")
def test_a_new_game_has_all_errata_of_the_newest_version() -> None:
    begun = RULESET.rules.begin("campaign", {}, None)
    position = RULESET.rules.initial(RULESET.storage.events.decode(*RULESET.storage.events.encode(begun)))
    assert (begun.version, begun.errata) == ("1.2", ("first", "next"))
    assert position.errata == ("first", "next")
    assert errata.holds(position, "next")
    text = msgspec.json.decode(canonical(RULESET.storage.to_document(position)))
    assert text["errata"] == ["first", "next"]
    assert RULESET.storage.from_document(text).errata == position.errata
    assert RULESET.storage.thaw(RULESET.storage.freeze(position)).errata == position.errata
    assert position.copy().errata == position.errata


@pytest.mark.usefixtures("three")
def test_any_published_version_can_be_opened() -> None:
    position = RULESET.rules.initial(RULESET.rules.begin("campaign", {}, None, "1.1"))
    assert errata.holds(position, "first")
    assert not errata.holds(position, "next")
    with pytest.raises(Unreadable, match=r"no version '0\.9'"):
        RULESET.rules.begin("campaign", {}, None, "0.9")


@pytest.mark.usefixtures("three")
def test_a_document_that_names_errata_is_played_by_the_version_that_has_them() -> None:
    base = RULESET.storage.to_document(
        RULESET.rules.initial(RULESET.rules.begin("bare_map", {}, None, "1.1"))
    )
    assert RULESET.rules.begin("bare_map", {}, base).version == "1.1"
    assert RULESET.rules.begin("bare_map", {}, {**base, "errata": []}).version == "1.2"
    for wrong in (["unknown"], ["next"], "first", [1]):
        with pytest.raises(Unreadable, match="errata"):
            RULESET.rules.begin("bare_map", {}, {**base, "errata": wrong})
    with pytest.raises(Unreadable, match=r"errata of 1\.1"):
        RULESET.rules.begin("bare_map", {}, base, "1.0")
    with pytest.raises(Unreadable, match="no erratum unknown"):
        RULESET.storage.from_document({**base, "errata": ["unknown"]})


def test_a_rule_cannot_ask_for_an_erratum_that_is_not_listed() -> None:
    with pytest.raises(KeyError, match="misspelt"):
        errata.holds(RULESET.rules.initial(RULESET.rules.begin("bare_map", {}, None)), "misspelt")
