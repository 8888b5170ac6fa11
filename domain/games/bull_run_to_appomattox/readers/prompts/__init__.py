"""What a player is asked, why, and what each answer means."""
