"""What the processes of one service share to be quicker, in Redis: views, positions, counts, wake-ups.

Nothing here needs to be right, or to be there. What is read is checked before it is believed, what is lost is
made again from the log, and a Redis that is slow or gone is not asked for some seconds.
"""
