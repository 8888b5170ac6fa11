"""The tracks beside the map, as blocks: turns, economy, politics, Kentucky, manpower, leaders, control.

Every figure is that of a view; each block says with its clauses and events why it is so.
"""

from collections.abc import Iterator
from typing import Any

from ironclad.domain.games.american_civil_war.board.names import place as place_name
from ironclad.domain.games.american_civil_war.position.state import SIDES, Position
from ironclad.domain.games.american_civil_war.readers.scene import SIDE_NAMES
from ironclad.domain.games.american_civil_war.readers.turn_track import turn_blocks
from ironclad.domain.games.american_civil_war.readers.views.general import (
    economy_view,
    map_view,
    politics_view,
)
from ironclad.domain.kernel.drawing.blocks import (
    Block,
    Said,
    box,
    clause,
    facts,
    heading,
    items,
    legend,
    place,
    side_name,
    signed,
    swatch,
    table,
    term,
    text,
    track,
    why,
)

View = dict[str, Any]
LOWEST, HIGHEST = -4, 4  # the ends of the political track (15.1)


def tracks_view(position: Position) -> View:
    """The tracks as blocks: headings, tracks of boxes, facts and tables, each with its clauses and events."""
    shown, economy, politics = map_view(position), economy_view(position), politics_view(position)
    return {
        "blocks": [
            *turn_blocks(position),
            *_economy(economy, politics),
            *_status(politics),
            *_kentucky(politics),
            *_manpower(politics),
            *_leaders(shown["leaders"]),
            *_control(shown["control"]["totals"]),
        ]
    }


def _economy(economy: View, politics: View) -> Iterator[Block]:
    """The economy less political status, between what the Confederacy needs and what wins for it (3.3,
    14.1).
    """
    recorded, now = economy["recorded"], economy["now"]
    survival, victory, relief = economy["survival"], economy["victory"], economy["survival_reduction"]
    most = max(24, victory + 1, recorded["size"] + 1, now["size"] + 1)
    yield heading("Confederate economy")
    yield track(
        f"Economy {recorded['size']} less politics; survival {survival}, victory above {victory}",
        [_level(level, economy) for level in range(most + 1)],
    )
    yield legend(
        [
            ("recorded", "recorded, less politics"),
            ("counted", "if counted now"),
            ("", "grey: the Union wins · framed gold: the Confederacy wins"),
        ]
    )
    status = signed(recorded["political_status"])
    below = f"{survival} ({survival + relief} − {relief} by elections)" if relief else str(survival)
    yield facts(
        [
            ("Recorded economy", str(recorded["economy"])),
            ("Less political status", f"{recorded['economy']} − ({status}) = {recorded['size']}"),
            ("Without factories, for victory", str(recorded["size_without_factories"])),
            ("If counted now", f"{now['economy']}, less politics {now['size']}"),
            ("The Union wins below", below),
            ("The Confederacy wins above", str(victory)),
            ("ASP at large", str(politics["diplomacy"]["at_large"])),
        ]
    )
    yield why(
        "the economy",
        ["3.3/1", "3.3/2", "3.3/3", "3.3/4", "14.1/2"],
        ["economy_reckoned", "victory_checked"],
        [heading("If it were counted now", 3), _counted(now)],
    )
    yield why("at large", ["4.2.3/1", "15.3/2"], ["diplomacy_rolled"])


def _level(level: int, economy: View) -> Block:
    recorded, now = economy["recorded"]["size"], economy["now"]["size"]
    survival, victory = economy["survival"], economy["victory"]
    means = [
        "the Union would win" if level < survival else "",
        "the least on which the Confederacy survives" if level == survival else "",
        "the Confederacy would win" if level > victory else "",
        "recorded, less politics" if level == recorded else "",
        "if it were counted now, less politics" if level == now else "",
    ]
    return box(
        str(level),
        ", ".join([str(level), *filter(None, means)]),
        [mark for mark, at in (("recorded", recorded), ("counted", now)) if at == level],
        past=level < survival,
        now=level > victory,
        edge=level in (survival, victory),
    )


def _counted(now: View) -> Block:
    """What counts towards the economy as things stand, and what does not, with the reason."""
    rows = [*now["centres"], *now["ports"], *now["works"]]
    out = [number for number, each in enumerate(rows) if each.get("counts") is False]
    cells: list[list[Said]] = [
        [
            each["name"],
            f"0 of {each['value']}" if number in out else str(each["value"]),
            [f"{each['reason']} ", *([clause(each["rule"])] if each.get("rule") else [])],
        ]
        for number, each in enumerate(rows)
    ]
    st_louis: list[Said] = [
        "St Louis",
        str(now["st_louis"]),
        [f"{now['st_louis_reason']} ", clause("15.6/3")],
    ]
    return table(
        ["What", "Counts", "Because"], [*cells, st_louis], out=out, foot=["In all", str(now["economy"]), ""]
    )


def _status(politics: View) -> Iterator[Block]:
    now, diplomacy, draft = politics["political_status"], politics["diplomacy"], politics["draft"]
    yield heading("Politics")
    yield track(
        f"Union political status {signed(now)}, on a track from −4 to +4",
        [
            box(
                signed(level),
                f"{signed(level)}{', Confederate diplomacy is rolled for' if level < 0 else ''}",
                ["union"] if level == now else [],
                now=level == now,
                past=level < 0,
            )
            for level in range(LOWEST, HIGHEST + 1)
        ],
    )
    rows: list[tuple[str, Said]] = [
        ("Union political status", signed(now)),
        ("Diplomacy", diplomacy["status"].replace("_", " ").capitalize()),
        ("Draft", "may be declared" if draft["allowed"] else "may not be declared"),
    ]
    if diplomacy["mediation_turn"]:
        rows.append(("Mediation holds in turn", str(diplomacy["mediation_turn"])))
    if draft["markers"]:
        markers = ", ".join(f"+{marker} in turn {turn}" for turn, marker in draft["markers"].items())
        rows.append(("Draft markers", markers))
    if penalty := politics["elections"]["penalty"]:
        rows.append(("Elections lost", f"−{penalty} Union ASP a turn"))
    yield facts(rows)
    yield why(
        "political status",
        ["15.0/1", "15.1/1", "15.1/2", "15.1/3", "15.1/4", "15.1/5"],
        ["political_status_changed", "political_roll", "surrender_rolled"],
    )
    yield why(
        "elections, drafts and diplomacy",
        ["15.2/1", "4.1.3/1", "15.3/1"],
        ["election_held", "draft_declared", "diplomacy_rolled"],
    )


def _kentucky(politics: View) -> Iterator[Block]:
    known, turn = politics["kentucky"], politics["turn"]
    neutral = known["status"] == "neutral"
    says = ["neutral" if neutral else f"with the {SIDE_NAMES.get(known['status'], known['status'])}"]
    if known["joined"]:
        says.append(f"since turn {known['joined']}")
    if known["violator"]:
        says.append(f"after the {SIDE_NAMES[known['violator']]} violated its neutrality")
    yield heading(f"Kentucky: {', '.join(says)}", 3)
    if neutral and turn >= 2:
        chance = f"a die below {turn}: {min(6, turn - 1)} in 6. "
        yield text([f"In this turn's Political Phase it joins the Union on {chance}", clause("15.5.1/1")])
    elif neutral:
        yield text(["From turn 2 on it is rolled for in each Political Phase. ", clause("15.5.1/1")])
    yield items(
        [
            [
                swatch(each["held_by"] or "none"),
                place(each["hex"], each["name"]),
                f": {SIDE_NAMES.get(each['held_by'] or '', 'nobody')}",
            ]
            for each in known["centres"]
        ],
        "columns",
    )
    events = ("rolled", "violated", "joined", "militia_raised")
    yield why(
        "Kentucky",
        ["15.5/1", "15.5.1/1", "15.5.2/1"],
        [*(f"kentucky_{each}" for each in events), "units_deployed"],
    )


def _manpower(politics: View) -> Iterator[Block]:
    """Manpower, and what the Union's reinforcements are made of (4.1.1)."""
    due, lost, called = (
        politics["union_reinforcements"],
        politics["union_asp_lost"],
        politics["militia_called"],
    )
    rows = []
    for side in SIDES:
        has = politics["manpower"][side]
        asp = f"{has['asp']} of {has['asp_limit']}" if has["asp_limit"] else str(has["asp"])
        rows.append([SIDE_NAMES[side], asp, str(has["cavalry"]), str(has["msp"])])
    yield heading("Manpower")
    yield table(["In play", "ASP", "Cavalry", "MSP"], rows)
    told: list[tuple[str, Said]] = [
        ("Union reinforcements, if calculated now", f"{due['total']} ASP"),
        ("Union ASP lost this turn, last turn", f"{lost['this_turn']}, {lost['last_turn']}"),
    ]
    if called:
        told.append(("Militia called this turn", ", ".join(called)))
    yield facts(told)
    yield why(
        "reinforcements",
        ["4.1.1/1", "4.1.1/3", "4.2.1/1"],
        ["reinforcements_reckoned"],
        [items([term(signed(each["amount"]), each["name"], each["rule"]) for each in due["terms"]], "sums")],
    )


def _leaders(leaders: list[View]) -> Iterator[Block]:
    rows: list[list[Said]] = []
    for side in SIDES:
        for each in (each for each in leaders if each["side"] == side):
            away = f"wounded, back in turn {each['returns']}" if each["returns"] else "not in play"
            at: Said = place(each["hex"], place_name(each["hex"])) if each["hex"] else away
            rows.append([side_name(side, each["leader"]), str(each["rating"]), at])
    events = ("created", "promoted", "wounded", "killed", "captured", "returned")
    yield heading("Leaders")
    yield table(["Leader", "Rating", "Where"], rows)
    yield why("the leaders", ["10.0/1", "9.12/1", "9.12/5"], [f"leader_{each}" for each in events])


def _control(totals: View) -> Iterator[Block]:
    kinds = {"hexes": "Hexes", "towns": "Towns", "supply_centres": "Supply centres"}
    owners = (*SIDES, "none")
    yield heading("Control")
    yield table(
        ["", *(SIDE_NAMES[side] for side in SIDES), "Nobody"],
        [[name, *(str(totals[side][kind]) for side in owners)] for kind, name in kinds.items()],
    )
    yield why("control", ["3.1/2", "3.1/4", "7.1/3"], ["hex_taken", "rails_taken"])
