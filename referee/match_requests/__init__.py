"""Requests on a match: agreements, dice, keys, intents."""
