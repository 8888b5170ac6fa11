"""Section 18 of the rulebook, which is lost: railroads by R.2.

R.2    rails.links_of /8-9; rails.usable /1-2, /4, /10, /12;
       cutting._check_cut /3; mending._check_repair /5-6; mending._check_net /7
"""
