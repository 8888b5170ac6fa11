"""Chapter 5 of the rulebook: zones of control and stacking. Each paragraph, and what carries it out.

5.1     c02_headquarters.drawing.room_for /1; c02_headquarters.taking_over._check_take /1;
        c10_purchases.placing.check_units /1; c15_command.passing.check_passing /1;
        position.document._hq_problems /1-2; places.has_room /2, /5; c10_purchases.placing.check_hqs /2;
        c06_movement.marching._check_path /3; c07_combat.firing.hq_bonus /4
5.2     places.controller /1; places.holds_ground /1, /3; c06_movement.marching.attack_kind /2, /6-7;
        c07_combat.joining._show /2; places.siege_at /4; c07_combat.forces.at_works /5;
        c12_forts.relieving.ask_relief /8; holding.take_city_here /10-12; c12_forts.sieges.lift_sieges /10;
        c12_forts.sieges.lift_sieges_after_desertion /10; holding.leave_lost_port /13, /20;
        holding.take_city /13; holding.ways_for_fleets /13; places.ground /14, /16;
        c06_movement.marching.move_to /14; c11_raiders.marching.raider_steps /14, /17;
        c13_rivers.crossings.over_bridge /15; c06_movement.reconnoitring.within_sight /16;
        c13_rivers.crossings.passable_for_raiders /17; c06_movement.sailing._check_land /18;
        c07_combat.naval_forces.fort_of /18; c11_raiders.repairs._ends /19; places.holds_port /20;
        data/divided_zones.csv and data/banks.csv /9
"""
