"""Section 17 of the rulebook: the chain of supply, supply trains and depots.

17.0   chains.chain /1-7; chains.sources /5, /7
17.1   waterways.supply_waters 17.11/1-4, 17.12/1, 17.13/1-2
17.2   chains.chain 17.2/3; c12_supply.feeding.planned 17.2/1-2
17.3   chains.route 17.31/1; broadcasting.receivers 17.33/1, 17.34/1, 17.42/1; broadcasting.rail_of 17.32/1
17.4   loading._check_load 17.41/1, 17.43/1-2; c06_ground_movement.moving._loads 17.45/1
17.5   loading._check_make 17.51/1, /4-5; loading._made 17.51/1-3; loading._check_load 17.52/1, 17.53/1
       removing.remove_depot 17.55/1, /3-4; broadcasting._remove 17.55/2
"""
