"""Readings that a game may choose in place of ours."""

from ironclad.domain.kernel.engine.records import Option

OPTIONS = {
    "basic": Option(
        "XXVIII/6",
        "Chapters I to XII alone: the weather is good, and no later chapter is played.",
        ("no", "yes"),
    ),
    "only_officers_rally": Option(
        "VII.K/2",
        "No unit does an officer's work: an irregular unit that broke needs an officer.",
        ("no", "yes"),
    ),
    "routed_weapons_never_replaced": Option(
        "VII.U/2", "Weapons that were thrown away are lost for the battle.", ("no", "yes")
    ),
    "one_fire_per_machine_gun_battery": Option(
        "XXIV.A/2", "A battery of machine guns has one fire a turn, whatever its sections.", ("no", "yes")
    ),
    "printed_trench_2_5": Option(
        "XXIV.D/4", "Machine guns multiply by 2.5 on a target in a trench, as printed.", ("no", "yes")
    ),
    "train_halts_before_torn_track": Option(
        "XVII.B/2", "A train halts before torn track and is not wrecked.", ("no", "yes")
    ),
    "fog_reduces_by": Option(
        "XXIII.C/1", "Fog takes 8.36 inches from how far one sees, as printed.", ("no", "yes")
    ),
    "night_visibility_each_hour": Option(
        "XX.A/1", "How far one sees at night is rolled again each hour.", ("no", "yes")
    ),
    "free_orders": Option(
        "XII.A/4", "Units move and charge without regard to their standing orders.", ("no", "yes")
    ),
}
