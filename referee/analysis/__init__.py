"""Analysis of games beside them: private trial lines, and the events that remarks are on."""
