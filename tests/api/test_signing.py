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
    url, settings = f"sqlite:///{tmp_path / 'log.db'}", {"XDG_STATE_HOME": str(tmp_path / "state")}
    made = signing_for(url, settings)
    assert made.key is not None
    assert (tmp_path / "log.db.log-key").stat().st_mode & 0o077 == 0
    assert signing_for(url, settings).key == made.key
    other = signing_for(f"sqlite:///{tmp_path / 'other.db'}", settings).key
    assert other is not None
    assert other.name != made.key.name


def test_the_notary_is_not_beside_the_database(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """It is under the log's name in the user's state directory, and stays there for the key's successor."""
    url, key = f"sqlite:///{tmp_path / 'log.db'}", tmp_path / "log.db.log-key"
    settings = {"XDG_STATE_HOME": str(tmp_path / "state"), "IRONCLAD_LOG_ORIGIN": "games.example/../x"}
    file = tmp_path / "state" / "ironclad-notary" / "games.example%2F..%2Fx.notary"
    assert signing_for(url, settings).notary == file
    assert signing_for(url, {**settings, "IRONCLAD_LOG_KEY_FILE": str(tmp_path / "next")}).notary == file
    apart = {**settings, "IRONCLAD_LOG_KEY_FILE": str(tmp_path / "keys" / "log")}
    assert signing_for(url, apart).notary == tmp_path / "keys" / "log.notary"
    assert not caplog.records
    beside = Path(f"{key}.notary")
    beside.write_text("made by an earlier build")
    assert signing_for(url, settings).notary == beside
    assert f"move it to {file}" in caplog.text
    file.parent.mkdir(parents=True)
    file.write_text("moved")
    assert signing_for(url, settings).notary == file
    monkeypatch.setattr(Path, "home", homeless)
    assert signing_for(url, {**settings, "XDG_STATE_HOME": ""}).notary == beside
    assert "set IRONCLAD_NOTARY_FILE" in caplog.text


def homeless() -> Path:
    raise RuntimeError("Could not determine home directory.")


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
