"""Settings for every test: hypothesis without deadlines, since two tests share a machine's cores."""

from hypothesis import settings

settings.register_profile("ironclad", deadline=None, print_blob=True)
settings.load_profile("ironclad")
