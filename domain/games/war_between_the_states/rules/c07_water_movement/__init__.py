"""Section 7 of the rulebook: water movement.

7.0, 7.1     sailing._check_sail; channels.links_now, require_open, reach_of
7.2          boarding: _check_embark /1, /4, carried_by /1-3; 7.21-7.23, 7.26, 7.27 cost_at, require_beside;
             embarking.embarkation_cost; data/embarkation.csv
7.24         assault: _check_assault /1-4, settle_landing /8-9, /12, may_land /8; c08_combat
7.25         cargo._check_supply
7.28         voyages: require_passengers, _check_order, open_orders
7.3          c06_ground_movement.ground.temporary_ferries; sailing.require_under_way 7.31/1
7.4          sailing._check_round
7.5          board.waters; 7.54 boats._check_bay, come_back; 7.55 channels.barred_by_sumter, held_by_forts
10.31        boats._check_boat
"""
