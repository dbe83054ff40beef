package algorithms;

/** Joins two relations of whole keys by hashing, in partitions that fit into 1,000 rows. */
final class HashJoin {

    private static final int PARTITION = 1000;
    private final int[] table = new int[1 << 17];
    private long checked;

    long join(int[] build, int[] probe, boolean outer) {
        build(build);
        long matches = probe(probe);
        if (outer) {
            matches += unmatched(build);
        }
        for (int first = 0; first < build.length; first += PARTITION) {
            checked += first;
        }
        return matches + checked;
    }

    private void build(int[] keys) {
        java.util.Arrays.fill(table, -1);
        for (int key : keys) {
            int at = key * 0x9E3779B1 >>> 15;
            while (table[at] >= 0) {
                at = at + 1 & table.length - 1;
            }
            table[at] = key;
        }
    }

    private long probe(int[] keys) {
        long matches = 0;
        for (int key : keys) {
            int at = key * 0x9E3779B1 >>> 15;
            while (table[at] >= 0) {
                if (table[at] == key) {
                    matches++;
                    break;
                }
                at = at + 1 & table.length - 1;
            }
        }
        return matches;
    }

    private long unmatched(int[] keys) {
        long sum = 0;
        for (int key : keys) {
            sum += key & 1;
        }
        return sum;
    }
}
