package sections;

import com.google.common.collect.Sets;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.LinkedList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.Collectors;
import org.apache.commons.collections4.list.TreeList;

/** Lists, arrays, streams and sets of bits. */
final class Lists {

    private Lists() { }

    static void register(Suite s) {
        s.one("append", 100, 10_000, (n, r) -> append(n));
        s.two("insertFront", 5_000, 50_000, 10, 100, (n, k, r) -> insertFront(Inputs.list(n, r), k));
        s.one("linkedGet", 20, 1_000, (n, r) -> linkedGet(new LinkedList<>(Inputs.range(9_000 + r.nextInt(2_000))), n));
        s.two("removeAll", 20, 400, 20, 400, (a, b, r) -> removeAll(Inputs.list(a, r), Inputs.list(b, r)));
        s.two("intersection", 20, 500, 20, 500, (a, b, r) -> intersection(Inputs.list(a, r), Inputs.list(b, r)));
        s.one("copyOnWrite", 200, 4_000, (n, r) -> copyOnWrite(n));
        s.one("deque", 100, 10_000, (n, r) -> deque(n));
        s.one("filter", 200, 20_000, (n, r) -> filter(Inputs.list(n, r)));
        s.one("distinct", 100, 10_000, (n, r) -> distinct(Inputs.list(n, r)));
        s.one("group", 200, 10_000, (n, r) -> group(Inputs.list(n, r)));
        s.one("bits", 100, 10_000, (n, r) -> bits(java.util.stream.LongStream.generate(r::nextLong).limit(n).toArray()));
        s.one("fill", 1_000, 50_000, (n, r) -> fill(new int[n]));
        s.one("hash", 500, 50_000, (n, r) -> hash(Inputs.ints(n, r)));
        s.two("product", 10, 150, 10, 150, (a, b, r) -> product(Inputs.set(a, r), Inputs.set(b, r)));
        s.grown("powerSet", 6, 14, 1.3, (n, r) -> powerSet(Inputs.set(n, r)));
        s.one("treeList", 50, 2_000, (n, r) -> treeList(Inputs.ints(n, r)));
        s.one("indexOfSome", 100, 10_000, (n, r) -> {
            List<Integer> list = Inputs.list(n, r);
            return indexOfSome(list, list.get(r.nextInt(n)));
        });
        s.one("indexOfEither", 100, 10_000, (n, r) -> {
            List<Integer> list = Inputs.list(n, r);
            return indexOfEither(list, r.nextInt(3) == 0 ? list.get(0) : Integer.valueOf(r.nextInt()));
        });
        s.one("readSome", 100, 5_000, (n, r) -> readSome(Inputs.range(n)));
    }

    // form: count
    // why: an array that grows by half is copied three times in all
    static int append(int count) {
        List<Integer> list = new ArrayList<>();
        // measured
        for (int i = 0; i < count; i++) {
            list.add(i);
        }
        return list.size();
    }

    // form: list * count
    // why: each insertion moves all elements
    static int insertFront(List<Integer> list, int count) {
        // measured
        for (int i = 0; i < count; i++) {
            list.add(0, i);
        }
        return list.size();
    }

    // form: index
    // why: nodes are walked from the nearer end, which is the front
    static int linkedGet(List<Integer> list, int index) {
        int got;
        // measured
        got = list.get(index);
        return got;
    }

    // form: list * others
    // why: each element is looked for in a list, and not found
    static int removeAll(List<Integer> list, List<Integer> others) {
        // measured
        list.removeAll(others);
        return list.size();
    }

    // form: list * others
    // why: each element is looked for in a list, and not found
    static int intersection(List<Integer> list, List<Integer> others) {
        // measured
        list.retainAll(others);
        return list.size();
    }

    // form: count ^ 2
    // why: each addition copies the list
    static int copyOnWrite(int count) {
        List<Integer> list = new CopyOnWriteArrayList<>();
        // measured
        for (int i = 0; i < count; i++) {
            list.add(i);
        }
        return list.size();
    }

    // form: count
    // why: constant time an operation
    static int deque(int count) {
        ArrayDeque<Integer> deque = new ArrayDeque<>();
        // measured
        for (int i = 0; i < count; i++) {
            deque.addLast(i);
            if ((i & 1) == 0) {
                deque.pollFirst();
            }
        }
        return deque.size();
    }

    // form: values
    // why: one pass
    static long filter(List<Integer> values) {
        long count;
        // measured
        count = values.stream().filter(x -> x > 0).mapToInt(x -> x >> 1).asLongStream().sum();
        return count;
    }

    // form: values
    // why: one insertion into a hash table an element
    static long distinct(List<Integer> values) {
        long count;
        // measured
        count = values.stream().distinct().count();
        return count;
    }

    // form: values
    // why: one look-up in a small hash table an element
    static int group(List<Integer> values) {
        Map<Integer, List<Integer>> groups;
        // measured
        groups = values.stream().collect(Collectors.groupingBy(x -> x & 31));
        return groups.size();
    }

    // form: words
    // why: half of all bits are set, and each is visited
    static int bits(long[] words) {
        BitSet set = BitSet.valueOf(words);
        int sum = 0;
        // measured
        for (int i = set.nextSetBit(0); i >= 0; i = set.nextSetBit(i + 1)) {
            sum += i;
        }
        return sum;
    }

    // form: values
    // why: one pass over memory
    static int fill(int[] values) {
        // measured
        Arrays.fill(values, 7);
        return values[values.length - 1];
    }

    // form: values
    // why: one multiplication an element
    static int hash(int[] values) {
        int hash;
        // measured
        hash = Arrays.hashCode(values);
        return hash;
    }

    // form: left * right
    // why: all pairs are visited
    static int product(Set<Integer> left, Set<Integer> right) {
        int sum = 0;
        // measured
        for (List<Integer> pair : Sets.cartesianProduct(left, right)) {
            sum += pair.get(1);
        }
        return sum;
    }

    // form: 2 ^ values
    // why: all subsets are visited
    static int powerSet(Set<Integer> values) {
        int sum = 0;
        // measured
        for (Set<Integer> subset : Sets.powerSet(values)) {
            sum += subset.size();
        }
        return sum;
    }

    // form: values * log(values)
    // why: a balanced tree, and an insertion at a random place for each
    static int treeList(int[] values) {
        TreeList<Integer> list = new TreeList<>();
        // measured
        for (int value : values) {
            list.add((value & Integer.MAX_VALUE) % (list.size() + 1), value);
        }
        return list.size();
    }

    // form: list
    // why: half of the list on average, any part of it in a single call
    static int indexOfSome(List<Integer> list, Integer wanted) {
        int index;
        // measured
        index = list.indexOf(wanted);
        return index;
    }

    // form: list
    // why: at once in a third of the calls, else the whole list
    static int indexOfEither(List<Integer> list, Integer wanted) {
        int index;
        // measured
        index = list.indexOf(wanted);
        return index;
    }

    // form: 1
    // why: a thousand reads whatever the list's size
    static int readSome(List<Integer> list) {
        int sum = 0;
        // measured
        for (int i = 0; i < 1000; i++) {
            sum += list.get((i * 31 & 63));
        }
        return sum;
    }
}
