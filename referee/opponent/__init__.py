"""What the computer player chooses with: its random source, and the threads in which it thinks."""
