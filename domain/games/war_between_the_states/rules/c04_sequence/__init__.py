"""Section 4 of the rulebook: the sequence of play.

R.13    board.scenario_files.rail_points /2; c21_production.phases.strategic_steps /2; turns._draw_chits /3;
        c19_scenarios.points.points_of /5; turns._end_player_turn /6; c19_scenarios.points.score /6;
        data/scenario_manassas_1861.toml /1-2, /4
4.0     board.calendar.cycle_of_turn /1-2; board.calendar.opens_cycle /1; turns._begin_cycle /1;
        board.calendar.cycle_named /2; board.calendar.is_winter /3; data/calendar.toml /1, /3
4.1     turns.steps /1-2; c05_initiative.commanding._require_command /2;
        c08_combat.initiative._begin_combat /2; c11_naval_combat.naval_battles._begin_naval /2
4.2     c13_forts.sieging._begin_siege /1-2; c21_production.phases.strategic_steps /1, /3-4;
        c25_politics.phase._begin_politics /1; c13_forts.sieging._ask_order /2;
        c21_production.phases._sieges /2; position.upkeep.Sieges /2;
        c21_production.ordering._ask_production /3-4; c21_production.phases._supply /3, /5;
        c23_leader_pick.picking._begin_pick /4; c12_supply.maintenance._roll_consumption /5;
        c17_supply_chain.broadcasting._ask_broadcast /5
4.3     c05_initiative.pool.pool_of /1
4.4     c12_supply.maintenance._roll_consumption /1-2
"""
