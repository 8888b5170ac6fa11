"""Politics, Europe and the election. What carries out each clause.

political-initiative-round          actions
european-intervention-rating        rating
emancipation-of-the-slaves          emancipation
usa-declares-emancipation           emancipation, volunteers, captures
csa-declares-emancipation/1 to /6   secession
conscription                        conscription
european-diplomacy                  diplomacy
seek-support-or-intervention        diplomacy
declare-war-on-european-powers      diplomacy
war-with-europe/1 to /4             war
war-with-europe/15, /16             uprising
war-with-europe/18 to /21           peace
1864-presidential-election          election
advanced-optional-rules             actions, election, and Position.has
"""
