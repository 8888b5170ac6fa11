"""Chapter 13 of the rulebook: rivers and gunboats."""
