package fileshare;

/** Keeps bytes. */
public interface Storage {

    /** Stores a small file in one piece. */
    void store(byte[] content);

    /** Stores a large file, of which only the number of its chunks matters here. */
    void storeChunked(int chunks);

    /** Sets space aside. */
    void reserve(int bytes);
}
