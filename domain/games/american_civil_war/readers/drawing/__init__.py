"""The position as SVG."""
