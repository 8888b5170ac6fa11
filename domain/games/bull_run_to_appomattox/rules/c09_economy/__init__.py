"""Chapter 9 of the rulebook: revenue and maintenance. Each paragraph, and what carries it out.

9       revenue.begin_with /1; revenue.collect /2; revenue.paying_cities /2, /4-5;
        c05_zones.places.holds_port /5; data/zones.csv /3, /6
9.2     maintenance.bill_of /1, /3; maintenance.upkeep /1-2, /5; c10_purchases.preparing.check_bill /3;
        c10_purchases.preparing.least_unpaid /3, /6; maintenance.deserting /4-5, /9;
        maintenance.maintain /4, /7-8; maintenance.sinking /6; c10_purchases.preparing.pool_after /7;
        revenue.collect /8
9.3     revenue.blockaded /1-5; revenue.collect /1, /6; data/sea_zones.csv /2
"""
