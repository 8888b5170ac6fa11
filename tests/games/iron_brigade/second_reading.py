"""A second reading of the arithmetic of chapters III, IV, V and VII.

It is plain and slow, was written from the clauses alone and imports nothing of the ruleset. Numbers of the
charts are typed from the clauses. A situation is a dict of the words of the clauses.
"""

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any

Case = Mapping[str, Any]

SMALL_ARMS = {  # IV.A/1 to IV.A/5: (upper end of the band in inches, factor)
    "breechloader": [(4, 15), (8, 12), (12, 9), (20, 6), (30, 3), (40, 1)],
    "rifle_musket": [(4, 10), (8, 8), (12, 6), (20, 4), (30, 2), (40, 1)],
    "repeater": [(4, 20), (8, 16), (12, 12), (20, 8), (30, 4), (40, 2)],
    "carbine": [(4, 9), (8, 7), (12, 4), (20, 2), (30, 1)],
    "musket": [(4, 5), (8, 2)],
    "shotgun": [(2, 15)],
    "grenade": [(2, 3)],
    "pistol": [(2, 15)],
}
MEN = (  # IV.C/1 and IV.C/2, hundredths for 1 to 30 men
    *(1, 3, 4, 6, 7, 8, 10, 11, 13, 14),
    *(16, 17, 18, 20, 21, 23, 24, 26, 27, 29),
    *(30, 31, 33, 34, 36, 37, 39, 40, 41, 43),
)
BATTERIES_A_POINT = {"green": 1, "regular": 2, "elite": 3, "crack": 4}  # IV.B/4, VII.D/3


def batteries(grade: str, number: int) -> int:
    """Points for enemy batteries; a fraction is rounded up (IV.B/4)."""
    return -(-number // BATTERIES_A_POINT[grade])


def weapon(name: str, hundredths: int, mounted: bool) -> int | None:
    """The factor of a weapon at a range in hundredths of an inch, or None if it cannot fire (IV.A, VI.L)."""
    bands = SMALL_ARMS[name]
    for place, (end, factor) in enumerate(bands):
        if hundredths <= 100 * end:
            if not mounted or name in ("pistol", "shotgun"):
                return factor
            return bands[place + 1][1] if place + 1 < len(bands) else None
    return None


def men(number: int) -> Fraction:
    """Above 30 the men fire as 30 and the rest (IV.C/3)."""
    hundredths = 0
    while number > 30:
        hundredths += MEN[29]
        number -= 30
    if number:
        hundredths += MEN[number - 1]
    return Fraction(hundredths, 100)


def small_arms(case: Case, hundredths: int) -> tuple[int, int] | None:
    """(men killed without a die, a ten-sided die at or below this kills one more), or None for a refusal."""
    factor = weapon(case["weapon"], hundredths, case["rider"])
    if factor is None:
        return None
    total = Fraction(factor)
    if case["irregular"]:
        total -= Fraction(1, 2)
    total += {"green": -1, "regular": 0, "elite": 1, "crack": Fraction(3, 2)}[case["grade"]]
    if case["sharpshooter"]:
        total += 2
    if case["cover"] == "soft":
        total -= 1
    if 0 < case["moved"] <= Fraction(1, 2):
        total -= 1
    total -= batteries(case["grade"], case["batteries"])
    if case["firer_formation"] == "skirmish":
        total -= 1
    scattered = case["target_formation"] == "skirmish" or case["target_battery"]
    if case["target_formation"] == "open" and not scattered:
        total -= 1
    if case["target_mounted"]:
        total += 1
    total = max(total, Fraction(0)) * men(case["men"])
    if case["cover"] == "trench":
        total *= Fraction(1, 4)
    else:
        if case["prone"]:
            total *= Fraction(1, 2)
        if case["cover"] == "hard":
            total *= Fraction(1, 2)
    for applies in (
        case["firer_disorganized"],
        scattered,
        case["rider"] and case["weapon"] not in ("pistol", "shotgun"),
    ):
        if applies:
            total *= Fraction(1, 2)
    total *= depth(case)
    if case["moved"] > Fraction(1, 2):
        total *= Fraction(1, 5)
    whole = total.numerator // total.denominator
    tenths = int((total - whole) * 10 + Fraction(1, 2))
    return (whole + 1, 0) if tenths == 10 else (whole, tenths)


def depth(case: Case) -> Fraction:
    """Flank fire counts twice and sees no ranks (IV.D/4, IV.D/5, V.B/3 to V.B/5, G/48)."""
    if case["flank"]:
        return Fraction(2)
    if case["ranks"] >= 5:
        return Fraction(9, 5)
    return Fraction(3, 2) if case["ranks"] >= 3 else Fraction(1)


def artillery(case: Case, row: Sequence[int], hundredths: int) -> tuple[int, int] | None:
    """(casualties without a die, a twenty-sided die at or below this is one more), or None (V.A)."""
    feet = max(1, -(-hundredths // 1200))
    if feet > len(row):
        return None
    section = row[feet - 1]
    section += {"green": -1, "regular": 0, "elite": 1, "crack": 2}[case["grade"]]
    for name in ("confederate", "irregular", "prone", "moved"):
        section -= case[name]
    section -= {None: 0, "soft": 1, "hard": 2, "trench": 3}[case["cover"]]
    section -= 2 * case["fired_upon"] + 2 * (case["target_formation"] == "open")
    section += 2 * case["target_mounted"]
    total = max(1, section) * case["own"] + max(1, section - 3) * case["replaced"]
    if case["whole"] and case["own"] + case["replaced"] >= 2:
        total += 2
    product = total * depth(case)
    for applies in (case["firer_disorganized"], case["target_formation"] == "skirmish"):
        if applies:
            product *= Fraction(1, 2)
    return divmod(int(product + Fraction(1, 2)), 20)


def morale(case: Case, value: int, dice: int) -> int:
    """The total of a check, `dice` being what the dice add (VII.D)."""
    total = value + dice - 5 * batteries(case["grade"], case["batteries"])
    total -= 5 * int(Fraction(case["lost"], case["starting"]) / Fraction(15, 100))
    total -= 5 * (case["turns_fired"] >= 8)
    total -= {None: 0, "soft": 5, "hard": 10, "trench": 10}[case["enemy_cover"]]
    total += {None: 0, "soft": 5, "hard": 10, "trench": 10}[case["cover"]]
    total += {None: 0, "away": -5, "forward": 5}[case["moved"]]
    total -= {"good": 0, "disorganized": 5, "broken": 10, "routed": 15}[case["state"]]
    for word, amount in (
        ("broken_friend", -5),
        ("routed_friend", -10),
        ("mounted_hit", -10),
        ("flank", -10),
        ("rear", -15),
        ("flank_melee", -15),
        ("captured", -10),
        ("skirmish", -10),
        ("supported", 5),
        ("beaten_enemy", 5),
    ):
        total += amount * case[word]
    return int(total + case["officer"] + case["charge"])


def morale_result(total: int) -> tuple[str, int]:
    """The state that a total names, "good" where it names none, and the dice of the move back (VII.E)."""
    if total <= 5:
        return "routed", 4
    if total <= 14:
        return "broken", 3
    return ("disorganized", 2) if total <= 19 else ("good", 0)


def counter_battery(has: Mapping[str, int], dice: Sequence[int]) -> tuple[dict[str, int], int]:
    """What is left after one hit, and how many of `dice` were rolled (V.D/2 to V.D/6)."""
    left = dict(has)
    for rolled, die in enumerate(dice, 1):
        named = {4: "man", 5: "man", 6: "horse man", 7: "section", 8: "section", 9: "limber", 10: "limber"}
        exploded = False
        for thing in named.get(die, "horse").split():
            if not left["section"]:
                return left, rolled
            order = ["man", "horse", "section"]
            while not left[thing]:
                thing = "man" if thing in ("limber", "section") else order[order.index(thing) + 1]
            if thing == "limber":
                left["ammunition"] -= -(-left["ammunition"] // left["limber"])
                exploded = die == 10
            left[thing] -= 1
            if thing == "section":
                left["man"] = min(left["man"], 2 * left["section"])
                left["horse"] = min(left["horse"], left["horses_a_section"] * left["section"])
        if not exploded:
            return left, rolled
    raise ValueError("more dice are due")


SPEEDS = {  # III.F/1 to III.F/9: field, road, rough or steep, swamp, dense woods, normal woods; 0: may not go
    ("infantry", "skirmish"): (8, 0, 4, 4, 3, 5),
    ("infantry", "line"): (6, 0, 5, 2, 2, 4),
    ("infantry", "column"): (7, 9, 6, 2, 3, 5),
    ("cavalry", "skirmish"): (18, 0, 10, 0, 4, 6),
    ("cavalry", "line"): (16, 0, 8, 0, 3, 5),
    ("cavalry", "column"): (20, 24, 10, 0, 4, 7),
    ("horse_artillery", "column"): (16, 18, 8, 0, 2, 4),
    ("field_artillery", "column"): (12, 14, 6, 0, 1, 2),
    ("heavy_artillery", "column"): (10, 12, 5, 0, 0, 1),
    ("light_artillery", "column"): (14, 16, 7, 0, 1, 3),
}
GROUNDS = ("field", "road", "rough", "swamp", "dense_woods", "normal_woods")


def speed(arm: str, formation: str, ground: str, fence: bool) -> int:
    """Hundredths of an inch a turn, 0 where the unit may not go (III.A/3, III.E/1, III.F)."""
    row = SPEEDS[arm, formation]
    if ground == "fordable_river":
        return row[2] * 50
    found = row[GROUNDS.index("rough" if ground == "steep" else ground)]
    return 100 * (min(found, row[2]) if fence and arm != "infantry" else found)
