"""What a ruleset says to readers: comparison, history, lessons."""
