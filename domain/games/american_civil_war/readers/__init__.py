"""What readers get of a position and of events. No rule imports these, except what offers orders by reach."""
