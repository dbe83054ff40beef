package fileshare;

import java.util.List;
import java.util.zip.Deflater;

/** Takes files in: checks, compresses and stores them. */
public final class FileUpload implements Uploads {

    /** Files longer than this are stored in chunks. */
    static final int LARGE = 64 * 1024;

    /** Length of a chunk. */
    static final int CHUNK = 4 * 1024;

    /** Length of the pages that are shared. */
    static final int PAGE = 8 * 1024;

    private static final int[] NEXT = transitions();

    private final Catalogue catalogue;
    private final Storage storage;
    private final byte[] buffer = new byte[16 * 1024];
    private final Deflater deflater = new Deflater(); // kept, since making one costs now more, now less
    private long words;

    public FileUpload(Catalogue catalogue, Storage storage) {
        this.catalogue = catalogue;
        this.storage = storage;
        deflater.setStrategy(Deflater.HUFFMAN_ONLY);
    }

    @Override
    public boolean upload(byte[] content, FileType type) {
        String digest = hash(content);
        boolean forbidden = catalogue.contains(digest);
        if (forbidden) {
            return false;
        }
        if (type == FileType.TEXT) {
            words += countWords(content);
        }
        if (content.length > LARGE) {
            storage.storeChunked((content.length + CHUNK - 1) / CHUNK);
        } else {
            storage.store(content);
        }
        return true;
    }

    @Override
    public long share(List<byte[]> files, boolean keep) {
        long session = derive(words, 40_000);
        long packed = session & 1;
        for (byte[] file : files) {
            packed += deflate(file);
        }
        if (keep) {
            storage.reserve(files.size() * PAGE);
        } else {
            storage.reserve(files.size() * PAGE / 2);
        }
        return packed;
    }

    /** FNV-1a, spread over 64 digits. */
    private static String hash(byte[] content) {
        long hash = 0xcbf29ce484222325L;
        for (byte b : content) {
            hash = (hash ^ b) * 0x100000001b3L;
        }
        char[] digits = new char[64];
        for (int i = 0; i < digits.length; i++) {
            digits[i] = Character.forDigit((int) (hash >>> 60), 16);
            hash = hash * 6364136223846793005L + 1442695040888963407L;
        }
        return new String(digits);
    }

    /** A machine with two states, between words (0) and inside one (1), that reads byte by byte. */
    private static int countWords(byte[] content) {
        int words = 0;
        int state = 0;
        for (byte b : content) {
            state = NEXT[state << 7 | b & 127];
            words += state >> 1;
            state &= 1;
        }
        return words;
    }

    /** The next state; 2 is added where a word begins. */
    private static int[] transitions() {
        int[] next = new int[256];
        for (int c = ' ' + 1; c < 128; c++) {
            next[c] = 1 + 2;
            next[128 + c] = 1;
        }
        return next;
    }

    private static long derive(long key, int rounds) {
        for (int round = 0; round < rounds; round++) {
            key = key * 6364136223846793005L + 1442695040888963407L;
            key ^= key >>> 29;
        }
        return key;
    }

    /** Without looking for repetitions every byte costs the same. */
    private long deflate(byte[] content) {
        deflater.reset();
        deflater.setInput(content);
        deflater.finish();
        long length = 0;
        while (!deflater.finished()) {
            length += deflater.deflate(buffer);
        }
        return length;
    }
}
