"""Chapter 10 of the rulebook: purchases, with the placement of chapter 4. What carries it out.

10     prices (10/1, 10/2), pool (10/5 to 10/7), preparing (orders and purchases), data/costs.csv
4      placing (4/15 to 4/21), recruiting (where: 4/16 to 4/22, 10/8, 10/9), offers
"""
