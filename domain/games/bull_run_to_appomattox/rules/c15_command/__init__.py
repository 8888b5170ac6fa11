"""Chapter 15 of the rulebook: passing command."""
