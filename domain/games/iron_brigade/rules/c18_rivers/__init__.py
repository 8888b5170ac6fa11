"""Chapter XVIII, boats and rivers. What carries out each clause.


"""
