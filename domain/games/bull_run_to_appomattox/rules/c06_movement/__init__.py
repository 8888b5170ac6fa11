"""Chapter 6 of the rulebook: movement and reconnaissance."""
