"""Uses the service with inputs that vary well: sizes spread evenly over their
logarithms, in random order, independent of one another. The same arguments always
make the same inputs."""
import argparse
import math
import random
import string

from fileshare.catalogue import HashCatalogue
from fileshare.storage import ChunkStorage
from fileshare.upload import LARGE, PAGE, FileType, FileUpload


def main():
    arguments = argparse.ArgumentParser(prog="fileshare")
    arguments.add_argument("work", nargs="*", default=["upload", "share", "index"])
    arguments.add_argument("--rounds", type=int, default=2)
    arguments.add_argument("--seed", type=int, default=1)
    given = arguments.parse_args()
    source = random.Random(given.seed)
    storage = ChunkStorage()
    catalogue = HashCatalogue([source.getrandbits(64) for _ in range(1 << 11)])
    uploads = FileUpload(catalogue, storage)
    text = " ".join("".join(source.choices(string.ascii_lowercase, k=source.randint(2, 9))) for _ in range(90_000)).encode()
    result = 0
    for _ in range(given.rounds):
        calls = []
        if "upload" in given.work:
            for size in spread(source, 2 * 1024, 400 * 1024, 20) + [LARGE, LARGE + 1]:
                for type in FileType:
                    calls.append((uploads.upload, (text[:size], type)))
        if "share" in given.work:
            for size in spread(source, 1, 40, 12):
                for keep in (True, False):
                    calls.append((uploads.share, ([text[i * 100:][:PAGE] for i in range(size)], keep)))
        if "index" in given.work:
            for size in spread(source, 100, 3_000, 20):
                calls.append((catalogue.index, (["%012x" % source.getrandbits(48) for _ in range(size)],)))
        source.shuffle(calls)
        for function, values in calls:
            result += len(str(function(*values)))
    print(given.rounds, "rounds,", result ^ storage.checksum ^ storage.reserved)


def spread(source, low, high, count):
    """Numbers from low to high, evenly spread over their logarithms, each moved a little."""
    step = math.log(high / low) / count
    return [round(low * math.exp(step * (i + source.random()))) for i in range(count)]


if __name__ == "__main__":
    main()
