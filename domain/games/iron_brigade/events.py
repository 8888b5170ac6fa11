"""The events and commands of a battle."""

from ironclad.domain.games.iron_brigade import registry
from ironclad.domain.games.iron_brigade.rules.c03_movement import commands as movement_commands
from ironclad.domain.games.iron_brigade.rules.c03_movement import events as movement
from ironclad.domain.games.iron_brigade.rules.c06_general_fire import events as fire
from ironclad.domain.games.iron_brigade.rules.c07_morale import events as morale
from ironclad.domain.games.iron_brigade.rules.c08_charge import events as charge
from ironclad.domain.games.iron_brigade.rules.c09_melee import events as melee
from ironclad.domain.games.iron_brigade.rules.c10_mounted import events as mounted
from ironclad.domain.games.iron_brigade.rules.c11_woods import events as woods
from ironclad.domain.games.iron_brigade.rules.c13_works import events as works
from ironclad.domain.games.iron_brigade.rules.c14_supply import events as supply
from ironclad.domain.games.iron_brigade.rules.c16_balloons import events as balloons
from ironclad.domain.games.iron_brigade.rules.c17_trains import events as trains
from ironclad.domain.games.iron_brigade.rules.c23_weather import events as weather
from ironclad.domain.games.iron_brigade.rules.c26_ships import events as ships
from ironclad.domain.games.iron_brigade.rules.c28_general import events as general
from ironclad.domain.games.iron_brigade.rules.s_scenarios import events as scenario
from ironclad.domain.kernel.engine.codec import CommandReader, Registry
from ironclad.domain.kernel.engine.records import GameBegun

EVENTS = Registry(
    "iron_brigade",
    (
        GameBegun,
        *registry.EVENTS,
        *movement.EVENTS,
        *woods.EVENTS,
        *mounted.EVENTS,
        *fire.EVENTS,
        *morale.EVENTS,
        *charge.EVENTS,
        *melee.EVENTS,
        *scenario.EVENTS,
        *weather.EVENTS,
        *supply.EVENTS,
        *works.EVENTS,
        *balloons.EVENTS,
        *trains.EVENTS,
        *ships.EVENTS,
        *general.EVENTS,
    ),
)
COMMANDS = CommandReader(
    (
        movement_commands.GiveOrders,
        movement_commands.ChangeOrders,
        fire.OrderFire,
        charge.OrderCharges,
        charge.Respond,
        scenario.PlaceUnits,
        scenario.Concede,
        scenario.OfferEnd,
        *general.COMMANDS,
    )
)
