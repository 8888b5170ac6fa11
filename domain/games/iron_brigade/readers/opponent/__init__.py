"""The computer player: a plain one, by what its seat may see.

`choosing` answers each decision; `marching` weighs where units go (range, facing, cover, support, goals,
reserves), `batteries` what guns do, `firing` at whom units fire, `charging` when to charge and when to fall
back, by exact odds.
"""
