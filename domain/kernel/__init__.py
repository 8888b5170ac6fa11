"""What every ruleset stands on: decider, rulebook, dice, hex grid, map graph, charts, codec."""
