package sections;

import com.carrotsearch.hppc.sorting.IndirectSort;
import info.debatty.java.stringsimilarity.QGram;
import java.util.ArrayList;
import java.util.List;
import org.apache.commons.math3.geometry.euclidean.twod.Vector2D;
import org.apache.commons.math3.geometry.euclidean.twod.hull.MonotoneChain;
import org.apache.commons.math3.ml.clustering.DBSCANClusterer;
import org.apache.commons.math3.ml.clustering.DoublePoint;
import org.apache.commons.math3.ml.clustering.KMeansPlusPlusClusterer;
import org.apache.commons.math3.ml.distance.EuclideanDistance;
import org.apache.commons.math3.random.JDKRandomGenerator;
import org.apache.commons.math3.stat.correlation.KendallsCorrelation;
import org.apache.lucene.util.LSBRadixSorter;
import org.bouncycastle.crypto.generators.SCrypt;

/** Algorithms that textbooks have, by libraries of which other classes here use other parts. */
final class Textbook {

    private Textbook() { }

    static void register(Suite s) {
        s.one("dense", 20, 400, (n, r) -> dense(points(n, r)));
        s.two("means", 50, 1_500, 2, 20, (n, k, r) -> means(points(n, r), k));
        s.one("hull", 50, 3_000, (n, r) -> hull(vectors(n, r)));
        s.one("order", 100, 10_000, (n, r) -> order(Inputs.ints(n, r)));
        s.one("radix", 200, 20_000, (n, r) -> radix(Inputs.below(n, 1 << 24, r), 8 * (1 + r.nextInt(3))));
        s.two("grams", 100, 3_000, 100, 3_000, (n, m, r) -> grams(Inputs.letters(n, 20, r), Inputs.letters(m, 20, r)));
        s.two("scrypt", 16, 1_024, 1, 8, (n, k, r) -> scrypt(Integer.highestOneBit(n), k));
        s.one("kendall", 50, 3_000, (n, r) -> kendall(Inputs.doubles(n, r)));
    }

    private static List<DoublePoint> points(int n, java.util.Random r) {
        List<DoublePoint> all = new ArrayList<>(n);
        for (int i = 0; i < n; i++) {
            all.add(new DoublePoint(new double[] {r.nextDouble(), r.nextDouble()}));
        }
        return all;
    }

    private static List<Vector2D> vectors(int n, java.util.Random r) {
        List<Vector2D> all = new ArrayList<>(n);
        for (int i = 0; i < n; i++) {
            all.add(new Vector2D(r.nextDouble(), r.nextDouble()));
        }
        return all;
    }

    // form: points ^ 2
    // why: each point's neighbours are looked for among all others; hardly one has any
    static int dense(List<DoublePoint> points) {
        int count;
        // measured
        count = new DBSCANClusterer<DoublePoint>(1e-5, 3).cluster(points).size();
        return count;
    }

    // form: points * clusters
    // why: each point against each centre, when centres are chosen and once after it
    static int means(List<DoublePoint> points, int clusters) {
        JDKRandomGenerator random = new JDKRandomGenerator();
        random.setSeed(7);
        int count;
        // measured
        count = new KMeansPlusPlusClusterer<DoublePoint>(clusters, 1, new EuclideanDistance(), random).cluster(points).size();
        return count;
    }

    // form: points * log(points)
    // why: points are sorted, then walked through once
    static int hull(List<Vector2D> points) {
        int corners;
        // measured
        corners = new MonotoneChain().findHullVertices(points).size();
        return corners;
    }

    // form: values * log(values)
    // why: a merge sort of indices
    static int order(int[] values) {
        int first;
        // measured
        first = IndirectSort.mergesort(0, values.length, (a, b) -> Integer.compare(values[a], values[b]))[0];
        return first;
    }

    // form: values * bits
    // why: one pass for each eight bits
    static int radix(int[] values, int bits) {
        int mask = (1 << bits) - 1;
        for (int i = 0; i < values.length; i++) {
            values[i] &= mask;
        }
        // measured
        new LSBRadixSorter().sort(bits, values, values.length);
        return values[0];
    }

    // form: left + right
    // why: the pieces of each text are counted, then compared
    static double grams(String left, String right) {
        double distance;
        // measured
        distance = new QGram(3).distance(left, right);
        return distance;
    }

    // form: cost * blocks
    // why: a table of so many rows, each of so many blocks, is filled and read once
    static int scrypt(int cost, int blocks) {
        int length;
        // measured
        length = SCrypt.generate(new byte[] {1, 2, 3, 4}, new byte[] {5, 6, 7, 8}, cost, blocks, 1, 32).length;
        return length;
    }

    // form: values * log(values)
    // why: pairs are sorted, then merged while exchanges are counted
    static double kendall(double[] values) {
        double[] others = values.clone();
        for (int i = 1; i < others.length; i += 2) {
            others[i] = -others[i];
        }
        double correlation;
        // measured
        correlation = new KendallsCorrelation().correlation(values, others);
        return correlation;
    }
}
