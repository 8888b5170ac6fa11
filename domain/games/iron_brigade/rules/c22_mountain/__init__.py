"""Chapter XXII, mountain howitzers. What carries out each clause.


"""
