"""Section 10 of the rulebook: leaders.

10.0    data/leaders.csv
10.1    command.headquarters_of /1, /10; command.require_in_span /2-3; spans._check_spans /4, /7-8;
        spans.kept /5
10.11   command.reaches /1-3
10.12   command.require_in_span 10.12/1, 10.13/1-2, 10.13/4, 10.16/1, 10.17/1
10.13   ratings.ratings_of /3
10.2    ratings.ratings_of 10.2/1-3
10.33   c06_ground_movement.entering.entered /2, /4
"""
