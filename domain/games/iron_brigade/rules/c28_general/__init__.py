"""Chapter XXVIII, general notes: agreements. What carries out each clause.


"""
