"""A small file sharing service: the example of Beagle, in Python."""
