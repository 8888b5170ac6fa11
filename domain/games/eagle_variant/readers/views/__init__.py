"""Views: the position as plain documents, as its reader may know it."""
