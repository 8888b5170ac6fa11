"""Section 10 of the rulebook: leaders.

10.0    ratings.ratings_of /3-4; c07_water_movement.boarding._check_embark /5;
        c11_naval_combat.passing._naval_leader /5; c19_scenarios.set_up._place_leader /5;
        c23_leader_pick.picking.not_in_play /5; position.problems._leader_problems /5; data/leaders.csv /1-2
10.1    command.force_of /1; command.headquarters_of /1, /10; command.require_in_span /2-3;
        c04_sequence.turns.steps /4; spans._ask_spans /4; spans._check_spans /4, /7-8, /13-14;
        spans.kept /5; c08_combat.initiative._ask_spans /6; position.problems.progress_problems /7;
        c08_combat.declaring._check_leader /8; c23_leader_pick.picking._check_appoint /9;
        c05_initiative.commanding._check_command_unit /11; c16_headquarters.rosters._check_roster /12
10.2    ratings.ratings_of /1-3
10.3    c06_ground_movement.moving.pace_of /1
10.11   command.reaches /1-3; command.together_aboard /1
10.12   command.require_in_span /1
10.13   command.require_in_span /1-2, /4; ratings.ratings_of /3; c08_combat.initiative._try /5
10.14   c08_combat.initiative._try /1; c08_combat.chits.cap_of /2-3;
        c08_combat.declaring._check_leader /2-3; command.force_of /4
10.16   command.require_in_span /1
10.17   command.require_in_span /1
10.31   c06_ground_movement.schedules.weight_of /1; c07_water_movement.boats._check_boat /1-2;
        c07_water_movement.boats._price /1
10.32   c06_ground_movement.ground.bars /1; c06_ground_movement.moving._check_way /1;
        c06_ground_movement.moving.group_of /1; c07_water_movement.boarding._check_land /1;
        c07_water_movement.boats._check_boat /1
10.33   c06_ground_movement.entering.entered /2, /4; c13_forts.lifting.settle_garrisons /2;
        c23_leader_pick.prisoners._check_offer /3; c23_leader_pick.prisoners._check_parole /3;
        c08_combat.retreating._called /5
10.34   c08_combat.retreating._called /1, /3; c08_combat.retreating.movers /1; c08_combat.course.go_on /2
15.11   command.require_in_span /1-2
15.12   command.require_in_span /1
15.13   command.require_in_span /1
"""
