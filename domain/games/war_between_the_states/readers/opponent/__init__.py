"""The computer player: it concentrates, keeps to its chain of supply, guards what counts, and mixes its chits."""
