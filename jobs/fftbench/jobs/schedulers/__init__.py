"""Batch systems: the scripts they run, and Slurm's commands."""
