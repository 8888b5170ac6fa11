"""What never changes: the map, its parts, and the charts, read from `data/`."""
