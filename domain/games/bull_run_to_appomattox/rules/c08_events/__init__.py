"""Chapter 8 of the rulebook: events. Each paragraph, and what carries it out.

8      rolling (the roll, table 8.1 in data/random_events.csv, whom it strikes)
8.2    officers.fall_ill
8.3    officers.recall
8.4    gains.award
8.5    gains.raise_volunteers
8.6    desertion
8.7    technology (the roll); c06_movement.reconnoitring, c10_purchases.prices, c07_combat.firing (advances)
8.8    fixed.happen (with 8.9 to 8.11), fixed.abolished, fixed.galvanized; data/turns.csv
"""
