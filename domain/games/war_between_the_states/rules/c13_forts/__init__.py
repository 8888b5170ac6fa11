"""Section 13 of the rulebook: forts and fortresses.

13.12, 13.15       sheltering._check_shelter 13.12/1; sheltering._check_take 13.15/1, /3
13.1, 13.2, 13.33  works.garrison_strength; position.pieces.CAPACITY
13.14              c08_combat.declaring._check_sortie /1, /3; advancing.may_advance /2; retreating._called /4
13.24, 13.3        c09_zones.zones.garrisons 13.24/2; zones.besieged 13.3/2, /7-8; lifting.settle_garrisons
13.31              sieging._check_bombard /1, /5; sieging._check_attack /2, /4; sieging._attack /3, /6
13.33, 13.35       c08_combat.retreating.garrison_out 13.33/2, 13.35/1; works.garrison_strength 13.33/1
13.36              works.bombarded; sieging._bombard; data/siege_bombardment.csv
13.39              cut_off.shut_in /1, /5-6; cut_off.cut_off /2-4
"""
