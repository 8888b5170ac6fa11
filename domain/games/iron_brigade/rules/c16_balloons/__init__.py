"""Chapter XVI, balloons. What carries out each clause."""
