"""Section 5 of the rulebook: initiative and movement commands.

5.1, 5.13   pool.pool_of, pool.drawn, pool.first_player; data/initiative_pool.csv
"""
