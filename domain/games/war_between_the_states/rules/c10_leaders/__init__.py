"""Section 10 of the rulebook: leaders.

10.0   data/leaders.csv
10.13  ratings.ratings_of /3
10.2   ratings.ratings_of 10.2/1-3
"""
