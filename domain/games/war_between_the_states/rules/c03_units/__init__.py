"""Section 3 of the rulebook: units, as far as they are not data.

3.24   position.pieces.Unit.division /2; c08_combat.taking._taken /2
3.25   splitting._check_split /1-5; c06_ground_movement.moving._flows /8
"""
