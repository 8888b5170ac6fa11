"""Movement by sea and on the rivers. What carries out each clause.

amphibious-movement
        shipping._check_shipment /1-3; shipping.check_leg /1; c07_naval.fleets.capacity /2;
        answering._check_answer /3; answering.ask_opponent /3-4; answering._failed /5;
        answering._fought /5-6, /8; answering._pay /5, /7; losses.pays /6-7; answering._landed /8-9;
        c06_tactical.attacking.aim /10; c05_battles.retreating._may_follow /11;
        c05_battles.retreating.attacker_ways /11; c05_battles.retreating.retreat_of /11; shipping._ship /12
rivers  c06_tactical.attacking.aim /3-4; answering._landed /4, /14; c05_battles.retreating.crosses_river /5;
        c06_tactical.pursuing.needs /5; board.map.board /6; c07_naval.fleets.fleet /9;
        rivers.river_ways /10; shipping.check_leg /10; c07_naval.fleets.capacity /11;
        rivers.goes_past /12-13; rivers.journeys /12-13; answering.ask_opponent /15-16;
        rivers.may_intercept /15; shipping._check_shipment /16-17; charts.price /18;
        c09_production.limits.check_yard /19-20; c09_production.turning._check /21-22; data/borders.csv /1;
        data/cities.csv /2, /7-8
"""
