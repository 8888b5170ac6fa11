"""The board: the map and its names, the printed charts, the printed map."""
