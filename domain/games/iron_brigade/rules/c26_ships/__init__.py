"""Chapter XXVI, ships. What carries out each clause.

XVIII.A courses.check_sail /1; c06_general_fire.volleys._take_afloat /2; damage.sink /2
XXVI.A  courses._check_speed /1; courses.check_sail /1; courses.course /1-2; sailing.sail_all /1;
        courses.arc_cost /2; gunnery.bears /2; s_scenarios.set_up.hull_of /2
XXVI.B  c06_general_fire.volleys._take_afloat /1; damage.shell /1, /6; damage.strike /1, /8-11;
        gunnery.broadside /1; gunnery.check_ship_fire /1; damage.penetration /2-5;
        damage.SMOOTHBORES, RIFLES /2-3; damage.side_struck /6; position.vessels.Hull.value /7;
        s_scenarios.set_up.hull_of /7; damage.sink /8; damage.SHELL, TORPEDO /10-11
XXVI.C  damage.strike /1
XXVI.D  sailing._mines /1-2; sailing.sail_all /1; sailing._ram /2
XXVI.E  damage.lose_draft /1-2; damage.ram_losses /1; sailing._ram /1-2; damage.sink /2; sailing.sail_all /2
"""
