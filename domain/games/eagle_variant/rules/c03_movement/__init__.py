"""Movement. What carries out each clause.

movement-rounds/1 to /4    marching
movement-restrictions      entering
the-units/2, /6            marching
rail-movement              railroads
"""
