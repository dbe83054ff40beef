"""Measures Python programs for Beagle."""
