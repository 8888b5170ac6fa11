"""Accounts, tokens and private games on each kind of store."""

import sqlite3
import threading
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from ironclad.api.service import Service
from ironclad.eventlog.errors import NameTaken, NotFound, NotSignedIn, NotYourSeat, Unreadable
from ironclad.referee.people.access import Access
from ironclad.referee.people.roles import HOUSEHOLD, RIGHTS, SEAT, VISITOR, Right, Role
from tests.log.conftest import pull, referee_at

PASSWORD = "correct horse battery"
CHEAP = Access(passes=1, memory_kibibytes=64, lanes=1)


@pytest.fixture
def referee(url: str) -> Iterator[Service]:
    with referee_at(url, access=CHEAP) as made:
        yield made


def test_an_account_from_its_making_to_its_erasure(referee: Service) -> None:
    accounts, tokens = referee.people.accounts, referee.people.tokens
    ann = accounts.add("Ann", PASSWORD)
    with pytest.raises(NameTaken):
        accounts.add("ANN", PASSWORD)
    assert accounts.find("ann") == accounts.get(ann.account) == ann
    assert accounts.sign_in("Ann", PASSWORD) == ann
    with pytest.raises(NotSignedIn):
        accounts.sign_in("Ann", PASSWORD + "!")
    token, told = tokens.give(ann.account, "program", "bot")
    identity = referee.authorization.authenticate(token)
    assert (identity.account, identity.role, identity.token) == (ann.account, "player", told.id)
    assert [each.label for each in tokens.of(ann.account)] == ["bot"]
    assert accounts.change(ann.account, Role.DIRECTOR, False).role == "director"
    assert referee.authorization.authenticate(token).role == "director"
    accounts.change(ann.account, Role.DIRECTOR, True)
    with pytest.raises(NotSignedIn):
        referee.authorization.authenticate(token)
    assert [each.disabled for each in accounts.all()] == [True]
    accounts.erase(ann.account)
    with pytest.raises(NotFound):
        accounts.get(ann.account)
    assert accounts.all() == ()


def test_seats_of_an_account(referee: Service, game: str) -> None:
    ann = referee.people.accounts.add("Ann", PASSWORD).account
    assert referee.authorization.seats_of(game, ann) == ()
    seated = referee.opening.take_seat(game, "blue", "Ann", account=ann)
    assert referee.authorization.seats_of(game, ann) == ("blue",)
    identity = referee.authorization.authenticate(seated.token)
    assert (identity.account, identity.role, identity.seat) == (ann, None, "blue")
    pull(referee, game)
    bob = referee.authorization.authenticate(referee.opening.take_seat(game, "grey", "Bob").token)
    with pytest.raises(NotYourSeat):
        referee.authorization.renew_seat(game, "blue", bob)
    renewed = referee.authorization.renew_seat(game, "blue", identity)
    assert referee.authorization.authenticate(renewed.token).seat == "blue"
    referee.people.accounts.revoke_tokens(ann)
    for token in (seated.token, renewed.token):
        with pytest.raises(NotSignedIn):
            referee.authorization.authenticate(token)
    referee.people.accounts.erase(ann)
    assert referee.authorization.seats_of(game, ann) == ()
    assert referee.queries.game(game).seats[0].name is None


def test_private_games_are_listed_for_their_readers(referee: Service) -> None:
    ann, bob, cat = (referee.people.accounts.add(name, PASSWORD).account for name in ("Ann", "Bob", "Cat"))
    public = referee.opening.open_game("tug", "long").id
    private = referee.opening.open_game("tug", "long", by=ann, private_to=ann, id="once").id
    assert referee.opening.open_game("tug", "long", by=ann, private_to=ann, id="once").repeated
    seen = {
        reader: [each.id for each in referee.queries.games(reader=reader).items]
        for reader in (None, ann, bob)
    }
    assert seen == {None: [public], ann: [private, public], bob: [public]}
    assert [each.id for each in referee.queries.games(oversees=True).items] == [private, public]
    referee.authorization.invite(private, "Bob")
    assert [referee.authorization.may_read(private, reader) for reader in (None, ann, bob, cat)] == [
        False,
        True,
        True,
        False,
    ]
    referee.opening.take_seat(private, "blue", "Cat", account=cat)
    assert [name for _, name in referee.authorization.readers(private)] == ["Ann", "Bob", "Cat"]
    assert referee.authorization.is_host(private, cat)
    assert not referee.authorization.is_host(private, bob)
    referee.authorization.dismiss(private, "Bob")
    assert not referee.authorization.may_read(private, bob)
    with pytest.raises(NotFound):
        referee.authorization.readers(public)
    with referee_at(referee.log.database.url, access=CHEAP) as another:
        assert not another.authorization.may_read(private, None)


def test_many_make_the_same_account_at_once_and_one_does(referee: Service) -> None:
    outcomes: list[str] = []

    def add() -> None:
        try:
            referee.people.accounts.add("Ann", PASSWORD)
        except NameTaken:
            outcomes.append("taken")
        else:
            outcomes.append("made")

    threads = [threading.Thread(target=add) for _ in range(3)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(outcomes) == ["made", "taken", "taken"]


def test_the_store_keeps_no_token_and_no_password(referee: Service, game: str) -> None:
    ann = referee.people.accounts.add("Ann", PASSWORD).account
    token, _ = referee.people.tokens.give(ann, "session", "")
    seated = referee.opening.take_seat(game, "blue", "Ann", id="known to Ann alone", account=ann)
    with referee.log.database.reader() as connection:
        kept = repr(
            [
                connection.execute(f"SELECT * FROM {table}").fetchall()
                for table in ("accounts", "access_tokens", "players", "account_seats", "answers", "events")
            ]
        )
    for secret in (token, seated.token, PASSWORD, "known to Ann alone"):
        assert secret not in kept
    assert "$argon2id$" in kept


def test_tokens_of_version_0_9_are_good_for_a_time(tmp_path: Path) -> None:
    file = tmp_path / "log.db"
    schema = Path(__file__).with_name("schema_0_9.sql").read_text(encoding="utf-8")
    with referee_at(f"sqlite:///{tmp_path / 'new.db'}") as referee:
        game = referee.opening.open_game("tug", "long").id
        token = referee.opening.take_seat(game, "blue", "Ann", id="known to Ann alone").token
        with referee.log.database.reader() as connection:
            (hashed,) = connection.execute("SELECT hash FROM access_tokens").fetchone()
    old = sqlite3.connect(file)
    old.executescript(schema)
    old.execute("INSERT INTO tokens VALUES (?, ?, 'blue', 'p')", (hashed, game))
    old.commit()
    old.close()
    for _ in range(2):
        with referee_at(f"sqlite:///{file}") as referee:
            identity = referee.authorization.authenticate(token)
            assert (identity.game, identity.seat, identity.expires_at[:4]) == (game, "blue", "2028")
            with referee.log.database.reader() as connection:
                assert connection.execute("SELECT count(*) FROM tokens").fetchone() == (0,)


def test_the_table_of_rights_grows_from_role_to_role() -> None:
    assert list(RIGHTS) == list(Role)
    steps = [VISITOR, *RIGHTS.values()]
    assert all(less < more for less, more in pairwise(steps))
    assert RIGHTS[Role.OPERATOR] == set(Right)
    for alone in (Right.APPOINT, Right.MEASURE):
        assert [role for role in Role if alone in RIGHTS[role]] == [Role.OPERATOR]
    assert not {Right.OWN, Right.APPOINT, Right.OVERSEE} & (HOUSEHOLD | SEAT)


@pytest.mark.parametrize("end", ["change_password", "reset_password", "disable", "erase"])
def test_no_sign_in_outlives_what_ends_all_tokens(
    referee: Service, monkeypatch: pytest.MonkeyPatch, end: str
) -> None:
    """A password is looked at, then everything is ended, then the token would be given: it is not."""
    ann, give = referee.people.accounts.add("Ann", PASSWORD).account, referee.people.tokens.give
    ends = {
        "change_password": lambda: referee.people.accounts.change_password(ann, PASSWORD, PASSWORD + "!", ""),
        "reset_password": lambda: referee.people.accounts.reset_password(ann, PASSWORD + "!"),
        "disable": lambda: referee.people.accounts.change(ann, None, True),
        "erase": lambda: referee.people.accounts.erase(ann),
    }

    def later(*arguments: Any) -> Any:
        ends[end]()
        return give(*arguments)

    monkeypatch.setattr(referee.people.tokens, "give", later)
    with pytest.raises(NotSignedIn):
        referee.people.accounts.enter("Ann", PASSWORD, "session", "")
    monkeypatch.undo()
    assert referee.people.tokens.of(ann) == ()
    if end == "disable":
        referee.people.accounts.change(ann, None, False)
        assert referee.people.tokens.of(ann) == ()
        assert (
            referee.authorization.authenticate(
                referee.people.accounts.enter("Ann", PASSWORD, "session", "")[1]
            ).role
            == "player"
        )


def test_a_password_that_was_reset_meanwhile_is_not_set_back(
    referee: Service, monkeypatch: pytest.MonkeyPatch
) -> None:
    ann, write = referee.people.accounts.add("Ann", PASSWORD).account, referee.log.database.write
    calls = iter([lambda: referee.people.accounts.reset_password(ann, "another one for Ann")])

    def late(work: Any) -> Any:
        if (first := next(calls, None)) is not None:
            first()
        return write(work)

    monkeypatch.setattr(referee.log.database, "write", late)
    with pytest.raises(NotSignedIn):
        referee.people.accounts.change_password(ann, PASSWORD, "what a thief would like", "")
    assert referee.people.accounts.sign_in("Ann", "another one for Ann").account == ann


def test_what_is_not_named_of_an_account_stays(referee: Service) -> None:
    ann = referee.people.accounts.add("Ann", PASSWORD).account
    assert referee.people.accounts.change(ann, Role.DIRECTOR, None).role == "director"
    changed = referee.people.accounts.change(ann, None, True)
    assert (changed.role, changed.disabled) == ("director", True)
    assert referee.people.accounts.change(ann, Role.SPECTATOR, None).disabled
    with pytest.raises(NotFound):
        referee.people.accounts.change("nobody", None, True)


def test_renewing_and_signing_in_for_ever_fills_no_table(referee: Service, game: str) -> None:
    ann = referee.people.accounts.add("Ann", PASSWORD).account
    taken = referee.opening.take_seat(game, "blue", "Ann", id="known to Ann alone", account=ann)
    token = taken.token
    for _ in range(30):
        token = referee.authorization.renew_seat(
            game, "blue", referee.authorization.authenticate(token)
        ).token
        _, _, told = referee.people.accounts.enter("Ann", PASSWORD, "program", "bot")
        referee.people.tokens.revoke(ann, told.id)
    with referee.log.database.reader() as connection:
        (rows,) = connection.execute("SELECT count(*) FROM access_tokens").fetchone()
    assert rows <= 10
    assert referee.authorization.authenticate(token).seat == "blue"
    with pytest.raises(NotYourSeat):  # the first one was revoked by the newer ones, and stays so
        referee.opening.take_seat(game, "blue", "Ann", id="known to Ann alone", account=ann)


@pytest.mark.parametrize("odd", ["\0", "a\0b", "\x1f", "\u202e"])
def test_names_that_no_database_would_take_are_nobodys(referee: Service, odd: str) -> None:
    ann = referee.people.accounts.add("Ann", PASSWORD).account
    game = referee.opening.open_game("tug", "long", private_to=ann).id
    assert referee.people.accounts.find(odd) is None
    with pytest.raises(NotSignedIn):
        referee.people.accounts.enter(odd, odd, "session", "")
    with pytest.raises(Unreadable):
        referee.people.accounts.enter("Ann", PASSWORD, "session", odd)
    with pytest.raises(Unreadable):
        referee.people.accounts.add(odd, PASSWORD)
    for missing in (
        lambda: referee.people.tokens.revoke(ann, odd),
        lambda: referee.people.accounts.get(odd),
        lambda: referee.people.accounts.change(odd, None, True),
        lambda: referee.authorization.invite(game, odd),
        lambda: referee.authorization.dismiss(game, odd),
    ):
        with pytest.raises(NotFound):
            missing()
