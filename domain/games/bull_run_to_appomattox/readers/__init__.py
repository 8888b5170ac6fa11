"""What is made of positions and events for readers."""
