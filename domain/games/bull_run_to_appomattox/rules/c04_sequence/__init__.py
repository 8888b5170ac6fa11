"""Chapter 4 of the rulebook: sequence of play."""
