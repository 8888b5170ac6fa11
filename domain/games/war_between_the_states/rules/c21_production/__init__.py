"""Sections 21 to 24 of the rulebook, which are lost: income, costs and imports by R.7 and R.9, as arithmetic.

R.7    income.union_income /1; income.confederate_income /2-3; income.cost /8-10
R.9    income.imported /2, /4
"""
