package sections;

import Jama.Matrix;
import cern.colt.matrix.impl.DenseDoubleMatrix2D;
import cern.colt.matrix.doublealgo.Statistic;
import com.github.difflib.DiffUtils;
import com.google.common.graph.GraphBuilder;
import com.google.common.graph.Graphs;
import com.google.common.graph.MutableGraph;
import com.google.re2j.Pattern;
import com.ning.compress.lzf.LZFEncoder;
import com.samskivert.mustache.Mustache;
import com.samskivert.mustache.Template;
import com.tdunning.math.stats.TDigest;
import it.unimi.dsi.fastutil.ints.IntAVLTreeSet;
import java.util.List;
import java.util.Map;
import org.commonmark.parser.Parser;
import org.json.JSONArray;
import org.mindrot.jbcrypt.BCrypt;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.pcollections.HashTreePMap;
import org.pcollections.PMap;
import org.roaringbitmap.RoaringBitmap;

/** Libraries that no other class here uses. */
final class Libraries {

    private static final Parser MARKDOWN = Parser.builder().build();
    private static final Template ROWS = Mustache.compiler().compile("<ul>{{#rows}}<li>{{.}}</li>{{/rows}}</ul>");

    private Libraries() { }

    static void register(Suite s) {
        s.one("appendShared", 10, 400, (n, r) -> appendShared(Inputs.ints(n, r)));
        s.one("fillShared", 50, 5_000, (n, r) -> fillShared(Inputs.ints(n, r)));
        s.one("fillBalanced", 100, 10_000, (n, r) -> fillBalanced(Inputs.ints(n, r)));
        s.two("unite", 100, 3_000, 100, 3_000, (n, m, r) -> unite(Inputs.ints(n, r), Inputs.ints(m, r)));
        s.two("covariance", 20, 400, 3, 30, (n, m, r) -> covariance(Inputs.matrix(n, m, r), m));
        s.one("eigenvalues", 5, 50, (n, r) -> eigenvalues(symmetric(n, r)));
        s.two("differences", 10, 150, 10, 150, (n, m, r) -> differences(Inputs.list(n, r), Inputs.list(m, r)));
        s.grown("hashPassword", 4, 8, 1.25, (n, r) -> hashPassword(n));
        s.one("parseMarkdown", 200, 10_000, (n, r) -> parseMarkdown(Inputs.text(n, r)));
        s.one("parseOrgJson", 200, 20_000, (n, r) -> parseOrgJson(Inputs.json(n, r)));
        s.one("lzf", 1_000, 60_000, (n, r) -> lzf(Inputs.compressible(n, r)));
        s.one("quantiles", 200, 20_000, (n, r) -> quantiles(Inputs.doubles(n, r)));
        s.one("render", 10, 1_000, (n, r) -> render(Inputs.words(n, r)));
        s.one("readClass", 5, 300, (n, r) -> readClass(classFile(n)));
        s.two("matchStars", 2, 30, 20, 1_000, (k, n, r) -> matchStars(stars(k), stars(k, n, r)));
        s.one("closure", 5, 150, (n, r) -> closure(n));
    }

    private static double[][] symmetric(int n, java.util.Random r) {
        double[][] all = Inputs.matrix(n, n, r);
        for (int i = 0; i < n; i++) {
            for (int j = 0; j < i; j++) {
                all[i][j] = all[j][i];
            }
        }
        return all;
    }

    private static byte[] classFile(int methods) {
        ClassWriter writer = new ClassWriter(0);
        writer.visit(Opcodes.V11, Opcodes.ACC_PUBLIC, "Generated", null, "java/lang/Object", null);
        for (int i = 0; i < methods; i++) {
            MethodVisitor method = writer.visitMethod(Opcodes.ACC_PUBLIC | Opcodes.ACC_STATIC, "method" + i, "(I)I", null, null);
            method.visitCode();
            for (int j = 0; j < 5; j++) {
                method.visitVarInsn(Opcodes.ILOAD, 0);
                method.visitIntInsn(Opcodes.SIPUSH, 1000 + j);
                method.visitInsn(Opcodes.IADD);
                method.visitVarInsn(Opcodes.ISTORE, 0);
            }
            method.visitVarInsn(Opcodes.ILOAD, 0);
            method.visitInsn(Opcodes.IRETURN);
            method.visitMaxs(2, 1);
            method.visitEnd();
        }
        writer.visitEnd();
        return writer.toByteArray();
    }

    /** Letters without a meaning in patterns. */
    private static char letter(int i) {
        return (char) (0x4e00 + i);
    }

    private static String stars(int kinds) {
        StringBuilder pattern = new StringBuilder("(?:");
        for (int i = 0; i < kinds; i++) {
            pattern.append(letter(i)).append('*');
        }
        return pattern.append(")*").toString();
    }

    private static String stars(int kinds, int n, java.util.Random r) {
        StringBuilder text = new StringBuilder(n);
        for (int i = 0; i < n; i++) {
            text.append(letter(r.nextInt(kinds)));
        }
        return text.toString();
    }

    // form: values ^ 2
    // why: a linked list that is never changed is copied for each value at its end
    static int appendShared(int[] values) {
        io.vavr.collection.List<Integer> list = io.vavr.collection.List.empty();
        // measured
        for (int value : values) {
            list = list.append(value);
        }
        return list.size();
    }

    // form: keys * log(keys)
    // why: a balanced tree of which a path is copied for each key
    static int fillShared(int[] keys) {
        PMap<Integer, Integer> map = HashTreePMap.empty();
        // measured
        for (int key : keys) {
            map = map.plus(key, key);
        }
        return map.size();
    }

    // form: keys * log(keys)
    // why: a balanced tree
    static int fillBalanced(int[] keys) {
        IntAVLTreeSet set = new IntAVLTreeSet();
        // measured
        for (int key : keys) {
            set.add(key);
        }
        return set.size();
    }

    // form: left + right
    // why: random numbers have containers of their own, which are merged like sorted lists
    static int unite(int[] left, int[] right) {
        RoaringBitmap one = RoaringBitmap.bitmapOf(left);
        RoaringBitmap other = RoaringBitmap.bitmapOf(right);
        RoaringBitmap both;
        // measured
        both = RoaringBitmap.or(one, other);
        return both.getCardinality();
    }

    // form: rows * columns ^ 2
    // why: a product of columns for each pair of them
    static double covariance(double[][] rows, int columns) {
        DenseDoubleMatrix2D matrix = new DenseDoubleMatrix2D(rows);
        double first;
        // measured
        first = Statistic.covariance(matrix).get(0, columns - 1);
        return first;
    }

    // form: rows ^ 3
    // why: reduced to three diagonals, then rotated
    static double eigenvalues(double[][] rows) {
        Matrix matrix = new Matrix(rows);
        double first;
        // measured
        first = matrix.eig().getRealEigenvalues()[0];
        return first;
    }

    // form: (left + right) ^ 2
    // why: Myers' search takes as many steps as there are differences, each as wide as its number; nothing is equal
    static int differences(List<Integer> left, List<Integer> right) {
        int count;
        // measured
        count = DiffUtils.diff(left, right).getDeltas().size();
        return count;
    }

    // form: 2 ^ rounds
    // why: the key is expanded so often
    static int hashPassword(int rounds) {
        String salt = BCrypt.gensalt(rounds);
        int length;
        // measured
        length = BCrypt.hashpw("correct horse", salt).length();
        return length;
    }

    // form: text
    // why: one pass for blocks, one for what is in them
    static int parseMarkdown(String text) {
        int hash;
        // measured
        hash = MARKDOWN.parse(text).hashCode();
        return hash & 1;
    }

    // form: text
    // why: one pass
    static int parseOrgJson(String text) {
        int length;
        // measured
        length = new JSONArray(text).length();
        return length;
    }

    // form: data
    // why: one pass with a hash table
    static int lzf(byte[] data) {
        int length;
        // measured
        length = LZFEncoder.safeEncode(data).length;
        return length;
    }

    // form: values
    // why: a buffer of fixed size is sorted and merged whenever it is full
    static double quantiles(double[] values) {
        TDigest digest = TDigest.createMergingDigest(100);
        // measured
        for (double value : values) {
            digest.add(value);
        }
        return digest.quantile(0.5);
    }

    // form: rows
    // why: a piece of text a row
    static int render(List<String> rows) {
        Map<String, Object> context = Map.of("rows", rows);
        int length;
        // measured
        length = ROWS.execute(context).length();
        return length;
    }

    // form: code
    // why: one visit an instruction
    static int readClass(byte[] code) {
        int[] seen = new int[1];
        ClassVisitor visitor = new ClassVisitor(Opcodes.ASM9) {
            @Override public MethodVisitor visitMethod(int access, String name, String descriptor, String signature, String[] exceptions) {
                return new MethodVisitor(Opcodes.ASM9) {
                    @Override public void visitInsn(int opcode) {
                        seen[0]++;
                    }
                };
            }
        };
        // measured
        new ClassReader(code).accept(visitor, 0);
        return seen[0];
    }

    // form: pattern * text
    // why: an automaton with all of its states at once, and all of them stay possible
    static boolean matchStars(String pattern, String text) {
        Pattern compiled = Pattern.compile(pattern);
        boolean found;
        // measured
        found = compiled.matcher(text).matches();
        return found;
    }

    // form: nodes ^ 2
    // why: a chain: an edge from each node to all behind it
    static int closure(int nodes) {
        MutableGraph<Integer> graph = GraphBuilder.directed().build();
        for (int i = 1; i < nodes; i++) {
            graph.putEdge(i - 1, i);
        }
        int edges;
        // measured
        edges = Graphs.transitiveClosure(graph).edges().size();
        return edges;
    }
}
