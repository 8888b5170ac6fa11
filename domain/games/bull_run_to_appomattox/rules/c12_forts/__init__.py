"""Chapter 12 of the rulebook: forts, sieges and fortifications. Each paragraph, and what carries it out.

12      c07_combat.protection.protections /1
12.1    c07_combat.firing.shots /2; c07_combat.forces.firing_fort /2; c05_zones.places.holds_ground /3;
        data/zones.csv /1
12.2    c07_combat.deciding.may_besiege /1-2; c07_combat.ending._begin_siege /1, /5;
        c07_combat.deciding.choices /3-4; c07_combat.deciding._check_decide /4;
        c07_combat.deciding.may_decide /4; c07_combat.forces.at_works /4; sieges.surrender /6;
        c06_movement.marching._enter /7; sieges.is_kept_up /7, /10; sieges._surrender /8-9;
        sieges.lift_sieges /10, /15; sieges.lift_sieges_after_desertion /10; assaulting._check_assault /11;
        assaulting._require_in_place /11-12; assaulting._check_sortie /12;
        c07_combat.forces.firing_fort /13; c07_combat.forces.fort_to_hit /13;
        c07_combat.firing.meets_protection /14; c07_combat.protection.protections /14;
        c07_combat.ending.finish /15; c07_combat.ending.leaving /16; assaulting._sortie /17
12.3    works._check_fortify /1, /4; works.require_ground /1; works.finish_works /2;
        c07_combat.protection.protections /3; works._check_fortify_units /5; works.destroy_works /6
"""
