"""The benchmark: each figure beside the raw limit of the same machine."""
