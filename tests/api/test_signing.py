"""The settings of the log's key: made once, read again, refused where they contradict each other."""

from pathlib import Path
from threading import Thread

import pytest

from ironclad.api.serving.signing import signing_for
from ironclad.eventlog.ledger.cosignatures import Witness
from ironclad.eventlog.ledger.notes import SigningKey
from ironclad.eventlog.signer import Signing

WITNESS = Witness("witness.example/a", b"a" * 32)


def test_a_key_is_made_beside_a_file_and_kept(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path / 'log.db'}"
    made = signing_for(url, {})
    assert made.key is not None
    assert made.notary == tmp_path / "log.db.log-key.notary"
    assert (tmp_path / "log.db.log-key").stat().st_mode & 0o077 == 0
    assert signing_for(url, {}).key == made.key
    other = signing_for(f"sqlite:///{tmp_path / 'other.db'}", {}).key
    assert other is not None
    assert other.name != made.key.name


def test_a_log_in_memory_or_on_a_server_has_none_unless_named(tmp_path: Path) -> None:
    for url in ("sqlite://", "postgresql://here/log"):
        assert signing_for(url, {}) == Signing()
    settings = {
        "IRONCLAD_LOG_KEY_FILE": str(tmp_path / "deep" / "key"),
        "IRONCLAD_LOG_ORIGIN": "games.example/ironclad",
        "IRONCLAD_NOTARY_FILE": str(tmp_path / "elsewhere"),
        "IRONCLAD_WITNESSES": f" {WITNESS.verifier} ,",
    }
    made = signing_for("postgresql://here/log", settings)
    assert made.key is not None
    assert made.key.name == "games.example/ironclad"
    assert (made.notary, made.witnesses) == (tmp_path / "elsewhere", (WITNESS.verifier,))


def test_workers_that_start_at_once_have_one_key(tmp_path: Path) -> None:
    settings = {"IRONCLAD_LOG_KEY_FILE": str(tmp_path / "key")}
    found: list[SigningKey | None] = []
    threads = [
        Thread(target=lambda: found.append(signing_for("postgresql://here/log", settings).key))
        for _ in range(8)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(found) == 8
    assert len({key.seed for key in found if key is not None}) == 1


def test_a_successor_has_the_same_name(tmp_path: Path) -> None:
    settings = {
        "IRONCLAD_LOG_KEY_FILE": str(tmp_path / "key"),
        "IRONCLAD_LOG_NEXT_KEY_FILE": str(tmp_path / "next"),
    }
    made = signing_for("postgresql://here/log", settings)
    assert made.key is not None
    assert made.successor is not None
    assert made.successor.name == made.key.name
    assert made.successor.seed != made.key.seed
    (tmp_path / "next").write_text(SigningKey("another", bytes(32)).encoded())
    with pytest.raises(ValueError, match="another"):
        signing_for("postgresql://here/log", settings)


@pytest.mark.parametrize("content", ["", "rubbish", "PRIVATE+KEY+a+00000000+AAAA", "\udcff"])
def test_a_file_that_holds_no_key_is_refused_and_not_told(tmp_path: Path, content: str) -> None:
    file = tmp_path / "key"
    file.write_bytes(content.encode(errors="surrogateescape"))
    with pytest.raises(ValueError, match="holds no key") as refused:
        signing_for("postgresql://here/log", {"IRONCLAD_LOG_KEY_FILE": str(file)})
    assert not content or content not in str(refused.value)


def test_settings_that_contradict_each_other(tmp_path: Path) -> None:
    (tmp_path / "key").write_text(SigningKey("one", bytes(32)).encoded() + "\n")
    settings = {"IRONCLAD_LOG_KEY_FILE": str(tmp_path / "key")}
    assert signing_for("postgresql://here/log", {**settings, "IRONCLAD_LOG_ORIGIN": "one"}).key is not None
    with pytest.raises(ValueError, match="IRONCLAD_LOG_ORIGIN"):
        signing_for("postgresql://here/log", {**settings, "IRONCLAD_LOG_ORIGIN": "two"})
    with pytest.raises(ValueError, match="spaces"):
        signing_for(
            "sqlite://",
            {**settings, "IRONCLAD_LOG_KEY_FILE": f"{tmp_path}/new", "IRONCLAD_LOG_ORIGIN": "a b"},
        )
    with pytest.raises(ValueError, match="no key"):
        signing_for("sqlite://", {"IRONCLAD_WITNESSES": "rubbish"})
