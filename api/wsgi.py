"""The application for any WSGI server: `gunicorn --threads 8 'ironclad.api.wsgi:application()'`.

It reads IRONCLAD_URL (the log; `sqlite:///ironclad.db` unless set) and what `from_environment` in
`ironclad.api.settings` names (hosts, accounts, proxies …). Over SQLite: one process, with threads. Live
streams are short here: each has what is there, and its reader comes again by itself, because a thread is all
that such a server can wait with.
"""

import atexit
import os

from apiflask import APIFlask

from ironclad.api.app import create_app
from ironclad.api.rulebook.rulesets import installed
from ironclad.api.service import Service, ServiceSettings
from ironclad.api.serving import logs
from ironclad.api.serving.beacon import beacon_for
from ironclad.api.serving.secret import given_key, secret_for
from ironclad.api.serving.secret_files import take_from_files
from ironclad.api.serving.signing import signing_for
from ironclad.api.settings import Settings, from_environment


def application() -> APIFlask:
    """An application over a referee of its own, closed when the process ends."""
    logs.configure()
    take_from_files()
    url = os.environ.get("IRONCLAD_URL", "sqlite:///ironclad.db")
    rulesets = installed()
    settings = Settings(rulesets=rulesets, **from_environment(os.environ, shared=True))
    signing = signing_for(url)
    more = {"access": settings.access, "redis": settings.redis, "signing": signing}
    more["beacon"] = beacon_for(len(signing.witnesses))
    keys = {
        "secret": secret_for(url),
        "dice_key": given_key("IRONCLAD_DICE_KEY"),
        "seal_key": given_key("IRONCLAD_SEAL_KEY"),
    }
    referee = Service(url, rulesets, ServiceSettings(**keys, **more))
    atexit.register(referee.close)
    return create_app(referee, settings, referee.limiter)
