"""Campaigns and sites: what a person writes, and the cases that come of it."""
