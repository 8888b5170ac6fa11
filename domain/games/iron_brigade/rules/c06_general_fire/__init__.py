"""Chapter VI, general fire rules, and how the fire of a turn is ordered and carried out.

IV      volleys.take_losses /1, /5; volleys.ask_fire /1; volleys.check_order_fire /1-2;
        volleys.fire_all /1, /5; aiming.check_target /2, /4; aiming.eligible /2;
        aiming.check_may_fire /3-4; casualties.lose_men /5; casualties.who_falls /5
V       aiming.check_artillery /1; volleys.check_order_fire /1; c05_artillery.fire.gun_factor /2;
        volleys.barrage_of /2
XXVIII  between.near /5; c07_morale.supporting.is_supported /5; c07_morale.taking.must_check_for /5;
        c08_charge.charging.check_target /5; opening.initial /6; casualties.roll_officers /7;
        volleys.answers /7; volleys.fire_all /7; volleys.rolled /7; c07_morale.taking.take /7;
        c08_charge.rolling.roll_charges /7; c09_melee.fighting._check_all /7
II.A    c02_organization.setup.setup_faults /1; c02_organization.stands.stands_for /2;
        c02_organization.stands.formed /3-5, /7; aiming.eligible /6; aiming.rank_of /6; marks.order_of /8-9;
        c03_movement.plans.pace_of /9; volleys.volley_of /9; c03_movement.plans._step /10
IV.C    c04_small_arms.fire.men_factor /3; aiming.eligible /4; volleys.volley_of /4;
        data/fire_factors.csv /1-2
V.C     c05_artillery.fire.casualties /1; c05_artillery.fire.Casualties.with_die /2; volleys.take_losses /2-3;
        volleys.rolled /2; casualties.lose_gunners /3
VI.A    aiming.check_small_arms /1
VI.B    marks.side_hit /1-2; marks.has_flank /3
VI.C    c03_movement.ordering.battery_actions /1; aiming.check_artillery /1; volleys.barrage_of /1;
        c05_artillery.fire.battery_factors /2
VI.D    casualties.lose_men /1; marks.order_of /1; aiming.check_target /2, /5; casualties.quarters /3;
        casualties.roll_officers /3-4; volleys.fire_all /3; casualties.mourn /4
VI.F    marks.cover_against /1-2; marks.stand_cover /2-4
VI.G    aiming.fires_over /1-3; aiming.gun_square /2
VI.H    aiming.eligible /1
VI.K    c03_movement.ordering.check_action /1-2; aiming.check_may_fire /1; volleys.volley_of /1;
        c03_movement.plans._costs /2; marks.is_safe_in_trench /3
VII.O   aiming.check_may_fire /1; c08_charge.charging.check_charger /2
"""
