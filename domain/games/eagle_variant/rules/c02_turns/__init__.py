"""The order of turns, movement rounds and production rounds. What carries out each clause.

turn-order
        sequence.steps /1-2, /4; position.state.Position /1; c05_battles.queue.go_on /2;
        sequence.produces /3; c08_scenarios.victory._decide /5
"""
