package sections;

import com.google.common.collect.ImmutableSortedSet;
import com.google.common.collect.Ordering;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.stream.Collectors;

/** Sorting and searching. */
final class Sorting {

    private Sorting() { }

    static void register(Suite s) {
        s.one("sortInts", 100, 10_000, (n, r) -> sortInts(Inputs.ints(n, r)));
        s.one("sortSortedInts", 200, 20_000, (n, r) -> sortSortedInts(Inputs.sorted(n, r)));
        s.one("sortObjects", 100, 5_000, (n, r) -> sortObjects(Inputs.boxed(Inputs.ints(n, r))));
        s.one("sortSortedObjects", 200, 20_000, (n, r) -> sortSortedObjects(Inputs.boxed(Inputs.sorted(n, r))));
        s.one("sortWords", 100, 4_000, (n, r) -> sortWords(Inputs.words(n, r)));
        s.one("sortBytes", 500, 50_000, (n, r) -> sortBytes(Inputs.bytes(n, r)));
        s.one("sortEither", 100, 8_000, (n, r) -> {
            boolean sorted = r.nextBoolean();
            return sortEither(sorted ? Inputs.sorted(n, r) : Inputs.ints(n, r), sorted);
        });
        s.one("sortStream", 100, 5_000, (n, r) -> sortStream(Inputs.list(n, r)));
        s.one("sortedSet", 100, 4_000, (n, r) -> sortedSet(Inputs.list(n, r)));
        s.one("smallest", 200, 20_000, (n, r) -> smallest(Inputs.list(n, r)));
        s.two("searchAll", 1_000, 50_000, 100, 2_000, (n, k, r) -> searchAll(Inputs.sorted(n, r), Inputs.ints(k, r)));
        s.one("shuffle", 100, 10_000, (n, r) -> shuffle(Inputs.list(n, r)));
        s.one("reverse", 200, 20_000, (n, r) -> reverse(Inputs.list(n, r)));
        s.one("frequency", 200, 20_000, (n, r) -> frequency(Inputs.list(n, r)));
    }

    // form: values * log(values)
    // why: dual-pivot quicksort of random numbers
    static int sortInts(int[] values) {
        // measured
        Arrays.sort(values);
        return values[0];
    }

    // form: values
    // why: one run is found, nothing is left to do
    static int sortSortedInts(int[] values) {
        // measured
        Arrays.sort(values);
        return values[0];
    }

    // form: values * log(values)
    // why: TimSort of random numbers
    static int sortObjects(Integer[] values) {
        // measured
        Arrays.sort(values);
        return values[0];
    }

    // form: values
    // why: TimSort finds one run
    static int sortSortedObjects(Integer[] values) {
        // measured
        Arrays.sort(values);
        return values[0];
    }

    // form: words * log(words)
    // why: TimSort; most words differ in their first letters
    static int sortWords(List<String> words) {
        // measured
        Collections.sort(words);
        return words.get(0).length();
    }

    // form: values
    // why: more than 64 bytes are counted
    static int sortBytes(byte[] values) {
        // measured
        Arrays.sort(values);
        return values[0];
    }

    // form: sorted ? values : values * log(values)
    // why: what is sorted is only looked through
    static int sortEither(int[] values, boolean sorted) {
        // measured
        Arrays.sort(values);
        return values[0];
    }

    // form: values * log(values)
    // why: a stream sorts with TimSort
    static int sortStream(List<Integer> values) {
        int first;
        // measured
        first = values.stream().sorted().collect(Collectors.toList()).get(0);
        return first;
    }

    // form: values * log(values)
    // why: an array is sorted, then the same are left out
    static int sortedSet(List<Integer> values) {
        int size;
        // measured
        size = ImmutableSortedSet.copyOf(values).size();
        return size;
    }

    // form: values
    // why: the ten smallest are kept in a buffer of twenty
    static int smallest(List<Integer> values) {
        int found;
        // measured
        found = Ordering.<Integer>natural().leastOf(values, 10).get(0);
        return found;
    }

    // form: keys * log(values)
    // why: a binary search for each key
    static int searchAll(int[] values, int[] keys) {
        int found = 0;
        // measured
        for (int key : keys) {
            found += Arrays.binarySearch(values, key);
        }
        return found;
    }

    // form: values
    // why: one exchange an element
    static int shuffle(List<Integer> values) {
        java.util.Random random = new java.util.Random(values.size());
        // measured
        Collections.shuffle(values, random);
        return values.get(0);
    }

    // form: values
    // why: each half is walked once
    static int reverse(List<Integer> values) {
        // measured
        Collections.reverse(values);
        return values.get(0);
    }

    // form: values
    // why: every element is compared
    static int frequency(List<Integer> values) {
        int count;
        // measured
        count = Collections.frequency(values, 7);
        return count;
    }
}
