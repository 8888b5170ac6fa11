"""Chapters 16 and 17 of the rulebook: scenarios. What carries it out.

16      set_up.set_up_position /1-3; data/campaign.toml /1-2; data/zones.csv /4
"""
