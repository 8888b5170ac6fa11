"""The position: pieces, who owns what, the turn; and the same as documents."""
