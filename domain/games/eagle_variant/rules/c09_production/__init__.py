"""The production round. What carries out each clause.

production-round/1, /2, /3                    phases
unit-production-and-placement/1 to /4         income
unit-production-and-placement/5 to /9         buying, data/prices.csv
unit-production-and-placement/10 to /17       placing
production-limits                             limits
csa-support-from-europe                       income, limits
war-with-europe/5, /6, /22, /24               income
war-with-europe/7 to /11, /13                 buying, placing, limits
csa-declares-emancipation/6, /12, /13         income, placing
conscription/2, /10                           income, placing
rivers/18 to /22                              buying, limits, turning
blockade                                      blockade
"""
