"""Where a force, a leader or vessels could go, and what that costs."""
