"""Section 8 of the rulebook: combat, with attacks from march (14), storms (13.32), retreat and advance (R.1).

8.0        declaring._check_attack /2; defending.set_defence; defending._emit /3-5; chits.ask_chits /6, /8,
           /14; defending.may_lead /11-12; chits.cap_of /9-10, /13; fighting.fight /15-16, /18;
           strength.attack_strength /3, /17; strength.defence_strength /4, /17; strength.unsupplied /17;
           strength.combat_ratio /5, /15; strength.chit_cap /7, /9, /13-14; course.go_on
8.1        initiative.in_contact 8.11/1; declaring._check_phase 8.12/1-2; crossing.frozen_shut 8.16/1-2;
           advancing.may_advance 8.17/1-2; retreating._stores_fall 8.19/2-4; defending._emit 8.19/1
8.14       board.charts.combat_result /1-3; fighting.leaders_part /4-5; data/combat_results.csv
8.15       losses.points_lost /1-4
8.18       taking.bear /2, /11; losses.spread /1-5, /11; losses.allowed /1-2;
           losses.divided /6, /9; losses.ships_for /7-8; fighting._sink /6-8
8.2        declaring._check_leader 8.21/1, /3-4; declaring._check_ground 8.21/2, 8.22/1
8.3        initiative._check_try /1, /4-5, /7; initiative._try /2-3; initiative.able /6
8.41-8.42  strength.attack_strength 8.41/1-4, 8.42/2; crossing.crosses 8.42/1, /3
8.43       retreating.shelters /1, /3; retreating._check_retreat /1-2; retreating._called /4
14         declaring._check_march 14.0/1-2, 14.13/1-3, 14.14/1, 14.15/1-2; declaring._declared 14.2/2
R.1        retreat_ways.open_to /1-3; retreating.ways_of /4; retreating.movers /5; retreating.planned /6;
           advancing.may_advance /8-9; advancing._advance /10-11
"""
