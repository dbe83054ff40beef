package sections;

import com.carrotsearch.hppc.IntIntHashMap;
import info.debatty.java.stringsimilarity.Damerau;
import java.text.Collator;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.CopyOnWriteArraySet;
import org.HdrHistogram.Histogram;
import org.eclipse.collections.impl.list.mutable.primitive.IntArrayList;
import org.ejml.data.DMatrixRMaj;
import org.ejml.dense.row.CommonOps_DDRM;
import org.locationtech.jts.algorithm.distance.DiscreteHausdorffDistance;
import org.locationtech.jts.geom.Coordinate;
import org.locationtech.jts.geom.Envelope;
import org.locationtech.jts.geom.GeometryFactory;
import org.locationtech.jts.index.strtree.STRtree;

/** Lists, maps, matrices and geometry of libraries that no other class here uses. */
final class Structures {

    private static final GeometryFactory PLANE = new GeometryFactory();

    private Structures() { }

    static void register(Suite s) {
        s.one("skipList", 50, 5_000, (n, r) -> skipList(Inputs.ints(n, r)));
        s.one("addAbsent", 20, 600, (n, r) -> addAbsent(Inputs.ints(n, r)));
        s.two("disjoint", 20, 1_000, 20, 1_000, (n, m, r) -> disjoint(Inputs.list(n, r), Inputs.list(m, r)));
        s.one("rotate", 200, 20_000, (n, r) -> rotate(Inputs.list(n, r)));
        s.one("collate", 50, 2_000, (n, r) -> collate(Inputs.words(n, r)));
        s.one("sortPrimitive", 100, 10_000, (n, r) -> sortPrimitive(new IntArrayList(Inputs.ints(n, r)).toArray()));
        s.one("fillPrimitive", 100, 10_000, (n, r) -> fillPrimitive(Inputs.ints(n, r)));
        s.one("record", 100, 10_000, (n, r) -> record(Inputs.below(n, 1_000_000, r)));
        s.two("deepEquals", 10, 300, 10, 500, (n, m, r) -> deepEquals(grid(n, m), m));
        s.one("pack", 50, 5_000, (n, r) -> pack(Inputs.doubles(n, r)));
        s.two("hausdorff", 10, 300, 10, 300, (n, m, r) -> hausdorff(line(n, r), line(m, r)));
        s.one("invert", 5, 60, (n, r) -> invert(Inputs.matrix(n, n, r)));
        s.two("damerau", 10, 200, 10, 200, (n, m, r) -> damerau(Inputs.letters(n, 4, r), Inputs.letters(m, 4, r)));
        s.one("calendar", 1, 5_000, (n, r) -> calendar(n));
    }

    private static int[][] grid(int rows, int columns) {
        int[][] all = new int[rows][columns];
        for (int[] row : all) {
            Arrays.fill(row, 7);
        }
        return all;
    }

    private static Coordinate[] line(int n, java.util.Random r) {
        Coordinate[] all = new Coordinate[n];
        for (int i = 0; i < n; i++) {
            all[i] = new Coordinate(r.nextDouble(), r.nextDouble());
        }
        return all;
    }

    // form: keys * log(keys)
    // why: a search among those that are there already for each
    static int skipList(int[] keys) {
        ConcurrentSkipListMap<Integer, Integer> map = new ConcurrentSkipListMap<>();
        // measured
        for (int key : keys) {
            map.put(key, key);
        }
        return map.size();
    }

    // form: keys ^ 2
    // why: each key is looked for among all before it, and these are copied
    static int addAbsent(int[] keys) {
        Set<Integer> set = new CopyOnWriteArraySet<>();
        // measured
        for (int key : keys) {
            set.add(key);
        }
        return set.size();
    }

    // form: left * right
    // why: each element of a list is looked for in the other, and not found
    static boolean disjoint(List<Integer> left, List<Integer> right) {
        boolean disjoint;
        // measured
        disjoint = Collections.disjoint(left, right);
        return disjoint;
    }

    // form: values
    // why: each element is moved once
    static int rotate(List<Integer> values) {
        // measured
        Collections.rotate(values, 17);
        return values.get(0);
    }

    // form: words * log(words)
    // why: a merge sort; most words differ in their first letters
    static int collate(List<String> words) {
        Collator collator = Collator.getInstance(Locale.GERMAN);
        // measured
        words.sort(collator);
        return words.get(0).length();
    }

    // form: values * log(values)
    // why: a quicksort of random numbers
    static int sortPrimitive(int[] values) {
        IntArrayList list = IntArrayList.newListWith(values);
        // measured
        list.sortThis();
        return list.get(0);
    }

    // form: keys
    // why: amortised constant time an insertion
    static int fillPrimitive(int[] keys) {
        IntIntHashMap map = new IntIntHashMap();
        // measured
        for (int key : keys) {
            map.put(key, key);
        }
        return map.size();
    }

    // form: values
    // why: one counter a value
    static long record(int[] values) {
        Histogram histogram = new Histogram(2_000_000, 2);
        // measured
        for (int value : values) {
            histogram.recordValue(value);
        }
        return histogram.getTotalCount();
    }

    // form: rows * columns
    // why: all of them are equal, so all are compared
    static boolean deepEquals(int[][] rows, int columns) {
        int[][] others = grid(rows.length, columns);
        boolean equal;
        // measured
        equal = Arrays.deepEquals(rows, others);
        return equal;
    }

    // form: places
    // why: each is put into a list; the tree is built behind what is measured
    static int pack(double[] places) {
        STRtree tree = new STRtree();
        // measured
        for (double x : places) {
            tree.insert(new Envelope(x, x + 1, -x, 1 - x), x);
        }
        tree.build();
        return tree.size();
    }

    // form: left * right
    // why: each corner of a line against each piece of the other, both ways
    static double hausdorff(Coordinate[] left, Coordinate[] right) {
        double distance;
        // measured
        distance = DiscreteHausdorffDistance.distance(PLANE.createLineString(left), PLANE.createLineString(right));
        return distance;
    }

    // form: rows ^ 3
    // why: a decomposition, then a system of equations for each column
    static double invert(double[][] rows) {
        DMatrixRMaj matrix = new DMatrixRMaj(rows);
        // measured
        CommonOps_DDRM.invert(matrix);
        return matrix.get(0, 0);
    }

    // form: left * right
    // why: dynamic programming over all pairs
    static double damerau(String left, String right) {
        double distance;
        // measured
        distance = new Damerau().distance(left, right);
        return distance;
    }

    // form: 1
    // why: a thousand dates, whatever the first
    static int calendar(int first) {
        int days = 0;
        // measured
        for (int i = 0; i < 1_000; i++) {
            days += java.time.LocalDate.ofEpochDay(first + i).getDayOfMonth();
        }
        return days;
    }
}
