"""Chapter 10 of the rulebook: purchases, with the placement of chapter 4. What carries it out.

10      preparing.buy_units /1; prices.prices /1-2; preparing._check_purchase /3, /5;
        c02_headquarters.drawing.room_for /4; c02_headquarters.taking_over._check_take /4; placing._join /4;
        placing.check_units /4; c15_command.passing.check_passing /4; position.document._hq_problems /4;
        pool.left_in_pool /5-6; preparing.pool_after /5-6; c09_economy.losses.lose_units /6;
        c09_economy.maintenance.sinking /6; c11_raiders.fighting._raider_lost /6;
        recruiting.require_port /8-9; data/costs.csv /1; data/counter_mix.csv /7
"""
