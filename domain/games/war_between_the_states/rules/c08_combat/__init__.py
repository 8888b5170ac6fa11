"""Section 8 of the rulebook: combat.

8.0        strength.attack_strength /3, /17; strength.defence_strength /4, /17; strength.unsupplied /17;
           strength.combat_ratio /5, /15; strength.chit_cap /7, /9, /13-14
8.14       board.charts.combat_result /1-3; data/combat_results.csv
8.15       losses.points_lost /1-4
8.18       taking.bear /2, /11; losses.spread /1-5, /11; losses.allowed /1-2;
           losses.divided /6, /9; losses.ships_for /7-8
8.41-8.42  strength.attack_strength 8.41/1-4, 8.42/2
"""
