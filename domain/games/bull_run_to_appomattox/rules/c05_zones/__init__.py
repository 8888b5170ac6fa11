"""Chapter 5 of the rulebook: zones of control and stacking."""
