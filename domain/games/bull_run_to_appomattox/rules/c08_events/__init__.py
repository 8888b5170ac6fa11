"""Chapter 8 of the rulebook: events. Each paragraph, and what carries it out.

8       rolling.take_event /1; rolling.roll_event /2-3; data/random_events.csv /2
8.2     officers.fall_ill /1-3
8.3     officers.recall /1-3
8.4     gains.award /1; rolling.roll_event /1
8.5     gains.raise_volunteers /1-2
8.6     desertion.desert /1-2
8.7     technology.roll_technology /1-4; gains.award /3; c10_purchases.prices.prices /5-6;
        c07_combat.firing.number_needed /7; rolling.take_event /8
8.8     fixed.happen /1; rolling.take_event /1; data/turns.csv /1
8.9     fixed.happen /1-2; gains.award /1
8.10    fixed.happen /1; fixed.abolished /2; c10_purchases.prices.prices /2; fixed.galvanized /3;
        c11_raiders.fighting.raider_modifier /3
8.11    fixed.happen /1; fixed.galvanized /2; c11_raiders.fighting.raider_modifier /2
"""
