"""The computer player: it concentrates, keeps to its chain of supply, guards places, mixes its chits."""
