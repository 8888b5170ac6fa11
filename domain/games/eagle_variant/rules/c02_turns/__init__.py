"""The order of turns, movement rounds and production rounds. What carries out each clause.

turn-order/1 to /4                sequence.steps, sequence.produces
political-initiative-round/5      sequence.produces
scenarios/1                       sequence.steps
"""
