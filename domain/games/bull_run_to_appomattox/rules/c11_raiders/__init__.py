"""Chapter 11 of the rulebook: raiders. Each paragraph, and what carries it out.

11      c10_purchases.placing.check_fleets_and_raider /1; c10_purchases.pool.left_in_pool /1;
        c10_purchases.preparing._check_purchase /1; c10_purchases.preparing.buy_units /1;
        raiding._check_raid /2-3, /5; fighting._fight_ended /3; marching.raider_steps /4;
        data/mountains.csv /4
11.1    raiding._check_bridge /1; c13_rivers.crossings.passable /2; repairs._ends /3; repairs._works_at /3;
        repairs.repair /3
11.2    raiding._check_railroad /1; raiding._railroad_destroyed /2; repairs._works_at /3; repairs.repair /3
11.3    raiding._check_city /1, /3-4; raiding._city_pillaged /1-2, /5;
        c09_economy.revenue.is_pillaged /2, /5; c04_sequence.sequence.end_turn /5
"""
