"""The map and the charts, as files in data/ and as lookups."""
