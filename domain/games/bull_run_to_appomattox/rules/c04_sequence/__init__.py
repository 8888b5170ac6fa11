"""Chapters 3 and 4 of the rulebook: markers and the sequence of play. Each paragraph, and what carries it
out.

3       position.state, sequence.end_turn, activation._activation_ended
4/1     sequence.roll_initiative
4/2, 3  sequence.ORDER, sequence.steps
4/4-6   sealed_orders, registry.order_check
4/7, 8  c02_headquarters.taking_over.draw
4/9-13  activation
4/14    c06_movement.sailing._sail_to
4/15    sealed_orders.ask_placement
4/16-22 c10_purchases
6.4/24  standing
"""
