"""Chapter XI, woods and trenches: units that the enemy does not see. What carries out each clause.


"""
