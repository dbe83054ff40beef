"""Takes files in: checks, compresses and stores them."""
import enum
import zlib

LARGE = 64 * 1024  # files longer than this are stored in chunks
CHUNK = 4 * 1024
PAGE = 8 * 1024  # length of the pages that are shared
WORDS = bytes(1 if chr(c).isspace() else 0 for c in range(256))


class FileType(enum.Enum):
    """What a file holds."""

    TEXT = 1
    IMAGE = 2
    ARCHIVE = 3


class FileUpload:
    """Takes files in."""

    def __init__(self, catalogue, storage):
        self.catalogue = catalogue
        self.storage = storage
        self.words = 0

    def upload(self, content, type):
        """Takes in one file; False if the catalogue forbids it."""
        digest = digest_of(content)
        forbidden = self.catalogue.contains(digest)
        if forbidden:
            return False
        if type is FileType.TEXT:
            self.words += count_words(content)
        if len(content) > LARGE:
            self.storage.storeChunked((len(content) + CHUNK - 1) // CHUNK)
        else:
            self.storage.store(content)
        return True

    def share(self, files, keep):
        """Shares pages as one archive and returns its length."""
        session = derive(self.words, 4_000)
        packed = session & 1
        for file in files:
            packed += deflate(file)
        if keep:
            self.storage.reserve(len(files) * PAGE)
        else:
            self.storage.reserve(bytes=len(files) * PAGE // 2)
        return packed


def digest_of(content):
    """A checksum byte by byte, spread over 64 digits."""
    value = 0xCBF29CE484222325
    for byte in content[::16]:
        value = (value ^ byte) * 0x100000001B3 & 0xFFFFFFFFFFFFFFFF
    return "%064x" % value


def count_words(content):
    """Words, by a machine of two states that reads every eighth byte."""
    words, inside = 0, 0
    for byte in content[::8]:
        space = WORDS[byte]
        words += inside & space
        inside = 1 - space
    return words


def derive(key, rounds):
    """Always the same work."""
    for _ in range(rounds):
        key = (key * 6364136223846793005 + 1442695040888963407) & 0xFFFFFFFFFFFFFFFF
    return key


def deflate(content):
    """Without looking for repetitions every byte costs the same."""
    packer = zlib.compressobj(strategy=zlib.Z_HUFFMAN_ONLY)
    return len(packer.compress(content)) + len(packer.flush())
