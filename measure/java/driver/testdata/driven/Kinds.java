package driven;

import java.time.temporal.ChronoUnit;
import java.time.temporal.TemporalUnit;
import java.util.Arrays;

/** Kinds of inputs that are hard to make. */
public class Kinds {
    /** Only others make one. */
    public static final class Token {
        final int[] all;

        private Token(int[] all) {
            this.all = all;
        }
    }

    /** Makes tokens. */
    public static final class Mint {
        private final int[] all;

        public Mint(int[] all) {
            this.all = all;
        }

        public Token token() {
            return new Token(all);
        }

        public Token forged() throws java.io.IOException {
            java.nio.file.Files.delete(java.nio.file.Paths.get("original"));
            return token();
        }
    }

    public static int elsewhere(Token token) {
        int sum = 0;
        for (int one : token.all) {
            sum += one;
        }
        return sum;
    }

    /** Its constructor refuses everything, its factory nothing. */
    public static final class Picky {
        private final String text;

        public Picky() {
            throw new IllegalStateException("use of");
        }

        Picky(String text, int n) {
            this.text = text;
        }

        public static Picky of(String text, int n) {
            return new Picky(text, n);
        }
    }

    public static int picky(Picky picky) {
        return picky.text.trim().hashCode();
    }

    /** Nothing but its refusals says that all texts are numbers. */
    public static long four(String a, String b, String c, String d, int[] values) {
        return Long.parseLong(a) + Long.parseLong(b) + Long.parseLong(c) + Long.parseLong(d) + values.length;
    }

    /** Is empty until somebody adds to it; what it adds by itself is another object. */
    public static final class Heap {
        private final java.util.ArrayList<Integer> all = new java.util.ArrayList<>();

        public void add(int one, int times) {
            throw new UnsupportedOperationException("not yet");
        }

        public void add(int one) {
            all.add(one);
        }

        public long sum() {
            long sum = 0;
            for (int one : all) {
                sum += one;
            }
            return sum;
        }
    }

    /** Cannot be changed. */
    public static final class Fixed {
        private final int[] values;

        public Fixed() {
            this(0);
        }

        private Fixed(int... values) {
            this.values = values;
        }

        public Fixed add(int one) {
            return new Fixed(one);
        }

        public int first(int[] others) {
            return values[0] + others.length;
        }
    }

    /** Leaves the work to somebody else. */
    public static final class Asking {
        private final Source source;

        public Asking(Source source) {
            this.source = source;
        }

        public int ask(int[] values) {
            return source.size() + Arrays.hashCode(values);
        }
    }

    /** Keeps things of a kind, and gives those of narrower kinds as such. */
    public interface Shelf<T> {
        <S extends T> S keep(S one);
    }

    /** Nothing implements it. */
    public interface Notes extends Shelf<Note> { }

    public static int shelved(Notes notes, int[] values) {
        return Arrays.hashCode(values) + (notes.keep(new Note()) == null ? 1 : 0);
    }

    /** Refuses classes of objects. */
    public static int array(Class<?> of, int[] values) {
        return of.isPrimitive() ? java.lang.reflect.Array.getLength(java.lang.reflect.Array.newInstance(of, values.length)) : of.getEnumConstants().length;
    }

    /** Refuses spans of time that are no days. */
    public static int days(java.time.temporal.TemporalAmount span, int[] values, Void nothing) {
        return java.time.Period.from(span).getDays() + Arrays.hashCode(values);
    }

    /** Has properties. */
    public static class Note {
        private String text;

        public void setText(String text) {
            this.text = text;
        }
    }

    public static int note(Note note) {
        return note.text.trim().hashCode();
    }

    /** Implemented by nobody. */
    public interface Source {
        int size();

        Note note();
    }

    public static int stand(Source source, int[] values) {
        source.note().setText("a");
        return Arrays.hashCode(values) + source.size();
    }

    public static int options(int[] values, java.nio.file.attribute.FileAttribute<?>... options) {
        if (options.length > 0) {
            throw new UnsupportedOperationException("no options");
        }
        return Arrays.hashCode(values);
    }

    public static int unit(TemporalUnit unit, int[] values) {
        if (unit != ChronoUnit.MINUTES && unit != ChronoUnit.HOURS && unit != ChronoUnit.DAYS) {
            throw new IllegalArgumentException("minutes, hours or days");
        }
        return Arrays.hashCode(values);
    }

    public static int named(String mode, int[] values) {
        switch (mode) {
            case "fast-mode": return 1;
            case "slow-mode": return Arrays.hashCode(values);
            default: throw new IllegalArgumentException("no mode " + mode);
        }
    }

    public static int reflects(Class<?> type, int[] values) throws Exception {
        type.getMethod("getName");
        return Arrays.hashCode(values);
    }

    public static int bytes(byte[] data) {
        return Arrays.hashCode(data);
    }

    /** A matrix. */
    public static final class Matrix {
        final int columns;
        final double[][] rows;

        public Matrix(int lines, int columns) {
            rows = new double[lines][columns];
            this.columns = columns;
        }
    }

    public static double product(Matrix a, Matrix b, Matrix to) {
        if (a.columns != b.rows.length || a.rows.length != to.rows.length || b.columns != to.columns) {
            throw new IllegalArgumentException("they do not fit");
        }
        for (int i = 0; i < a.rows.length; i++) {
            for (int j = 0; j < b.columns; j++) {
                to.rows[i][j] = a.rows[i][0] * b.rows[0][j];
            }
        }
        return to.rows[0][0];
    }

    public static int toFile(java.io.FileOutputStream out, int[] values) {
        return Arrays.hashCode(values);
    }

    /** Writes when it is made. */
    public static class Log {
        public Log(String name) throws java.io.IOException {
            new java.io.FileWriter(name).close();
        }
    }

    public static int logs(Log log, int[] values) {
        return Arrays.hashCode(values);
    }

    public static int path(String path) {
        if (path.startsWith("/")) {
            System.exit(1);
        }
        return path.trim().hashCode();
    }
}
