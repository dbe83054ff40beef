package fileshare;

import java.util.Arrays;
import java.util.List;

/** A catalogue in memory. */
public final class HashCatalogue implements Catalogue {

    /** Hashes of forbidden digests in random order; their number is a power of two. */
    private final long[] forbidden;

    public HashCatalogue(long[] forbidden) {
        this.forbidden = forbidden;
    }

    @Override
    public boolean contains(String digest) {
        long wanted = Long.parseUnsignedLong(digest.substring(0, 16), 16);
        return isForbidden(wanted);
    }

    @Override
    public String index(List<String> names) {
        String[] sorted = names.toArray(new String[0]);
        Arrays.sort(sorted);
        return sorted[0];
    }

    /** Visits every slot once (a congruential generator of full period), so that nobody learns from the time how far the search got. */
    private boolean isForbidden(long wanted) {
        boolean found = false;
        int slot = (int) wanted & forbidden.length - 1;
        for (int i = 0; i < forbidden.length; i++) {
            found |= forbidden[slot] == wanted;
            slot = slot * 1664525 + 1013904223 & forbidden.length - 1;
        }
        return found;
    }
}
