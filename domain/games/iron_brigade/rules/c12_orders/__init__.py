"""Chapter XII, orders: what a standing order lets a unit do. What carries out each clause.

XII.A   standing.check_order /1; standing.check_fits /2-3; c03_movement.moving.check_orders /3;
        c08_charge.charging.check_charges /4
XII.B   c03_movement.moving.check_orders /1; standing.check_change /1-2; standing.is_hopeless /2;
        between.officers_with /3; c07_morale.taking.officer_bonus /3
"""
