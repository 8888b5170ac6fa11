"""What every ruleset stands on: decider, rulebook, dice, hex grid, charts, codec."""
