"""Chapters 14 and 18 of the rulebook: victory and historical sites. What carries it out.

14      victory.test_victory /1-2; victory.end_of_the_game /3; victory.last_turn /3;
        stopping._check_offer /4; stopping._offer /4; victory.end_on_points /4; victory.victory_points /5-6
17      victory.last_turn /1; c16_scenarios.set_up.set_up_position /1, /3, /6-7;
        c04_sequence.sequence.steps /2; stopping._check_offer /4; victory.end_of_the_game /4-5;
        victory.test_victory /4; c07_combat.ending._cp_eliminated /5; c07_combat.losses._losses_taken /5;
        c11_raiders.fighting._raider_fought /5; c12_forts.sieges._surrendered /5; data/introductory.toml /1
"""
