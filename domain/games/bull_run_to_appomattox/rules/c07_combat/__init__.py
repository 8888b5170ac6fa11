"""Chapter 7 of the rulebook: combat. Each paragraph, and what carries it out.

7       opening, joining (who fights), fighting (from stage to stage)
7.1     firing; the tables are data/combat_table.csv and data/naval_combat_table.csv
7.2     protection (with 7.3, 7.4, 12 and 13)
7.5     protection.winter_bars, firing.modifiers_of, attrition
7.6     losses (hits), deciding (who stays)
7.7     losses.struck_type; the examples are cases
7.8     deciding (who has won), ending (who leaves, and what follows)
7.9     joining (refusal), firing.cavalry_bonus
7.10    naval (targets and dice), naval_losses
7.12    naval_deciding
7.13.1  c11_raiders
7.13.2  shelling, naval_forces, naval_losses
7.13.3  c06_movement.sailing (the landing), firing.shots, deciding.may_besiege, ending (back aboard)
"""
