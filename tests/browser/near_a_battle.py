"""A war in July 1861, played over HTTP until two armies are close to each other."""

from typing import Any

from playwright.sync_api import BrowserContext

from tests.api.running import Server, Table

MARCHES = {"csa": ("c_Richmond", "VA_E"), "usa": ("c_Washington_DC", "MD")}
"""Where the armies of the capitals are at first, and where they march in June."""


def opened(http: Any) -> Table:
    """The free set-ups, and June: both armies come to Virginia's border, two spaces apart."""
    options = {"battle_initiative": "off"}  # else the dice decide whether a set-up is sealed
    table = Table.open(http, ruleset="eagle_variant", scenario="historical", options=options)
    for _ in MARCHES:
        give(table, None)
    for side, (start, end) in MARCHES.items():
        give(table, {"type": "move_units", "units": units_of(table, side, start), "path": [end]})
        give(table, {"type": "end_movement"})
    return table


def units_of(table: Table, side: str, space: str) -> list[str]:
    """The units of a side in a space."""
    shown = table.get("/views/armies").json()["data"]["armies"]
    army = next(each for each in shown if each["space"] == space and each["army"] == side)
    return [unit["id"] for unit in army["units"]]


def give(table: Table, command: dict[str, Any] | None, seat: str = "") -> None:
    """A command of the seat that is due; without one the first that the rules offer."""
    due = next(each for each in table.get().json()["due"] if seat in ("", each["seat"]))
    chosen = command or first(table, due["seat"])
    given = table.give(due["seat"], chosen, decision=due["id"])
    assert given.status_code in (200, 202), given.text


def first(table: Table, seat: str) -> Any:
    """The first command that the rules offer a seat."""
    headers = {"Authorization": f"Bearer {table.tokens[seat]}"}
    asked = {"seat": seat, "limit": 1}
    answer = table.http.get(f"/games/{table.game}/legal", params=asked, headers=headers)
    return answer.raise_for_status().json()["commands"][0]


def seated(context: BrowserContext, server: Server, table: Table, seat: str) -> None:
    """Give a browser the cookie of a seat."""
    cookie = {"name": f"ironclad-{seat}", "value": table.tokens[seat], "url": server.address}
    context.add_cookies([cookie])  # type: ignore[list-item]
