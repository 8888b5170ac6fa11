"""The second factor on the pages: its secret as a picture and as text, and recovery codes, all shown once."""

import segno
from flask import redirect, render_template, url_for
from markupsafe import Markup
from werkzeug.wrappers import Response

from ironclad.api.http.guard import needs
from ironclad.api.pages.account import code, secret
from ironclad.api.pages.root import blueprint
from ironclad.api.resources.second_factor import confirm, remove, renew, set_up
from ironclad.api.settings import Kind
from ironclad.referee.people.roles import Right
from ironclad.referee.people.second_factor import Enrolment


@blueprint.post("/account/second-factor")
@needs(Right.OWN, Kind.SIGN_IN)
def begin_second_factor() -> str:
    """Show a new secret once, as a QR code and as text, with a form for its first code."""
    made = set_up(secret("password"))
    return render_template("second_factor.html", made=made, picture=qr_code(made))


@blueprint.post("/account/second-factor/confirmation")
@needs(Right.OWN, Kind.SIGN_IN)
def turn_on_second_factor() -> str:
    """Turn it on by a first code, and show the recovery codes once."""
    return render_template("recovery_codes.html", codes=confirm(code()).recovery_codes)


@blueprint.post("/account/second-factor/recovery-codes")
@needs(Right.OWN, Kind.SIGN_IN)
def make_recovery_codes() -> str:
    """Show new recovery codes once."""
    return render_template("recovery_codes.html", codes=renew(secret("password"), code()).recovery_codes)


@blueprint.post("/account/second-factor/removal")
@needs(Right.OWN, Kind.SIGN_IN)
def turn_off_second_factor() -> Response:
    """Turn it off."""
    remove(secret("password"), code())
    return redirect(url_for("pages.show_account"), 303)


def qr_code(made: Enrolment) -> Markup:
    """The address of a secret as an SVG, with a light ground of its own, for phones, in dark colours too."""
    drawn = segno.make_qr(made.uri, error="m")
    size = {"scale": 5, "border": 4, "dark": "#000", "light": "#fff", "title": "QR code of the secret"}
    return Markup(drawn.svg_inline(**size))  # safe: the only text in it is the title
