"""Chapter VII, morale. What carries out each clause.

VII.A   step.morale_step /1, /7; step._morale_ended /2; step.reasons /2-3, /5-6; step.warn_friends /3;
        taking.must_check_for /3; taking.touched_by /3; c08_charge.responding.settle /4
VII.C   checks.dice_amount /1; checks.further_dice /1; taking.take /1
VII.D   checks.check /1; taking.items_of /1, /3-9, /11-12; taking.take /1; checks.morale_items /2-11;
        troops.battery_points /3; c09_melee.fighting.melee_sides /7; c09_melee.fighting._men_captured /8;
        between.officers_with /10; taking.officer_bonus /10; c08_charge.rolling._charge_rolled /11;
        taking.meets_lancers /12
VII.E   checks.check /1; taking.shake /1; taking.take /1, /6; c03_movement.ordering.check_no_advance /2-4;
        taking._morale_checked /2, /4-6; taking.recoil /2-4; c03_movement.ordering.check_eager /5;
        c03_movement.ordering.must_advance /5; c08_charge.charging.check_charges /5;
        c08_charge.charging.must_charge /5; c08_charge.rolling.offer_charges /5; checks.worse /6
VII.F   retreats.flight /1-2; taking.shake /1-2; rallying._unit_fled /2; taking._shake_battery /2;
        fleeing.run /3
VII.G   rallying.may_rally /1-2; c03_movement.opening.open_turn /3; rallying.rally_of /3
VII.H   rallying.flee /1-3; rallying.flight_distance /1; rallying.rally_of /1;
        c03_movement.ordering.check_free /2; fleeing.run /2; rallying._unit_fled /3
VII.I   rallying.rally /1-4, /6; rallying.rally_of /1-2; c03_movement.plans._costs /5
VII.J   step.warn_friends /1-2; taking.must_check_for /1-2; taking.touched_by /1
VII.K   rallying.rally_of /1; rallying._has_help /2; rallying.helpers /2
VII.L   taking.shake /1
VII.N   taking.shake /1; step.morale_step /2
VII.P   checks.guns_lost /1-2; taking._shake_battery /1-4; taking._guns_lost /3-4;
        c03_movement.ending.taker_of /5
VII.Q   supporting.is_supported /1-2
VII.R   taking.must_check_for /1; taking.touched_by /1
VII.S   taking.officer_bonus /1-2
VII.T   parts.parts /1
XIX.A   taking.items_of /1
"""
