"""The position: units, what is in progress, and its document."""
