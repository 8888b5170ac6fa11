"""Chapter XXIV, machine guns. What carries out each clause.

XXIV.C  fire.sum_items /1
"""
