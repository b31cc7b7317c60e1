"""Figures into files."""
