"""Chapter IX, melee. What carries out each clause.

IX.A    points.each_man /1-3; points.men_in_contact /3; points.officer_points /3; data/melee_points.csv /1-3
IX.B    points.factors /1-5
IX.C    points.casualties_of /1-2; fighting.lose /3; fighting.fight /3-4; points.shared /4;
        data/melee_casualties.csv /1
IX.D    points.counting /1-2; points.men_in_contact /1; points.touching /1; points._is_behind /2;
        fighting.melee_step /3
IX.E    fighting.fight /1-2, /5; fighting._check_all /2-3; fighting._lowest /4; fighting.may_fall /4;
        fighting._settle /4-6
IX.F    fighting._capture /1-3; fighting._settle /1; fighting._men_captured /2-3; points.men_in_contact /3
X.B     points.each_man /1; points.officer_points /1; c07_morale.taking.meets_lancers /2
"""
