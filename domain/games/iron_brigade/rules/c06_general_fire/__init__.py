"""Chapter VI, general fire rules, and how the fire of a turn is ordered and carried out.

IV      sealing.ask_fire /1; sealing.check_order_fire /1-2; volleys.take_losses /1, /5;
        volleys.fire_all /1, /5; aiming.check_target /2, /4; aiming.eligible /2; aiming.check_may_fire /3-4;
        casualties.lose_men /5; casualties.who_falls /5
V       aiming.check_artillery /1; sealing.check_order_fire /1; c05_artillery.fire.gun_factor /2;
        computing.barrage_of /2; computing.piece_fire_of /2; sealing._pieces_near /2;
        c13_works.demolition.check_piece_target /2
XXVIII  c28_general.agreeing._agreement_made /1-2; c28_general.agreeing.check_offer /1-2;
        c28_general.agreeing.carry_out_accept /2; c28_general.agreeing.check_accept /2; between.near /5;
        c07_morale.supporting.is_supported /5; c07_morale.taking.must_check_for /5;
        c08_charge.charging.check_target /5; c03_movement.ordering.check_obstacles /6;
        volleys._hit_cover /6; c13_works.jobs.check_job /6; c14_supply.supply.turns_left /6;
        c16_balloons.flying.check_balloon /6; c17_trains.boarding.check_boarding /6;
        c23_weather.smoke.drift /6; c26_ships.courses.check_sail /6; opening.initial /6;
        answering.answers /7; casualties.roll_officers /7; volleys._cranked /7; volleys.fire_all /7;
        volleys.rolled /7; c07_morale.taking.take /7; c08_charge.rolling.roll_charges /7;
        c09_melee.fighting._check_all /7; c26_ships.damage.strike /7
II.A    c02_organization.setup.setup_faults /1; c02_organization.stands.stands_for /2;
        c02_organization.stands.formed /3-5, /7; aiming.eligible /6; aiming.rank_of /6; marks.order_of /8-9;
        c03_movement.plans.pace_of /9; computing.volley_of /9; c03_movement.plans._step /10
IV.C    c04_small_arms.fire.men_factor /3; aiming.eligible /4; computing.volley_of /4;
        data/fire_factors.csv /1-2
V.C     c05_artillery.fire.casualties /1; c05_artillery.fire.Casualties.with_die /2; volleys.take_losses /2-3;
        volleys.rolled /2; casualties.lose_gunners /3
V.E     c05_artillery.fire.gun_factor /2; aiming.check_reach /2; aiming.check_piece /34;
        c26_ships.gunnery.broadside /34; data/guns.csv /1, /3-33
VI.A    aiming.check_small_arms /1-2
VI.B    marks.side_hit /1-2; marks.has_flank /3
VI.C    c03_movement.ordering.battery_actions /1; aiming.check_artillery /1; computing.barrage_of /1;
        c05_artillery.fire.battery_factors /2; aiming.check_crews /2; computing.volley_of /2
VI.D    casualties.lose_men /1; marks.order_of /1; aiming.check_target /2, /5; casualties.quarters /3;
        casualties.roll_officers /3-4; volleys.fire_all /3; casualties.mourn /4
VI.F    marks.cover_against /1-2; marks.stand_cover /2-4
VI.G    aiming.fires_over /1-3; aiming.gun_square /2
VI.H    aiming.eligible /1
VI.K    between.is_blind /1; c03_movement.ordering.check_action /1-2; aiming.check_may_fire /1;
        computing.volley_of /1; c03_movement.plans._costs /2; marks.is_safe_in_trench /3
VII.O   aiming.check_may_fire /1; c08_charge.charging.check_charger /2
XIX.B   computing.shots_of /1-2; volleys._take /1, /3; c19_rockets.rockets.hits_up_to /1;
        aiming.check_reach /2; c19_rockets.rockets.in_reach /2; units.BATTERIES /2
XXI.A   aiming.check_reach /1; c21_siege.mortars.in_reach /1; computing.shots_of /2-3, /5;
        c21_siege.mortars.hits_up_to /2-3; computing.piece_fire_of /4; volleys._take /4;
        aiming.check_piece /5; aiming.gun_square /5; aiming.is_seen /5; c21_siege.mortars.is_in_dugout /5;
        c21_siege.mortars.is_observed /5; data/mortars.csv /1-2
XXIV.A  aiming.check_reach /1; computing.machine_guns_of /1-2; c24_machine_guns.fire.factor_at /1;
        c24_machine_guns.fire.fire /1; aiming.check_piece /2
XXIV.D  c24_machine_guns.fire.multipliers /1-4; computing.machine_guns_of /4
XXIV.E  volleys._cranked /1; c24_machine_guns.fire.fire /1
XXIV.F  volleys._cranked /1-2; c24_machine_guns.fire.jams /1; computing.machine_guns_of /2;
        c24_machine_guns.fire.clears /2
XXIV.G  aiming.check_piece /1; units.BATTERIES /2; c07_morale.taking.items_of /3
"""
