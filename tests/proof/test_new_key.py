"""A log that another key signs from now on: a backup whose key is lost, with all that was published of it."""

from pathlib import Path

from ironclad.eventlog.ledger.checkpoints import Checkpoint, open_checkpoint
from ironclad.eventlog.ledger.errors import LedgerError
from ironclad.eventlog.ledger.notes import Note, SigningKey
from ironclad.eventlog.signer import Signing
from ironclad.eventlog.store.checkpoints import Checkpoints
from tests.log.conftest import pull, referee_at
from tests.proof.test_signer import KEY, WITNESS, grown, signed, until

OTHER = SigningKey("another.example/log", b"9" * 32)


def of_the_new_key(published: Checkpoints) -> Checkpoint | None:
    """The last checkpoint in the table, if the new key signed it."""
    try:
        return open_checkpoint(str(published.latest()), [OTHER.verifier])[0]
    except LedgerError:
        return None


def test_its_checkpoint_takes_the_place_of_one_of_the_same_size(url: str, tmp_path: Path) -> None:
    """The lines of witnesses are of the old checkpoint and go with it; dice do not wait for growth."""
    witnesses = (WITNESS.verifier,)
    with referee_at(url, signing=Signing(KEY, tmp_path / "one", witnesses)) as referee:
        game = grown(referee)
        old = signed(referee)
        note = referee.prover.checkpoint()
        line = WITNESS.cosign(note.text, 1_700_000_000)
        referee.prover.cosign(str(Note(note.text, (note.signatures[0], line))))
        assert len(referee.prover.checkpoint().signatures) == 2
    with referee_at(url, signing=Signing(OTHER, tmp_path / "two", witnesses)) as referee:
        published = referee.open_games.ledger.published
        found = until(lambda: of_the_new_key(published))
        assert (found.size, found.root) == (old.size, old.root)
        assert len(referee.prover.checkpoint().signatures) == 1
        assert referee.open_games.ledger.covers(1)
        pull(referee, game)


def test_a_key_that_follows_keeps_the_lines_of_witnesses(url: str, tmp_path: Path) -> None:
    """It signs the same text: who cosigned that has cosigned this."""
    following = SigningKey(KEY.name, b"2" * 32)
    witnesses = (WITNESS.verifier,)
    with referee_at(url, signing=Signing(KEY, tmp_path / "one", witnesses)) as referee:
        grown(referee)
        signed(referee)
        note = referee.prover.checkpoint()
        line = WITNESS.cosign(note.text, 1_700_000_000)
        referee.prover.cosign(str(Note(note.text, (note.signatures[0], line))))
    with referee_at(url, signing=Signing(KEY, tmp_path / "one", witnesses, following)) as referee:
        until(lambda: len(referee.prover.keys().keys) == 2)
        assert line in referee.prover.checkpoint().signatures
