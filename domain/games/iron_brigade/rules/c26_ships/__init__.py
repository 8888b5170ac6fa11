"""Chapter XXVI, ships. What carries out each clause."""
