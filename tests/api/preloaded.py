"""What servers of tests have in common, imported once for all of them (`tests.api.forking`)."""

from ironclad.api.rulebook.rulesets import installed
from ironclad.api.serving import serve
from tests.api.story import dice
from tests.toys import both_row, sealed_fields, two_ferries

__all__ = ["both_row", "dice", "sealed_fields", "serve", "two_ferries"]

installed()
