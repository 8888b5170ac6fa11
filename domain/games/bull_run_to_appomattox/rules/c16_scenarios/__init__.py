"""Chapters 16 and 17 of the rulebook: scenarios. What carries it out.

16     set_up, data/campaign.toml
17     set_up, data/introductory.toml; c04_sequence.sequence.steps (17/2), c14_victory.victory (17/4)
"""
