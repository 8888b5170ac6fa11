"""Chapter XIII, works and demolition. What carries out each clause.

VI.E    blasting.burn_turns /2, /5-6; blasting.start_fire /2, /5; blasting.fight_fire /3;
        jobs._check_fight_fire /3; c06_general_fire.computing.piece_fire_of /5;
        demolition.check_piece_target /5; demolition.hit_piece /5, /7; blasting.burn_down /6;
        pieces.rubble /6-7; blasting.bring_down /7; demolition.points_of /7
XIII.A  jobs.cover_for /1, /4; jobs.dug_here /1-2, /4; jobs.effort /1-2; working._dig /1-2, /4;
        jobs._check_dig /2; jobs.check_job /3; working._is_able /3; working.work /3
XIII.B  jobs._check_tear /1, /3; jobs.tear_turns /1; working._tear /1; jobs._check_rebuild /2-3;
        jobs.rebuild_turns /2; working._rebuild /2
XIII.C  demolition.points_of /1; jobs._check_sap /1; working._sap /1; c06_general_fire.marks.is_closed /2
XIII.D  demolition.damage_of /1-2; demolition.hit_piece /1, /4; c06_general_fire.computing.piece_fire_of /3;
        c06_general_fire.volleys._hit_cover /3; demolition.check_piece_target /3-4; demolition.cover_hit /3;
        demolition.damage_line /4; demolition.points_of /4; jobs.cover_for /4; pieces.stretch_of /4
XIII.E  blasting.bring_down /1-2; blasting.start_fire /1; demolition.check_piece_target /1;
        demolition.hit_piece /1; demolition.points_of /1; blasting.burn_down /2; blasting.burn_turns /2;
        blasting.take /2
XIII.F  blasting.blast /1-2; blasting.burn_fuses /1-2; jobs._check_charge /1; working._charge /1-2;
        blasting.take /2
XIII.G  jobs.check_job /3
XVII.C  jobs._check_track /1; working._tear_track /1
XVII.D  jobs._check_repair /1; jobs._check_track /1; working._repair_track /1
XXI.B   c03_movement.speeds.speed /1; jobs._check_emplace /2; jobs._check_take_down /2;
        working._take_down /2
XXI.C   jobs._check_emplace /1; working._emplace /1-2; c06_general_fire.aiming.check_piece /2
XXV.A   jobs._check_pontoon /1-2; working._pontoon /1
"""
