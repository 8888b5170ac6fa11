"""The application for any WSGI server: `gunicorn --threads 8 'api.wsgi:application()'`.

It reads IRONCLAD_URL (the log; `sqlite:///ironclad.db` unless set) and IRONCLAD_HOSTS (names under which it
may be asked, separated by commas; all unless set). Over SQLite: one process, with threads.
"""

import atexit
import os

from apiflask import APIFlask

from api import logs
from api.app import create_app
from api.rulesets import installed
from api.serve import secret_for
from api.settings import Settings
from projections.referee import Referee


def application() -> APIFlask:
    """An application over a referee of its own, closed when the process ends."""
    logs.configure()
    url = os.environ.get("IRONCLAD_URL", "sqlite:///ironclad.db")
    hosts = tuple(name for name in os.environ.get("IRONCLAD_HOSTS", "").split(",") if name)
    rulesets = installed()
    referee = Referee(url, rulesets, secret=secret_for(url))
    atexit.register(referee.close)
    return create_app(referee, Settings(rulesets=rulesets, hosts=hosts))
