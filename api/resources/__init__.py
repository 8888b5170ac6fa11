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
    remarks,
    replays,
    rulesets,
    talk,
    timelines,
    trials,
)

BLUEPRINTS: tuple[APIBlueprint, ...] = (
    rulesets.blueprint,
    games.blueprint,
    commands.blueprint,
    readings.blueprint,
    live.blueprint,
    timelines.blueprint,
    trials.blueprint,
    dice.blueprint,
    keys.blueprint,
    intents.blueprint,
    endings.blueprint,
    readers.blueprint,
    invitations.blueprint,
    talk.blueprint,
    remarks.blueprint,
    replays.blueprint,
    accounts.blueprint,
    ledger.blueprint,
    bundles.blueprint,
    operation.blueprint,
)
