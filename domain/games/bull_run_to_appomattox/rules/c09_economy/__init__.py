"""Chapter 9 of the rulebook: revenue and maintenance. Each paragraph, and what carries it out.

9      revenue (the start, income); city values are data/zones.csv
9.2    maintenance; losses (what desertion and winter take)
9.3    revenue.blockaded; B zones are data/sea_zones.csv
"""
