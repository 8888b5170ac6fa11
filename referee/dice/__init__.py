"""Where a game's dice come from: chains, their custody, the public beacon."""
