"""Section 22 of the rulebook, which is lost: units strengthened, converted, merged, by R.7 and R.11.

R.7    augmenting._check_augment /12; augmenting._check_garrison /16; converting._check_convert /13;
       converting._check_merge /14; converting.going_home /19
R.11   scheduled._receive /9
R.3    scheduled._check_reinforce /4; scheduled._check_raise /5
"""
