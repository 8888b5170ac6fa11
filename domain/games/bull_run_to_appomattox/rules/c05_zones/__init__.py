"""Chapter 5 of the rulebook: zones of control and stacking. Each paragraph, and what carries it out.

5.1     places.has_room, c02_headquarters.drawing.room_for, c06_movement.marching._check_path
5.2     places, holding
        /8 c12_forts, /9 data/divided_zones.csv, /15 c13_rivers.crossings.over_bridge, /19 c11_raiders
"""
