"""Chapter 13 of the rulebook: rivers and gunboats. Each paragraph, and what carries it out.

13      crossings.passable /1-2; c07_combat.firing.meets_protection /3, /5; crossings.over_bridge /3;
        c06_movement.marching._enter /4; c06_movement.sailing._land /5
13.1    gunboats.gunboats_near /1, /4; c06_movement.cargo.carries_all /2;
        c06_movement.sailing._check_embark /2; c06_movement.sailing._land /3; c07_combat.firing.shots /4-5;
        gunboats.ask_gunboats /4; c07_combat.forces.losable /6; c06_movement.sailing._check_sail /7;
        c06_movement.waters.may_be_in /7
13.2    gunboats.may_fire /1, /3; c11_raiders.fighting.ways_for_raider /2;
        c11_raiders.marching.raider_steps /2; crossings.passable /2, /4; crossings.passable_for_raiders /2
"""
