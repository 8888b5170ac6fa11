"""Chapter 12 of the rulebook: forts, sieges and fortifications."""
