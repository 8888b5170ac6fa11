"""Cases: a position, commands with dice, and what follows."""
