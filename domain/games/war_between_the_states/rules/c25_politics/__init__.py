"""Section 25 of the rulebook, which is lost: political points, appeals, the end of the war, by R.10.

R.10   phase._end_of_war /1, /7; c04_sequence.turns._end_turn /2; phase.settle_control /3; points.prizes /3;
       phase.credit_battle /4; phase._check_appeal /5; phase._check_emancipation /6
"""
