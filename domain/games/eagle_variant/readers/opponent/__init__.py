"""The computer player: it plays either side from what its seat may see.

assessment   what a side needs, how strong armies are, and how far spaces are from where they are wanted
campaigning  marches and trains
supplying    production, placement and politics
fighting     battles: their order, set-ups, actions, retreats and pursuits
choosing     the command for a decision
"""
