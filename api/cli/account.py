"""`ironclad account`: the accounts of a service, made and seen to from its own machine.

Passwords are asked for on a terminal, or read from standard input: what stands on a command line, every user
of the machine can read.
"""

import os
import sys

import click
import structlog

from ironclad.api.cli.console import json_option, out, print_document, unusable
from ironclad.api.cli.store import open_referee, url_option
from ironclad.api.service import Service
from ironclad.api.serving.logs import configure
from ironclad.eventlog.errors import Busy, NameTaken, Unreadable
from ironclad.eventlog.records import AccountRecord
from ironclad.referee.people.roles import Role

role_option = click.option(
    "--role", type=click.Choice([role.value for role in Role]), help="What the account is to be."
)


@click.group()
def account() -> None:
    """Make accounts, and see to them."""


@account.command()
@click.argument("name")
@role_option
@url_option
@json_option
def add(name: str, role: str | None, url: str, as_json: bool) -> None:
    """Make an account (a player's, unless --role says otherwise); its password is asked for."""
    password = _password()
    with open_referee(url, exclusive=False, make=True) as referee:
        try:
            made = referee.people.accounts.add(name, password, Role(role or Role.PLAYER))
        except (NameTaken, Unreadable, Busy) as wrong:
            unusable(str(wrong))
    _tell((made,), as_json)


@account.command("list")
@url_option
@json_option
def list_accounts(url: str, as_json: bool) -> None:
    """Every account with its role."""
    with open_referee(url) as referee:
        _tell(referee.people.accounts.all(), as_json)


@account.command()
@click.argument("name")
@click.option("--again", is_flag=True, help="Let it sign in again.")
@url_option
@json_option
def disable(name: str, again: bool, url: str, as_json: bool) -> None:
    """Disable an account: all its tokens end, and it cannot sign in."""
    with open_referee(url) as referee:
        found = _find(referee, name)
        _tell((referee.people.accounts.change(found.account, None, not again),), as_json)


@account.command()
@click.argument("name")
@role_option
@url_option
@json_option
def role(name: str, role: str | None, url: str, as_json: bool) -> None:
    """Set the role of an account."""
    if role is None:
        unusable(f"--role is one of {', '.join(Role)}")
    with open_referee(url) as referee:
        found = _find(referee, name)
        _tell((referee.people.accounts.change(found.account, Role(role), None),), as_json)


@account.command()
@click.argument("name")
@url_option
@json_option
def revoke(name: str, url: str, as_json: bool) -> None:
    """Sign an account out everywhere: all its tokens end, its seats' too."""
    with open_referee(url) as referee:
        found = _find(referee, name)
        referee.people.accounts.revoke_tokens(found.account)
        _tell((found,), as_json)


@account.command()
@click.argument("name")
@url_option
@json_option
def password(name: str, url: str, as_json: bool) -> None:
    """Give an account a new password, when its owner has forgotten the old one; all its tokens end."""
    new = _password()
    with open_referee(url) as referee:
        found = _find(referee, name)
        try:
            referee.people.accounts.reset_password(found.account, new)
        except (Unreadable, Busy) as wrong:
            unusable(str(wrong))
        _tell((found,), as_json)


@account.command("second-factor")
@click.argument("name")
@click.option("--remove", is_flag=True, help="Turn it off, when its owner has lost app and recovery codes.")
@url_option
@json_option
def second_factor(name: str, remove: bool, url: str, as_json: bool) -> None:
    """Whether an account has a second factor; turn it off, and end all the account's tokens."""
    with open_referee(url) as referee:
        found = _find(referee, name)
        if remove:
            if not referee.people.second_factors.remove(found.account):
                unusable(f"{name!r} has no second factor")
            referee.people.accounts.revoke_tokens(found.account)
            _audit("second_factor_removed", found)
        state = referee.people.second_factors.state(found.account)
    if as_json:
        print_document({"account": found, "second_factor": state})
    else:
        left = f", {state.recovery_codes_left} recovery codes left" if state.state == "on" else ""
        out().print(f"{found.name}  second factor {state.state}{left}", markup=False, soft_wrap=True)


def _audit(event: str, found: AccountRecord) -> None:
    """Note on standard error, as a server does, what was changed by hand, of whom, and by which user here."""
    configure()
    structlog.get_logger("ironclad.accounts").info(event, account=found.account, by=f"user:{os.getuid()}")


def _find(referee: Service, name: str) -> AccountRecord:
    found = referee.people.accounts.find(name)
    if found is None:
        unusable(f"there is no account {name!r}")
    return found


def _password() -> str:
    """A new password: asked for twice on a terminal, else the first line of standard input."""
    if sys.stdin.isatty():
        asked: str = click.prompt("Password", hide_input=True, confirmation_prompt=True, err=True)
        return asked
    line = sys.stdin.readline().rstrip("\r\n")
    if not line:
        unusable("the password is read from standard input, which is empty")
    return line


def _tell(accounts: tuple[AccountRecord, ...], as_json: bool) -> None:
    if as_json:
        print_document({"accounts": accounts})
        return
    for each in accounts:
        state = "disabled" if each.disabled else "active"
        out().print(f"{each.name}  {each.role}  {state}  {each.account}", markup=False, soft_wrap=True)
