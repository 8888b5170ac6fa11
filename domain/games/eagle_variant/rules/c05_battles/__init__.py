"""Battles: their queue, retreats and effects. What carries out each clause.

battle-effects
        retreating.retreat_of /1-2, /7; retreating.attacker_ways /3; leaders_alone.leaders_ways /4;
        retreating.defender_ways /4; retreating.may_retreat_to /5-6; leaders_alone.send_leaders_away /7;
        c06_tactical.retreating.name_retreat /7; c03_movement.marching._moved /8; starting.came_from /8;
        captures.captures /9; captures.settle_movement /9, /14; captures.stock_lost /10-12;
        after.battle_over /13; after.settle_battle /13; c06_tactical.retreating.leave /13;
        captures.capture_city /14
movement-restrictions
        c03_movement.entering.closed /1-2; c03_movement.entering.indians_wait /4, /8;
        starting.defender_in /4, /6; starting.indians /5; forces.player_of /6;
        c06_tactical.retreating._remove_winning_special /7; starting._appeared /8;
        c03_movement.entering.check_leaders /9; data/regions.csv /3
the-units
        position.units.Unit /1, /4-5; c03_movement.marching._check_move /2;
        c01_sides_and_board.control.occupied_by /3; c03_movement.entering.check_leaders /6;
        leaders_alone.leaders_ways /7; leaders_alone.send_leaders_away /7; leaders_alone.stranded /7
"""
