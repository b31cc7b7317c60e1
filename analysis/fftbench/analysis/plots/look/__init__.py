"""How all figures look: sizes, colours, axes, bars and lines."""
