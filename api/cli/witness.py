"""`ironclad witness`: cosign the checkpoints of logs that ask for it (C2SP tlog-witness)."""

import sys
import time
from pathlib import Path

import click

from ironclad.api.cli.console import json_option, out, print_document, unusable
from ironclad.api.serving.ports import AddressInUse
from ironclad.api.serving.witness_files import (
    WitnessKeys,
    default_key,
    default_state,
    host_name,
    open_witness,
)
from ironclad.eventlog.ledger.cosigners import LogKey, read_log_key
from ironclad.eventlog.ledger.policy import read_policy
from ironclad.eventlog.witness.cosigning import CosigningWitness
from ironclad.eventlog.witness.heads import WitnessHeads, WitnessStateError

_file = click.Path(dir_okay=False, path_type=Path)


@click.command()
@click.option("--log", "logs", multiple=True, metavar="KEY", help="A log's public key (again for more).")
@click.option(
    "--policy", type=_file, help="A policy (docs/ledger.md): the logs that it names are cosigned too."
)
@click.option(
    "--key",
    type=_file,
    help="The witness's key, made on first use. [default: in the user's configuration]",
)
@click.option(
    "--state",
    type=_file,
    help="What was cosigned last; a copy is beside the key. [default: in the user's state directory]",
)
@click.option("--name", help="The name of a key that is made: an address of yours without `https://`.")
@click.option(
    "--continue",
    "continued",
    type=_file,
    metavar="FILE",
    help="Take over a key of `ironclad audit --witness`, whose --state this FILE was.",
)
@click.option("--host", default="127.0.0.1", show_default=True, help="The address to listen on.")
@click.option(
    "--port", default=8100, show_default=True, type=click.IntRange(0, 65_535), help="0 takes a free one."
)
@json_option
def witness(
    logs: tuple[str, ...],
    policy: Path | None,
    key: Path | None,
    state: Path | None,
    name: str | None,
    continued: Path | None,
    host: str,
    port: int,
    as_json: bool,
) -> None:
    """Cosign the checkpoints of logs, each only if it extends the last one that was cosigned of that log.

    A log posts its checkpoints to ADDRESS/add-checkpoint; give its operator the line that is printed. Keep
    the key and the state on two disks: together they are what the witness must not forget.
    """
    try:
        key, state = key or default_key(), state or default_state()
        known = _logs(logs, policy)
        keys, heads = open_witness(key, state, name or host_name(), continued)
    except (ValueError, OSError, RuntimeError, WitnessStateError) as wrong:  # RuntimeError: no home
        unusable(str(wrong))
    with heads:
        _serve(keys, heads, known, state, host, port, as_json)


def _logs(logs: tuple[str, ...], policy: Path | None) -> list[LogKey]:
    """The keys of the logs to cosign. Raises ValueError, OSError."""
    known = [read_log_key(each) for each in logs]
    if policy is not None:
        known += [each.key for each in read_policy(policy.read_bytes()).logs]
    if not known:
        raise ValueError("name the logs to cosign: --log KEY, or --policy FILE with `log` lines")
    if unchecked := [each.name for each in known if not each.checkable]:
        raise ValueError(f"this build cannot check the key of {', '.join(unchecked)}")
    return known


def _serve(
    keys: WitnessKeys,
    heads: WitnessHeads,
    known: list[LogKey],
    state: Path,
    host: str,
    port: int,
    as_json: bool,
) -> None:
    # Imported here: the command's help needs no web server.
    from ironclad.api.serving.witness_server import WitnessApplication, about, keep_fork, serve_witness

    try:
        cosigning = CosigningWitness(
            known, keys.cosigners, heads, lambda: int(time.time()), keep_fork(state.absolute())
        )
        application = WitnessApplication(cosigning, lambda: about(keys, known, heads))
        serve_witness(application, host, port, lambda address: _announce(address, keys, known, as_json))
    except AddressInUse as taken:
        unusable(f"{taken.strerror or taken}; choose another with --port")
    except (OSError, ValueError) as wrong:
        unusable(str(wrong))


def policy_lines(keys: WitnessKeys, address: str) -> list[str]:
    """The witness as lines of a log's policy, one for each of its keys."""
    name = keys.ed25519.name.replace("/", "-")
    lines = [f"witness {name} {keys.ed25519.verifier} {address}"]
    if keys.ml_dsa is not None:
        lines.append(f"witness {name}-ml-dsa {keys.ml_dsa.verifier} {address}")
    return lines


def _announce(address: str, keys: WitnessKeys, known: list[LogKey], as_json: bool) -> None:
    lines = policy_lines(keys, address)
    origins = list(dict.fromkeys(each.name for each in known))
    if as_json:
        print_document({"address": address, "logs": origins, "policy": lines})
    else:
        say = out().print
        say(f"\n  The witness {keys.ed25519.name} listens at {address}/", markup=False, soft_wrap=True)
        say(f"  It cosigns {', '.join(origins)}", markup=False, soft_wrap=True)
        say("  For the policy of each log, with an address that the log can reach:\n", markup=False)
        for line in lines:
            say(line, markup=False, soft_wrap=True)
        say("")
    sys.stdout.flush()
