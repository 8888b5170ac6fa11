"""Chapter 15 of the rulebook: passing command. Each paragraph, and what carries it out.

15/1-6  passing.check_passing, passing.pass_units, c04_sequence.activation
15/7, 8 aside
15/9    c04_sequence.events.ActivationEnded
"""
