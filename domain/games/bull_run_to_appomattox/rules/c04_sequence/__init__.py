"""Chapters 3 and 4 of the rulebook: markers and the sequence of play. Each paragraph, and what carries it
out.

3       position.state.Position /1-3; c05_zones.holding.take_city /3; activation._activation_ended /4;
        activation._check_activate_hq /4; sequence.end_turn /4; c07_combat.opening.open_battle /5
4       sequence.roll_initiative /1, /11; sequence.steps /2-3; c02_headquarters.drawing.replace_lost /3;
        c02_headquarters.taking_over.draw /3, /5, /7; c02_headquarters.taking_over.replace /3;
        sealed_orders.ask_preparation /4; sealed_orders.check_replacements /4;
        sealed_orders._check_replace /5; c07_combat.attrition.suffer /5;
        c09_economy.maintenance.maintain /5; c10_purchases.placing.place /5, /15-16, /18;
        c10_purchases.preparing.buy_units /5, /21; sealed_orders._check_preparation /6;
        c10_purchases.preparing.check_bill /6; c02_headquarters.drawing.draw_hq /8;
        activation.begin_phase /9; activation.following /9-10; activation._check_pass /11;
        activation.go_on_activating /12; c12_forts.assaulting._check_assault /12;
        c12_forts.assaulting._check_sortie /12; activation._check_end /13;
        c06_movement.sailing._sail_to /14; sealed_orders.ask_placement /15;
        c10_purchases.placing.check_fleets_and_raider /16, /19, /21;
        c10_purchases.placing.check_hqs /16, /21; c10_purchases.recruiting.require_city /16, /18, /22;
        c10_purchases.placing.check_units /17-18; c10_purchases.recruiting.require_reachable /17, /20;
        c10_purchases.placing._join /18; c10_purchases.recruiting.require_port /19;
        c10_purchases.recruiting.require_open /20
"""
