"""Section 8 of the rulebook: combat, with attacks from march (14), storms (13.32), retreat and advance (R.1).

E.1     losses.points_lost /4; data/piece_list.csv /1; data/places.csv, column size /2;
        data/combat_results.csv /3
R.1     retreat_ways.open_to /1-3; retreating._check_retreat /1-2; retreating._two_hexes /1;
        retreating.planned /1-2, /6; retreating.ways_of /1, /4; retreating._called /5; retreating.movers /5;
        retreat_ways._retreated /6; retreating._retreat /7; advancing._check_advance /8-9, /11;
        advancing.may_advance /8-9; advancing._advance /10; c02_course_of_play.standing._check_set /12;
        c02_course_of_play.standing.answered /12; position.sight.see /12-13;
        position.standing.StandingAnswers /12; position.state.Position /13; position.state.stacks /14
8.0     initiative._begin_combat /1; initiative._check_end /1; declaring._check_attack /2;
        readers.odds.battles.declared /2, /4; defending._emit /3-5; defending.attacking /3;
        strength.attack_strength /3, /17; defending.defending /4; strength.defence_strength /4, /17;
        strength.combat_ratio /5, /15; chits.ask_chits /6, /8, /14;
        readers.odds.battles.pairs_of /6, /9, /14; chits._check_chit /7, /9;
        strength.chit_cap /7, /9, /13-14; position.sight.see /8; position.standing.StandingAnswers /8;
        chits.cap_of /9-10, /13; defending._check_defend /11; defending.may_lead /11-12;
        course.go_on /15-16; fighting.made_ready /15, /18; fighting.outcome_of /15-16;
        c12_supply.combat_supply.feed /15; readers.odds.battles.distribution /15-16, /18;
        fighting.fight /16, /18; strength.unsupplied /17; declaring._check_ground /19
8.3     declaring._check_phase /1; initiative._check_try /1, /4-5, /7; initiative._try /2-3;
        position.battle.Fighting /2, /5; initiative.able /6
8.4     retreating.shelters /1
8.11    declaring._check_ground /1; initiative.in_contact /1
8.12    c07_water_movement.assault._check_assault /1; declaring._check_march /1;
        declaring._check_phase /1-2; declaring._check_sortie /1; position.battle.Fighting /1
8.13    declaring._check_attack /1
8.14    board.charts.combat_band /1-2; board.charts.combat_result /1-2; fighting.outcome_of /2;
        fighting.leaders_part /4-5; data/combat_results.csv /1-3
8.15    losses.points_lost /1, /3-4; c12_supply.combat_supply.own_strengths /2;
        c07_water_movement.assault.settle_landing /3; fighting._multipliers /3
8.16    crossing.frozen_shut /1-2; retreat_ways.open_to /1
8.17    advancing.may_advance /1-2; retreating.movers /1-2
8.18    losses.allowed /1-2; losses.spread /1, /3-5, /11; taking._check_losses /1-2, /11;
        taking.bear /2, /11; fighting._sink /6-8; fighting.fight /6; losses.divided /6, /9;
        losses.ships_chosen /7; losses.ships_for /7-8; c12_supply.combat_supply.own_strengths /10
8.19    defending._check_defend /1; defending._emit /1; retreating._stores_fall /2-4
8.21    declaring._check_ground /1-2; declaring._check_leader /1, /3-4; defending.may_lead /3
8.22    declaring._check_attack /1
8.23    course.go_on /1; retreating._retreat /2
8.41    defending.attacking /1, /3-4; strength.attack_strength /1-4
8.42    crossing.crosses /1, /3; declaring._check_ground /1, /3; defending.attacking /2;
        strength.attack_strength /2
8.43    retreating._called /1, /3-4; retreating._check_retreat /1-2; retreating.shelters /1, /3;
        data/places.csv, column size /3
14.0    declaring._check_march /1-2; c12_supply.combat_supply.feed /3; c12_supply.combat_supply.rolls_in /3;
        defending.attacking /4; strength.attack_strength /4-5
14.2    advancing._check_advance /1; declaring._declared /2; advancing.may_advance /3
14.11   chits.cap_of /1; strength.chit_cap /1
14.12   declaring._check_ground /1
14.13   declaring._check_march /1-3
14.14   declaring._check_march /1
14.15   declaring._check_march /1-2; declaring._check_sortie /2
15.21   strength.attack_strength /1
15.22   defending._check_withdrawing /1-3, /5; defending.may_withdraw /1, /3-5; course.go_on /2;
        defending._set /2
"""
