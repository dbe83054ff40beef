package fileshare;

import java.util.List;

/** What people do with the service. */
public interface Uploads {

    /** Takes in one file; false if the catalogue forbids it. */
    boolean upload(byte[] content, FileType type);

    /** Shares pages as one archive and returns its length. */
    long share(List<byte[]> files, boolean keep);
}
