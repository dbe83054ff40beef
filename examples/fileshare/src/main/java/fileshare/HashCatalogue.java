package fileshare;

import java.util.Arrays;
import java.util.List;

/** A catalogue in memory. */
public final class HashCatalogue implements Catalogue {

    private final String[] forbidden;

    public HashCatalogue(String[] forbidden) {
        this.forbidden = forbidden;
    }

    @Override
    public boolean contains(String digest) {
        boolean found = false;
        for (String other : forbidden) {
            found |= other.equalsIgnoreCase(digest);
        }
        return found;
    }

    @Override
    public String index(List<String> names) {
        String[] sorted = names.toArray(new String[0]);
        Arrays.sort(sorted);
        return sorted[0];
    }
}
