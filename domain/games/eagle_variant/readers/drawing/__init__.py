"""The printed map: where everything lies on its sheet, its names, its drawing."""
