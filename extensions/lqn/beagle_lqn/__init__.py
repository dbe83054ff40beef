"""Layered queueing networks for Beagle."""
