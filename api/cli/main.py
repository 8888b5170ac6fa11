"""The `ironclad` command: a door to each of the others, which are imported only when they are asked for."""

from importlib import import_module
from importlib.metadata import version

import click

COMMANDS = {
    "serve": "api.cli.serve",
    "rulesets": "api.cli.replay",
    "rules": "api.cli.rules",
    "case": "api.cli.case",
    "odds": "api.cli.odds",
    "selfplay": "api.cli.selfplay",
    "replay": "api.cli.replay",
    "position": "api.cli.replay",
    "export": "api.cli.replay",
    "verify": "api.cli.verify",
    "key": "api.cli.key",
    "sign": "api.cli.key",
    "audit": "api.cli.audit",
    "projector": "api.cli.projector",
    "rebuild": "api.cli.projector",
    "account": "api.cli.account",
    "migrate": "api.cli.upkeep",
    "copy": "api.cli.upkeep",
    "doctor": "api.cli.upkeep",
    "bench": "api.cli.bench",
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
