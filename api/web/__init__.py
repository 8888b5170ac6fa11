"""The table in the browser: a game on a map that moves, drawn by scripts from what the API tells.

Its files are modules and style sheets served as they are, under an address that names their content: a
browser keeps them for good, and a new build is a new address. The plain pages (api/pages) need no scripts.
"""

# The modules are imported for their routes, which join the blueprint.
from ironclad.api.web import dispute_pages, files, opened_page, proof_page, table, tutorial  # noqa: F401
from ironclad.api.web.root import blueprint

__all__ = ["blueprint"]
