package sections;

import com.google.common.cache.Cache;
import com.google.common.cache.CacheBuilder;
import com.google.common.collect.HashMultimap;
import java.security.MessageDigest;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.Set;
import java.util.TreeMap;

/** Maps, sets, queues and caches. */
final class Maps {

    private static final Map<Integer, byte[]> DIGESTS = new HashMap<>();
    private static final byte[] PAGE = new byte[64 << 10];
    private static Map<Integer, Integer> growing = new HashMap<>();

    private Maps() { }

    static void register(Suite s) {
        s.one("fillHashMap", 100, 10_000, (n, r) -> fillHashMap(Inputs.ints(n, r)));
        s.one("fillTreeMap", 50, 5_000, (n, r) -> fillTreeMap(Inputs.ints(n, r)));
        s.one("heap", 50, 5_000, (n, r) -> heap(Inputs.ints(n, r)));
        s.two("treeLookups", 100, 10_000, 50, 1_000, (n, k, r) -> treeLookups(new TreeMap<>(map(n, r)), Inputs.ints(k, r)));
        s.two("hashLookups", 100, 2_000, 50, 5_000, (n, k, r) -> hashLookups(map(n, r), Inputs.below(k, 4_000, r)));
        s.two("retain", 100, 5_000, 100, 5_000, (a, b, r) -> retain(new HashSet<>(Inputs.set(a, r)), new HashSet<>(Inputs.set(b, r))));
        s.one("lru", 200, 10_000, (n, r) -> lru(Inputs.below(n, 600, r)));
        s.one("guavaCache", 200, 10_000, (n, r) -> guavaCache(Inputs.below(n, 600, r)));
        s.one("walkTreeMap", 200, 10_000, (n, r) -> walkTreeMap(new TreeMap<>(map(n, r))));
        s.one("multimap", 100, 5_000, (n, r) -> multimap(Inputs.ints(n, r)));
        s.one("digestOf", 1, 100, (n, r) -> {
            if (r.nextInt(20) == 0) {
                DIGESTS.remove(n);
            }
            return digestOf(n);
        });
        s.one("growingMap", 10, 200, (n, r) -> growingMap(n));
    }

    private static Map<Integer, Integer> map(int n, java.util.Random r) {
        Map<Integer, Integer> map = new HashMap<>();
        for (int key : Inputs.ints(n, r)) {
            map.put(key, key);
        }
        return map;
    }

    // form: keys
    // why: amortised constant time an insertion
    static int fillHashMap(int[] keys) {
        Map<Integer, Integer> map = new HashMap<>();
        // measured
        for (int key : keys) {
            map.put(key, key);
        }
        return map.size();
    }

    // form: keys * log(keys)
    // why: a red-black tree
    static int fillTreeMap(int[] keys) {
        Map<Integer, Integer> map = new TreeMap<>();
        // measured
        for (int key : keys) {
            map.put(key, key);
        }
        return map.size();
    }

    // form: keys * log(keys)
    // why: a binary heap is filled and emptied
    static int heap(int[] keys) {
        PriorityQueue<Integer> queue = new PriorityQueue<>();
        int sum = 0;
        // measured
        for (int i = 0; i < 2 * keys.length; i++) {
            if (i < keys.length) {
                queue.add(keys[i]);
            } else {
                sum ^= queue.poll();
            }
        }
        return sum;
    }

    // form: keys * log(map)
    // why: a red-black tree
    static int treeLookups(TreeMap<Integer, Integer> map, int[] keys) {
        int found = 0;
        // measured
        for (int key : keys) {
            if (map.get(key) != null) {
                found++;
            }
        }
        return found;
    }

    // form: keys
    // why: constant time a look-up in a table that fits into the caches
    static int hashLookups(Map<Integer, Integer> map, int[] keys) {
        int found = 0;
        // measured
        for (int key : keys) {
            if (map.containsKey(key)) {
                found++;
            }
        }
        return found;
    }

    // form: left
    // why: each of its elements is looked up in the other set
    static int retain(Set<Integer> left, Set<Integer> right) {
        // measured
        left.retainAll(right);
        return left.size();
    }

    // form: keys
    // why: constant time an access
    static int lru(int[] keys) {
        Map<Integer, Integer> cache = new LinkedHashMap<>(64, 0.75f, true) {
            @Override protected boolean removeEldestEntry(Map.Entry<Integer, Integer> eldest) {
                return size() > 400;
            }
        };
        int hits = 0;
        // measured
        for (int key : keys) {
            if (cache.put(key, key) != null) {
                hits++;
            }
        }
        return hits;
    }

    // form: keys
    // why: constant time an access
    static long guavaCache(int[] keys) {
        Cache<Integer, Integer> cache = CacheBuilder.newBuilder().maximumSize(400).build();
        // measured
        for (int key : keys) {
            if (cache.getIfPresent(key) == null) {
                cache.put(key, key);
            }
        }
        return cache.size();
    }

    // form: map
    // why: one step an entry, amortised
    static int walkTreeMap(TreeMap<Integer, Integer> map) {
        int sum = 0;
        // measured
        for (int value : map.values()) {
            sum += value;
        }
        return sum;
    }

    // form: keys
    // why: amortised constant time an insertion
    static int multimap(int[] keys) {
        HashMultimap<Integer, Integer> map = HashMultimap.create();
        // measured
        for (int key : keys) {
            map.put(key & 255, key);
        }
        return map.size();
    }

    // form: 1
    // why: a cache that misses in one call of twenty, which then takes a thousand times as long
    static int digestOf(Integer key) {
        byte[] digest;
        // measured
        digest = DIGESTS.computeIfAbsent(key, Maps::digest);
        return digest[0];
    }

    private static byte[] digest(Integer key) {
        try {
            PAGE[0] = key.byteValue();
            return MessageDigest.getInstance("SHA-256").digest(PAGE);
        } catch (java.security.NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }

    // form: count
    // why: amortised constant time an insertion, though a map that is kept grows seldom and then at once
    static int growingMap(int count) {
        if (growing.size() > 20_000) {
            growing = new HashMap<>();
        }
        int from = growing.size();
        // measured
        for (int i = 0; i < count; i++) {
            growing.put(from + i, i);
        }
        return growing.size();
    }
}
