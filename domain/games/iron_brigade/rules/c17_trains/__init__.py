"""Chapter XVII, trains. What carries out each clause.

XVII.A  boarding.check_boarding /1; boarding.turns_of /1-3; riding.travel /1-3
XVII.B  riding.run_trains /1-2; track.check_run /1; track.next_speed /1; track.way_of /1;
        riding.lose_passengers /2
"""
