"""Chapter 9 of the rulebook: revenue and maintenance."""
