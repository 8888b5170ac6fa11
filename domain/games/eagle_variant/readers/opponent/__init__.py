"""The computer player: it plays either side from what its seat may see.

assessment   what spaces are worth, how far they are, how strong armies are
marching     movement: attacks, marches and trains
shipping     movement: landings from the sea and from rivers
producing    purchases, the blockade and politics
fighting     the battle on its board
choosing     the command for a decision
"""
