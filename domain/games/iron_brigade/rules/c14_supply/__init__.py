"""Chapter XIV, supply of ammunition. What carries out each clause."""
