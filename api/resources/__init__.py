"""The calls of the API, one file a chapter; every blueprint is listed here."""

from apiflask import APIBlueprint

from api.resources import commands, endings, games, operation, readings, rulesets, timelines

BLUEPRINTS: tuple[APIBlueprint, ...] = (
    rulesets.blueprint,
    games.blueprint,
    commands.blueprint,
    readings.blueprint,
    timelines.blueprint,
    endings.blueprint,
    operation.blueprint,
)
