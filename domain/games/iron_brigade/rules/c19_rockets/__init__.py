"""Chapter XIX, rocket batteries. What carries out each clause.


"""
