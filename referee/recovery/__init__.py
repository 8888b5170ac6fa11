"""Recovery: a log that was restored from a backup, its break, and what clients had beyond the backup."""
