package sections;

import java.math.BigInteger;
import org.apache.commons.math3.analysis.interpolation.SplineInterpolator;
import org.apache.commons.math3.analysis.polynomials.PolynomialFunction;
import org.apache.commons.math3.linear.Array2DRowRealMatrix;
import org.apache.commons.math3.linear.LUDecomposition;
import org.apache.commons.math3.linear.RealMatrix;
import org.apache.commons.math3.random.HaltonSequenceGenerator;
import org.apache.commons.math3.stat.StatUtils;
import org.apache.commons.math3.stat.correlation.PearsonsCorrelation;
import org.apache.commons.math3.stat.descriptive.rank.Percentile;
import org.apache.commons.math3.transform.DftNormalization;
import org.apache.commons.math3.transform.FastFourierTransformer;
import org.apache.commons.math3.transform.TransformType;
import org.apache.commons.math3.util.MathArrays;
import org.jgrapht.Graph;
import org.jgrapht.alg.shortestpath.FloydWarshallShortestPaths;
import org.jgrapht.generate.CompleteGraphGenerator;
import org.jgrapht.graph.DefaultEdge;
import org.jgrapht.graph.DefaultUndirectedGraph;
import org.jgrapht.traverse.BreadthFirstIterator;
import org.jgrapht.util.SupplierUtil;

/** Matrices, series, large integers and graphs. */
final class Numbers {

    private static RealMatrix left;
    private static RealMatrix right;
    private static Graph<Integer, DefaultEdge> graph;

    private Numbers() { }

    static void register(Suite s) {
        s.three("multiply", 5, 60, (a, b, c, r) -> {
            left = new Array2DRowRealMatrix(Inputs.matrix(a, b, r), false);
            right = new Array2DRowRealMatrix(Inputs.matrix(b, c, r), false);
            return multiply(a, b, c);
        });
        s.one("decompose", 8, 60, (n, r) -> decompose(Inputs.matrix(n, n, r)));
        s.grown("fourier", 6, 12, 14.0 / 12, (n, r) -> fourier(Inputs.doubles(1 << n, r)));
        s.one("median", 200, 20_000, (n, r) -> median(Inputs.doubles(n, r)));
        s.one("variance", 500, 50_000, (n, r) -> variance(Inputs.doubles(n, r)));
        s.one("spline", 50, 2_000, (n, r) -> spline(abscissae(n), Inputs.doubles(n, r)));
        s.one("polynomial", 5, 100, (n, r) -> polynomial(Inputs.doubles(n, r)));
        s.two("convolve", 50, 1_000, 10, 200, (n, m, r) -> convolve(Inputs.doubles(n, r), Inputs.doubles(m, r)));
        s.two("correlate", 20, 500, 3, 20, (n, m, r) -> correlate(Inputs.matrix(n, m, r), m));
        s.two("halton", 50, 2_000, 2, 10, (n, m, r) -> halton(n, m));
        s.two("multiplyLarge", 20, 80, 20, 80, (n, m, r) -> multiplyLarge(Inputs.bytes(n, r), Inputs.bytes(m, r)));
        s.one("modularPower", 16, 96, (n, r) -> modularPower(Inputs.bytes(n, r)));
        s.one("shortestPaths", 8, 50, (n, r) -> {
            graph = random(n, 3 * n, r);
            return shortestPaths(n);
        });
        s.two("breadthFirst", 20, 500, 2, 10, (n, k, r) -> {
            graph = random(n, n * k, r);
            return breadthFirst(n, graph.edgeSet().size());
        });
        s.one("completeGraph", 5, 50, (n, r) -> completeGraph(n));
    }

    private static double[] abscissae(int n) {
        double[] x = new double[n];
        for (int i = 0; i < n; i++) {
            x[i] = i;
        }
        return x;
    }

    private static Graph<Integer, DefaultEdge> random(int nodes, int edges, java.util.Random r) {
        Graph<Integer, DefaultEdge> graph = new DefaultUndirectedGraph<>(DefaultEdge.class);
        for (int i = 0; i < nodes; i++) {
            graph.addVertex(i);
            if (i > 0) {
                graph.addEdge(i, r.nextInt(i));
            }
        }
        for (int i = nodes; i < edges; i++) {
            int from = r.nextInt(nodes);
            int to = r.nextInt(nodes);
            if (from != to) {
                graph.addEdge(from, to);
            }
        }
        return graph;
    }

    // form: rows * inner * columns
    // why: three nested loops
    static double multiply(int rows, int inner, int columns) {
        RealMatrix product;
        // measured
        product = left.multiply(right);
        return product.getEntry(0, 0);
    }

    // form: rows ^ 3
    // why: three nested loops
    static double decompose(double[][] rows) {
        double determinant;
        // measured
        determinant = new LUDecomposition(new Array2DRowRealMatrix(rows, false)).getDeterminant();
        return determinant;
    }

    // form: values * log(values)
    // why: as many passes as the length has bits
    static double fourier(double[] values) {
        double first;
        // measured
        first = new FastFourierTransformer(DftNormalization.STANDARD).transform(values, TransformType.FORWARD)[0].abs();
        return first;
    }

    // form: values
    // why: quickselect
    static double median(double[] values) {
        double median;
        // measured
        median = new Percentile().evaluate(values, 50);
        return median;
    }

    // form: values
    // why: two passes
    static double variance(double[] values) {
        double variance;
        // measured
        variance = StatUtils.variance(values);
        return variance;
    }

    // form: x | y
    // why: a band matrix of three diagonals is solved
    static double spline(double[] x, double[] y) {
        double value;
        // measured
        value = new SplineInterpolator().interpolate(x, y).getKnots()[1];
        return value;
    }

    // form: coefficients
    // why: Horner's scheme at a hundred places
    static double polynomial(double[] coefficients) {
        PolynomialFunction polynomial = new PolynomialFunction(coefficients);
        double sum = 0;
        // measured
        for (int i = 0; i < 100; i++) {
            sum += polynomial.value(i / 100.0);
        }
        return sum;
    }

    // form: signal * kernel
    // why: two nested loops
    static double convolve(double[] signal, double[] kernel) {
        double first;
        // measured
        first = MathArrays.convolve(signal, kernel)[0];
        return first;
    }

    // form: rows * columns ^ 2
    // why: every pair of columns
    static double correlate(double[][] rows, int columns) {
        double first;
        // measured
        first = new PearsonsCorrelation().computeCorrelationMatrix(rows).getEntry(0, 1);
        return first;
    }

    // form: count * dimension
    // why: each number of each point by itself
    static double halton(int count, int dimension) {
        HaltonSequenceGenerator generator = new HaltonSequenceGenerator(dimension);
        double sum = 0;
        // measured
        for (int i = 0; i < count; i++) {
            sum += generator.nextVector()[0];
        }
        return sum;
    }

    // form: left * right
    // why: multiplication as in school, twenty times; numbers are too short for other ways
    static int multiplyLarge(byte[] left, byte[] right) {
        BigInteger a = new BigInteger(left);
        BigInteger b = new BigInteger(right);
        int length = 0;
        // measured
        for (int i = 0; i < 20; i++) {
            length += a.multiply(b).bitLength();
        }
        return length;
    }

    // form: modulus ^ 3
    // why: as many multiplications as the modulus has bits, each quadratic
    static int modularPower(byte[] modulus) {
        BigInteger number = new BigInteger(1, modulus).setBit(0).setBit(8 * modulus.length - 1);
        BigInteger result;
        // measured
        result = BigInteger.TWO.pow(37).modPow(number.subtract(BigInteger.TWO), number);
        return result.intValue();
    }

    // form: nodes ^ 3
    // why: Floyd and Warshall's three nested loops
    static double shortestPaths(int nodes) {
        double weight;
        // measured
        weight = new FloydWarshallShortestPaths<>(graph).getPathWeight(0, nodes - 1);
        return weight;
    }

    // form: nodes + edges | edges
    // why: each node and each edge once; edges are many times the nodes
    static int breadthFirst(int nodes, int edges) {
        BreadthFirstIterator<Integer, DefaultEdge> iterator = new BreadthFirstIterator<>(graph, 0);
        int sum = 0;
        // measured
        while (iterator.hasNext()) {
            sum += iterator.next();
        }
        return sum;
    }

    // form: nodes ^ 2
    // why: as many edges
    static int completeGraph(int nodes) {
        Graph<Integer, DefaultEdge> empty = new DefaultUndirectedGraph<>(SupplierUtil.createIntegerSupplier(), SupplierUtil.createDefaultEdgeSupplier(), false);
        // measured
        new CompleteGraphGenerator<Integer, DefaultEdge>(nodes).generateGraph(empty, null);
        return empty.edgeSet().size();
    }
}
