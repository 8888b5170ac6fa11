"""What a page draws of a position: scenes, blocks of figures, and the manifest that names them."""
