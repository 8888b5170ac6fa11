"""The calls of the API, one file a chapter; every blueprint is listed here."""

from apiflask import APIBlueprint

from ironclad.api.resources import (
    accounts,
    bundles,
    commands,
    dice,
    endings,
    games,
    intents,
    invitations,
    keys,
    ledger,
    live,
    operation,
    readers,
    readings,
    rulesets,
    second_factor,
    talk,
    timelines,
)

BLUEPRINTS: tuple[APIBlueprint, ...] = (
    rulesets.blueprint,
    games.blueprint,
    commands.blueprint,
    readings.blueprint,
    live.blueprint,
    timelines.blueprint,
    dice.blueprint,
    keys.blueprint,
    intents.blueprint,
    endings.blueprint,
    readers.blueprint,
    invitations.blueprint,
    talk.blueprint,
    accounts.blueprint,
    second_factor.blueprint,
    ledger.blueprint,
    bundles.blueprint,
    operation.blueprint,
)
