"""HTTP: who asks, what comes in, what goes out, how requests fail."""
