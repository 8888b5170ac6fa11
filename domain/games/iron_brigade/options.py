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
    "disorganized_may_advance": Option("III/4", "Disorganized units may advance.", ("no", "yes")),
    "printed_half_for_3_4_ranks": Option(
        "V.B/4", "Artillery at 3 or 4 ranks counts half, as printed.", ("no", "yes")
    ),
    "ordnance_rifle_12_at_first_foot": Option(
        "V.E/12", "The 3-inch rifle has 12 against troops at the first foot.", ("no", "yes")
    ),
    "skirmishers_have_flanks": Option("VI.B/3", "Skirmishers have flanks.", ("no", "yes")),
    "charge_factor_every_round": Option(
        "IX.B/2", "A charge counts in every round of its melee.", ("no", "yes")
    ),
    "printed_trench_on_defender": Option(
        "IX.B/4", "A defender in trenches has three quarters of his points, as printed.", ("no", "yes")
    ),
    "lancers_plus_one_in_all": Option(
        "X.B/1", "Elite lancers have one point more in all, not for each man.", ("no", "yes")
    ),
    "night_minus_one_on_everything": Option(
        "XX.B/1", "Night takes 1 from morale and charges, as from every other roll.", ("no", "yes")
    ),
    "ranks_count_from_flank": Option("G/48", "Ranks count under flank fire as well.", ("no", "yes")),
    "failed_charge_has_no_effect": Option(
        "VIII.C/4", "A charge that fails costs its unit nothing.", ("no", "yes")
    ),
    "heads_down_sees": Option("VI.K/1", "Men with their heads down see as others.", ("no", "yes")),
    "fatigue_only_consecutive": Option("VII.D/2", "Only turns of fire on end tire a unit.", ("no", "yes")),
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
