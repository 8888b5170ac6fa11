"""What never changes: the map and the charts, read from `data/`."""
