"""The `ironclad` command: a door to each of the others, which are imported only when they are asked for."""

from importlib import import_module
from importlib.metadata import version

import click

from ironclad.api.serving.secret_files import take_from_files

COMMANDS = {
    "serve": "ironclad.api.cli.serve",
    "rulesets": "ironclad.api.cli.replay",
    "rules": "ironclad.api.cli.rules",
    "case": "ironclad.api.cli.case",
    "clock": "ironclad.api.cli.clock",
    "odds": "ironclad.api.cli.odds",
    "selfplay": "ironclad.api.cli.selfplay",
    "replay": "ironclad.api.cli.replay",
    "position": "ironclad.api.cli.replay",
    "export": "ironclad.api.cli.replay",
    "verify": "ironclad.api.cli.verify",
    "readjudicate": "ironclad.api.cli.readjudicate",
    "key": "ironclad.api.cli.key",
    "sign": "ironclad.api.cli.key",
    "audit": "ironclad.api.cli.audit",
    "table": "ironclad.api.cli.table",
    "witness": "ironclad.api.cli.witness",
    "projector": "ironclad.api.cli.projector",
    "clerk": "ironclad.api.cli.clerk",
    "rebuild": "ironclad.api.cli.projector",
    "account": "ironclad.api.cli.account",
    "migrate": "ironclad.api.cli.upkeep",
    "copy": "ironclad.api.cli.upkeep",
    "doctor": "ironclad.api.cli.upkeep",
    "restore": "ironclad.api.cli.restore",
    "bench": "ironclad.api.cli.bench.command",
}


class _Doors(click.Group):
    """Finds each command in its module, so that `ironclad rulesets` need not load a web server."""

    def list_commands(self, context: click.Context) -> list[str]:
        return list(COMMANDS)

    def get_command(self, context: click.Context, name: str) -> click.Command | None:
        if name not in COMMANDS:
            return None
        command: click.Command = getattr(import_module(COMMANDS[name]), name)
        return command


@click.group(cls=_Doors, context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100})
@click.version_option(version("ironclad"), prog_name="ironclad")
def main() -> None:
    """A referee for American Civil War wargames: every command becomes events in an append-only log."""
    try:
        take_from_files()
    except (OSError, ValueError) as wrong:
        raise click.UsageError(f"a setting cannot be read from its file: {wrong}") from wrong
