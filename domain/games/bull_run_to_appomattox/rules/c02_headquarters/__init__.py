"""Chapter 2 of the rulebook: units and organization, headquarters. Each paragraph, and what carries it out.

2.1     position.units, c05_zones.places.is_army
2.2     position.units, c11_raiders
2.3     data/headquarters.csv, drawing.draw_hq, taking_over.draw
2.4     losing.lose_hq, drawing.replace_lost, drawing.attach, taking_over
2.5     c06_movement.marching._check_entry, c07_combat
2.6     losing.credit, c04_sequence.sequence.promote
2.7     losing.check_survival
2.8     c04_sequence.sequence.roll_initiative, c04_sequence.activation
"""
