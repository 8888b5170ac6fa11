"""Section 17 of the rulebook: the chain of supply.

17.0   chains.chain /1-7; chains.sources /5, /7
17.1   waterways.supply_waters 17.11/1-4, 17.12/1, 17.13/1-2
17.2   chains.chain 17.2/3
"""
