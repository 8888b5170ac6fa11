"""Chapter 6 of the rulebook: movement and reconnaissance; voyages of 7.13.3. Each paragraph, and what
carries it out.

1.1     marching.move_to /1; data/borders.csv /1, /4; data/shapes.json /1; data/zones.csv /2-3
6.1     allowance.pace /1-4; allowance.hq_allowance /5; c11_raiders.marching._check_march /6, /8, /12;
        c11_raiders.marching.raider_allowance /6; allowance.fleet_allowance /7, /9;
        marching._check_path /8, /12; sailing._check_sail /8-9; marching._zone_entered /10;
        c13_rivers.crossings.passable /11; marching._enter /12; sailing._sail_to /12;
        c11_raiders.marching._enter /12; marching._check_march /13, /18; sailing._check_embark /14;
        c07_combat.deciding.may_withdraw /14; retreating.retreat_spots /15;
        c07_combat.ending._surrender /16; c05_zones.holding._send_off /17;
        c05_zones.holding.ways_for_fleets /17; c07_combat.naval_deciding._leave /17;
        marching._check_ride /18; data/movement.csv /1-7
6.2     c02_headquarters.losing._succeed_aboard /1; c13_rivers.crossings.passable /1;
        sailing._check_sail /2-3, /7; waters.may_be_in /2-4, /7; c11_raiders.marching.raider_steps /5;
        c13_rivers.crossings.passable_for_raiders /5; c05_zones.holding.attach_leaderless /6;
        data/river_links.csv /3
6.3     marching._check_ride /1, /4; marching.move_to /1, /10; marching._enter /2-3, /11;
        c13_rivers.crossings.passable /5; marching.rides /6-9; data/borders.csv /7-9
6.4     reconnoitring._check_reconnoitre /1, /4; reconnoitring.within_sight /2;
        reconnoitring._reconnoitre /3, /6, /15; reconnoitring.declared_by /5, /7; reconnoitring.balloons /8;
        reconnoitring.findings /9-13; reconnoitring.figure /14; position.sight.see /16-18, /22-24;
        c07_combat.joining._show /19; marching._check_path /20-21; c11_raiders.fighting.ways_for_raider /20;
        c10_purchases.pool.left_in_pool /22; c04_sequence.standing.check_standing /24
"""
