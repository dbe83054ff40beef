package fileshare;

/** A storage in memory that only counts and checks. */
public final class ChunkStorage implements Storage {

    private final byte[] chunk = new byte[FileUpload.CHUNK];
    private final byte[] ledger = new byte[40_000];
    private long checksum;
    private long reserved;

    @Override
    public void store(byte[] content) {
        checksum ^= check(content);
    }

    @Override
    public void storeChunked(int chunks) {
        for (int i = 0; i < chunks; i++) {
            chunk[0] = (byte) i;
            checksum ^= check(chunk);
        }
    }

    @Override
    public void reserve(int bytes) {
        long account = check(ledger);
        reserved += bytes + (account & 1);
    }

    /** Everything that was stored, so that no compiler may leave it out. */
    public long summary() {
        return checksum ^ reserved;
    }

    /** FNV-1a: a multiplication per byte. */
    private static long check(byte[] bytes) {
        long hash = 0xcbf29ce484222325L;
        for (byte b : bytes) {
            hash = (hash ^ b) * 0x100000001b3L;
        }
        return hash;
    }
}
