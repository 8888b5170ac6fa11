"""Movement. What carries out each clause.

movement-rounds
        marching.check_movers /1; marching._check_move /2-4; marching._end /5;
        c05_battles.queue._check_choice /6; c05_battles.queue.go_on /6, /8; marching._check_end /7;
        c05_battles.starting.start_battle /8
rail-movement
        railroads._check_rail /1-2, /7; railroads.cost_of /2, /8; railroads.barred /3-4, /6;
        railroads.may_end /3, /5; data/railroads.csv /9
"""
