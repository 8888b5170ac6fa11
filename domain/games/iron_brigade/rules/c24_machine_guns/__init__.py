"""Chapter XXIV, machine guns. What carries out each clause."""
