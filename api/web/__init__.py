"""The table in the browser: a game on a map that moves, drawn by scripts from what the API tells.

Its files are modules and style sheets served as they are, under an address that names their content: a
browser keeps them for good, and a new build is a new address. The plain pages (api/pages) need no scripts.
"""

from apiflask import APIBlueprint

from ironclad.api.pages import refuse_foreign_forms

blueprint = APIBlueprint("web", __name__, template_folder="templates", enable_openapi=False)
blueprint.before_request(refuse_foreign_forms)


from ironclad.api.web import files, proof_page, table, tutorial  # noqa: E402, F401 - their routes join the blueprint above
