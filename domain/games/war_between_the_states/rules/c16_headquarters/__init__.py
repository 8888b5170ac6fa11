"""Section 16 of the rulebook: headquarters.

16.0, 16.11, 16.3   position.pieces.Headquarters
16.1                rosters._check_roster 16.16/1-2
16.2                position.pieces.fits 16.2/1, 16.21/1, 16.22/1, 16.23/1-2
16.12               c06_ground_movement.moving.with_rosters /1
"""
