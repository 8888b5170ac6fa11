"""Chapter 10 of the rulebook: Leaders. Each paragraph, and what carries it out.

10.0    position.document.all_leaders /1; data/counters.toml /1
10.1    c09_battle.leaders._check_create /1; c09_battle.leaders.unused_leaders /1;
        c09_battle.leaders._create /2
10.2    c05_movement.marching.setting_out /1; leader_travel._travel /2-4;
        lone_leaders._check_move_leader /2-3; stranded_leaders.refuge /2, /5;
        readers.reaches.by_rail.leader_by_rail /2, /4; leader_travel._ridden /3;
        lone_leaders.require_open_to_leader /3; c13_naval.landing.require_landing /3-4;
        c06_zones_and_reaction.rail_reaction._react_by_train /4; c07_railroads.rail_hexes.markers_needed /4;
        c13_naval.river_transport._journey /4; c13_naval.sea_transport.points /4;
        c03_sequence.turn_end._settle /5; c05_movement.arriving.arrive /5;
        c05_movement.marching._advance /5; c09_battle.battle_end.end_battle /5;
        stranded_leaders.displace_leaders /5-6
"""
