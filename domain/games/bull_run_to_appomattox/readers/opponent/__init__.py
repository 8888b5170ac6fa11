"""The computer player: it plays either side from what its seat may see.

assessment   what places are worth, how far they are, and how a combat would come out
ordering     what is activated, and its orders
ways         where an HQ may be sent
introductory the scenario of two turns: what wins most often in rehearsals
rehearsal    that scenario played on in few numbers
answering    combats, retreats, losses and all other questions
supplying    the sealed orders of preparation and placement
choosing     the command for a decision
"""
