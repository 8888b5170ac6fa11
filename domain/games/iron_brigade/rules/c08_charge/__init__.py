"""Chapter VIII, the charge. What carries out each clause."""
