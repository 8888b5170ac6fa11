"""Chapter XV, wire and chevaux de frise. What carries out each clause.


"""
