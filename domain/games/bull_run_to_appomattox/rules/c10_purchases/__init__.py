"""Chapter 10 of the rulebook: purchases and placement."""
