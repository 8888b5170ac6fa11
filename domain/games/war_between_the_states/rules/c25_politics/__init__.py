"""Section 25 of the rulebook, which is lost: political points, appeals, the end of the war, by R.10.

R.10    c04_sequence.turns._end_turn /1-2; phase._begin_politics /1, /5-7; phase._end_of_war /1, /7;
        c04_sequence.turns._end_player_turn /3; phase.settle_control /3; points.prizes /3;
        position.campaign.Politics /3; c08_combat.advancing.finish /4; phase.credit_battle /4;
        points.battle_points /4; phase._appeal /5; phase._check_appeal /5; c21_production.phases._import /6;
        c21_production.phases._receive_income /6; phase._check_emancipation /6
"""
