"""What the service proves of its log, exports of it, and verifies."""
