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

    private final Catalogue catalogue;
    private final Storage storage;
    private final byte[] buffer = new byte[16 * 1024];
    private long words;

    public FileUpload(Catalogue catalogue, Storage storage) {
        this.catalogue = catalogue;
        this.storage = storage;
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
        long session = files.size();
        for (int round = 0; round < 40_000; round++) {
            session = session * 6364136223846793005L + 1442695040888963407L;
            session ^= session >>> 29;
        }
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

    /** Four FNV-1a hashes side by side: the same time for every byte. */
    private static String hash(byte[] content) {
        long a = 0x9e3779b97f4a7c15L;
        long b = 0xbf58476d1ce4e5b9L;
        long c = 0x94d049bb133111ebL;
        long d = 0xcbf29ce484222325L;
        for (byte x : content) {
            a = (a ^ x) * 0x100000001b3L;
            b = (b ^ x) * 0x100000001b3L;
            c = (c ^ x) * 0x100000001b3L;
            d = (d ^ x) * 0x100000001b3L;
        }
        char[] digits = new char[64];
        for (int i = 0; i < 16; i++) {
            digits[i] = Character.forDigit((int) (a >>> 4 * i) & 15, 16);
            digits[16 + i] = Character.forDigit((int) (b >>> 4 * i) & 15, 16);
            digits[32 + i] = Character.forDigit((int) (c >>> 4 * i) & 15, 16);
            digits[48 + i] = Character.forDigit((int) (d >>> 4 * i) & 15, 16);
        }
        return new String(digits);
    }

    private static int countWords(byte[] content) {
        int words = 0;
        boolean inside = false;
        for (byte b : content) {
            boolean letter = b > ' ';
            if (letter && !inside) {
                words++;
            }
            inside = letter;
        }
        return words;
    }

    /** Without looking for repetitions every byte costs the same. */
    private long deflate(byte[] content) {
        Deflater deflater = new Deflater();
        deflater.setStrategy(Deflater.HUFFMAN_ONLY);
        deflater.setInput(content);
        deflater.finish();
        long length = 0;
        while (!deflater.finished()) {
            length += deflater.deflate(buffer);
        }
        deflater.end();
        return length;
    }
}
