"""Section 22.5 of the rulebook, which is lost: leaders and headquarters between cycles, by R.6.

R.6    picking._check_place /1; picking._check_appoint /1; picking._begin_pick /2; picking._check_recall /3;
       picking._check_promote /4; prisoners._check_offer /5; prisoners._check_parole /6;
       prisoners.roll_for_leader /7, /10; headquarters._check_create /8; headquarters._check_remove /9
10.1   picking._check_appoint /9
"""
