"""The blueprint of the table, its files and the tutorial."""

from apiflask import APIBlueprint

from ironclad.api.pages.root import refuse_foreign_forms

blueprint = APIBlueprint("web", __package__ or "", template_folder="templates", enable_openapi=False)
blueprint.before_request(refuse_foreign_forms)
