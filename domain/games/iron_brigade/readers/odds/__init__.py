"""Exact odds, as fractions, by the functions that decide real battles.

`weights` has chances of dice, of a check and of what follows from any rolls; `fire_odds` the losses of a fire
order with its sums, and the checks that follow; `melee_odds` a round of melee to its end; `charge_odds` a
charge with both sides' steps; `model` what the kernel asks.
"""
