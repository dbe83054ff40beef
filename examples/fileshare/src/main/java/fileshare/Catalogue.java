package fileshare;

import java.util.List;

/** Knows forbidden files by their digests, and shared files by their names. */
public interface Catalogue {

    boolean contains(String digest);

    /** Puts the names in order and returns the first. */
    String index(List<String> names);
}
