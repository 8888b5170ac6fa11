"""What every ruleset is built on: decider, rulebook, dice, boards, charts, codec."""
