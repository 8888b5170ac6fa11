"""What readers make of a position: odds."""
