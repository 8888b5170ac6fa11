"""Chapter 10 of the rulebook: Leaders. Each paragraph, and what carries it out.

10.0    data/counters.toml, position.document.all_leaders
10.1    c09_battle.leaders._check_create, c09_battle.leaders._create, c09_battle.leaders.unused_leaders
10.2    c03_sequence.turn_end._settle, c05_movement.arriving.arrive, c05_movement.marching._advance,
        c05_movement.marching.setting_out, c06_zones_and_reaction.rail_reaction._react_by_train,
        c07_railroads.rail_hexes.markers_needed, c09_battle.battle_end.end_battle,
        c13_naval.landing.require_landing, c13_naval.river_transport._journey,
        c13_naval.sea_transport.points, leader_travel._ridden, leader_travel._travel,
        lone_leaders._check_move_leader, lone_leaders.require_open_to_leader,
        stranded_leaders.displace_leaders, stranded_leaders.refuge
"""
