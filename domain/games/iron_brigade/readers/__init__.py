"""What players read of a battle: names, the chronicle, questions."""
