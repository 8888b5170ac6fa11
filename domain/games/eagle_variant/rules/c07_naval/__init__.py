"""Naval battles, on the ocean and on the rivers. What carries out each clause.

naval-battles
        fighting.fight_naval_battle /1-3; fighting._loss /2; c04_amphibious.answering._fought /3;
        fleets.fleet /4; fleets.rating /4; fighting._check_losses /5; fighting._take_losses /5
"""
