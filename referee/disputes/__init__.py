"""Disputes in the service: what seats and officials ask, and the facts by which it is decided."""
