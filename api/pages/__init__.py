"""The pages: games, and one game at any event. Complete without scripts, nothing from elsewhere.

A user who is signed in has a session in a cookie that scripts cannot read (HttpOnly), that other sites'
forms do not send (SameSite=Lax, so that a user who follows a link from elsewhere is still signed in) and that
over https no other host can have set (`__Host-`). A seat's token that belongs to no account is kept in the
same way, SameSite=Strict, for this game's pages only (Path). Local storage would work only with scripts, and
would give every token to any script that gets in.

By the API a cookie is good for our own pages' scripts only (`Sec-Fetch-Site`), and to act only in games,
in JSON and with a header of ours, which no foreign page can send. Forms are further held to `Origin` and
`Sec-Fetch-Site`, which tell apart what SameSite does not (another port of the same machine).
"""

# The modules are imported for their routes, which join the blueprint.
from ironclad.api.pages import (  # noqa: F401
    account,
    faults,
    game,
    games,
    invitations,
    readers,
    second_factor,
)
from ironclad.api.pages.root import blueprint, failure_page, refuse_foreign_forms

__all__ = ["blueprint", "failure_page", "refuse_foreign_forms"]
