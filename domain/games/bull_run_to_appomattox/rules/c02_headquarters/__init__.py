"""Chapter 2 of the rulebook: units and organization, headquarters."""
