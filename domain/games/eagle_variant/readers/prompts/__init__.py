"""What players are asked, why, and what their answers say and mean."""
