"""Knows forbidden files by their digests, and shared files by their names."""


class HashCatalogue:
    """A catalogue in memory."""

    def __init__(self, forbidden):
        self.forbidden = forbidden

    def contains(self, digest):
        """Visits every entry, so that nobody learns from the time how far it got."""
        wanted = int(digest[-16:], 16)
        return sum(1 for one in self.forbidden if one == wanted) > 0

    def index(self, names):
        """Puts the names in order and returns the first."""
        ordered = merge_sort(names)
        return ordered[0]


def merge_sort(names):
    """n log n comparisons in Python, not in C."""
    if len(names) < 2:
        return list(names)
    middle = len(names) // 2
    left, right, merged, i, k = merge_sort(names[:middle]), merge_sort(names[middle:]), [], 0, 0
    while i < len(left) and k < len(right):
        if left[i] <= right[k]:
            merged.append(left[i])
            i += 1
        else:
            merged.append(right[k])
            k += 1
    return merged + left[i:] + right[k:]
