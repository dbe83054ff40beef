package fileshare;

import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
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
        String digest = sha256(content);
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

    private static String sha256(byte[] content) {
        try {
            byte[] hash = MessageDigest.getInstance("SHA-256").digest(content);
            StringBuilder hex = new StringBuilder();
            for (byte b : hash) {
                hex.append(Character.forDigit(b >> 4 & 15, 16)).append(Character.forDigit(b & 15, 16));
            }
            return hex.toString();
        } catch (NoSuchAlgorithmException impossible) {
            throw new IllegalStateException(impossible); // every Java has SHA-256
        }
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
