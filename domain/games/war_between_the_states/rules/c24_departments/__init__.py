"""Section 24 of the rulebook, which is lost: departments, forts under construction and bases, by R.8.

R.8    places.departments_of /4; places.working /3; building._check_move /4; building._check_base /5;
       building._check_build /7-8
"""
