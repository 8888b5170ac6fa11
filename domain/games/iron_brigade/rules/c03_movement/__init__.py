"""Chapter III, movement: what a movement costs. What carries out each clause.

G       board.terrain.read_table /1-2; domain/kernel/board/plane /3, /11-12, /26, /53; between.apart /4-5;
        between.near /5, /52; c06_general_fire.aiming.eligible /5, /18;
        c06_general_fire.aiming.fire_square /5; c06_general_fire.aiming.square_from /5, /18, /20;
        c05_artillery.fire.feet_of /6; ending.taker_of /7; c08_charge.contact.contact_of /7, /60;
        c09_melee.points.touching /7; c02_organization.setup.setup_faults /8; places.overlaps_any /8;
        c06_general_fire.marks.side_hit /9, /13; between.facing_of /10, /15;
        c06_general_fire.marks.side_hit_by_guns /14; between.look_of /15, /19; sighting.looks_from /15, /19;
        c06_general_fire.marks.has_flank /16; between.sees /20, /22; c06_general_fire.aiming.rank_of /20;
        between.stand_sees /21, /25, /28-29; sighting.Pair._sees /21, /25, /27-28; between.feet /23;
        position.scenery.buildings_of /23, /27; position.scenery.relief_of /23-24;
        scenery.CONTOUR_FEET, WOODS_FEET, STOREY_FEET /23; sighting.pair_of /27-28;
        between.stands_higher /29; costs.leg_fractions /30-31, /33, /56; plans.plan /30, /32-33, /56;
        progress.moved_by /31-32, /34, /44; costs.most_used /32; moving.carry_on /34; parts.Parts.go /34-35;
        plans.Plan.at /34, /57; parts.Parts._stopped_by_enemies /35; parts.Parts._make_room /36, /38;
        parts.Parts._note_passing /37; c07_morale.fleeing.run /39-40;
        s_scenarios.grounding.ground_faults /39, /52; c07_morale.rallying.away_from_enemy /41;
        c07_morale.rallying.enemy_of /41; c07_morale.retreats.straight_away /41-42;
        c07_morale.taking._away /41-42; c07_morale.fleeing.has_way_out /43; between.nearest_in_sight /44;
        progress.heading_of /44; c07_morale.supporting.is_supported /45-46;
        c07_morale.supporting.flank_middle /46; c06_general_fire.marks.ranks_hit /47, /49;
        c05_artillery.fire._ranks /48; troops.rank_items /48; c06_general_fire.marks.stand_cover /50;
        c06_general_fire.marks.cover_against /51; c06_general_fire.marks.is_in_open /51;
        c06_general_fire.marks.visible /51; position.units.scattered /54;
        c02_organization.stands.battery /55; c02_organization.stands.formed /55;
        c02_organization.stands.single /55; s_scenarios.set_up.set_up /55, /61; plans._step /56;
        grounds.ground_of /59; grounds.grounds_on /59; c08_charge.charging.nearest_stands /60;
        c08_charge.contact.short_of /60; c08_charge.contact.square_facing /60; opening._arriving /61;
        s_scenarios.set_up.faults_of /61
III     progress.moved_by /1, /3; costs.most_used /2; plans.plan /2; ordering.check_no_advance /4
III.A   grounds.ground_of /1-2, /7; plans._crosses_fence /3; speeds.road_speed /3; speeds.speed /3, /7;
        c13_works.working._tear /4; costs.is_on_road /5; grounds.Grounds.of /5; costs.leg_fractions /6;
        places.blocked /7; places.off_table /7; position.scenery.barriers_of /7
III.B   costs.leg_fractions /1; costs.most_used /2-3; offering.candidates /3
III.C   parts.Parts._note_passing /1, /3-4, /6; parts.Parts._stopped_by_friends /2;
        c06_general_fire.aiming.check_may_fire /2; ending.end_movement /3;
        parts.Parts._stopped_by_enemies /5
III.D   plans.plan /1; places.blocked /1; places.off_table /1; s_scenarios.grounding.ground_faults /1;
        s_scenarios.set_up.faults_of /1
III.E   speeds.speed /1, /3; plans.touches_river /2; c06_general_fire.aiming.check_artillery /2;
        c06_general_fire.aiming.check_small_arms /2; places.blocked /3; position.scenery.barriers_of /3
III.F   c08_charge.charging.charge_bonus /3, /7; c08_charge.charging.in_range /3, /7;
        plans.pace_of /10, /14; speeds.OFFICER /10; speeds.road_speed /11, /13-14; speeds.speed /12;
        costs.is_on_road /13; plans._step /15; data/movement.csv /1-9
III.G   moving.check_orders /1; ordering.check_action /1-2, /4-6;
        c06_general_fire.computing.volley_of /3, /5, /8; ending._movement_ended /6;
        c06_general_fire.aiming.check_small_arms /6, /8; c06_general_fire.aiming.check_may_fire /7, /9-10;
        c14_supply.supply.check_resupply /7; c13_works.jobs.check_job /9; c13_works.jobs.jobs_near /9;
        c13_works.working.work /9; c10_mounted.horses.check_mounting /10;
        c10_mounted.mounting.mount_all /10; c17_trains.boarding.check_boarding /11;
        c17_trains.boarding.turns_of /11; c17_trains.riding.travel /11; ordering.check_free /12;
        c17_trains.track.next_speed /12
III.H   ordering.allowance /1; ordering.battery_actions /1, /3-5, /8;
        c06_general_fire.aiming.check_artillery /1, /3, /5; offering.candidates /2;
        ending._movement_ended /5; c06_general_fire.volleys._fire_revealed /5; plans._costs /6;
        plans.limbered_at /7; plans.unlimbered_at /7
III.I   plans._step /1; c06_general_fire.marks.ranks_hit /2
III.J   costs.leg_fractions /1; offering.candidates /1; plans.plan /1; costs.course /2
VI.J    plans._costs /1; c08_charge.charging.check_charger /2
VIII.G  c09_melee.fighting.melee_step /1; ordering.check_free /2; c08_charge.responding.check_back /2
XI.B    c08_charge.charging.charge_bonus /1; speeds.speed /2
XII.C   ending._order_delivered /1; c12_orders.standing.check_message /1-2
XII.D   moving.check_changes /1-3; offering.offer_changes /1-2; progress.changeable /1, /3;
        progress.mover_of /2; progress.second_half /2; moving.carry_on /3; position.sight.see /3
XV.A    ending.after_obstacles /1-2; ordering.check_obstacles /1; ordering.crossing /1;
        c06_general_fire.aiming.eligible /1; c15_obstacles.obstacles.is_new_to /1-2;
        c15_obstacles.obstacles.needs_a_turn_before /1; c15_obstacles.obstacles.toll /1
XV.B    ordering.check_obstacles /1; ordering.crossing /1; c15_obstacles.obstacles.is_new_to /1;
        c15_obstacles.obstacles.toll /1; c06_general_fire.aiming.eligible /2;
        c08_charge.charging.check_charger /2
XX.C    plans._slowed /1; c23_weather.weather.going /1
XXII.A  ordering.battery_actions /1-2; plans.pace_of /1; speeds.speed /1
XXII.B  speeds.speed /1
"""
