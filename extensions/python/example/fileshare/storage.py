"""Keeps bytes."""

CHUNK = bytearray(4 * 1024)
LEDGER = bytearray(8_000)


class ChunkStorage:
    """A storage in memory that only counts and checks."""

    def __init__(self):
        self.checksum = 0
        self.reserved = 0

    def store(self, content):
        """Stores a small file in one piece."""
        self.checksum ^= check(content)

    def storeChunked(self, chunks):
        """Stores a large file, of which only the number of its chunks matters here."""
        for i in range(chunks):
            CHUNK[0] = i & 255
            self.checksum ^= check(CHUNK)

    def reserve(self, bytes):
        """Sets space aside."""
        account = check(LEDGER)
        self.reserved += bytes + (account & 1)


def check(content):
    """A sum over every eighth byte."""
    value = 0
    for byte in content[::8]:
        value = (value * 31 + byte) & 0xFFFFFFFF
    return value
