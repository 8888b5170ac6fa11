"""Chapter XVII, trains. What carries out each clause."""
