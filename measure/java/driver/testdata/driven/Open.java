package driven;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Collections;
import java.util.List;
import java.util.Properties;

/** Classes whose objects take more than a constructor. */
public class Open {
    /** Extended by nobody. */
    public abstract static class Filter<T extends Comparable<T>> implements Comparable<Filter<T>> {
        private final int limit;

        protected Filter(int limit) {
            this.limit = limit;
        }

        protected abstract boolean takes(T one, List<String> names);

        abstract Kinds.Note note();

        public int count(int[] values) {
            int n = limit + (note() == null ? 1 : 0);
            for (int v : values) {
                n += v;
            }
            return n;
        }
    }

    /** A filter of texts: what it inherits is of texts, too. */
    public abstract static class Texts extends Filter<String> {
        protected Texts(int limit) {
            super(limit);
        }
    }

    public static int filter(Texts texts, int[] values) {
        return texts.takes("a", Collections.singletonList("b")) ? 0 : texts.count(values);
    }

    /** One of them is made of another one. */
    public interface Picture {
        int[] pixels();
    }

    /** The constructor that comes first. */
    public static final class Inverted implements Picture {
        private final Picture of;
        private final int size;

        public Inverted(Picture of) {
            this.of = of;
            size = of.pixels().length;
        }

        @Override
        public int[] pixels() {
            int[] all = new int[size];
            for (int i = 0; i < size; i++) {
                all[i] = -of.pixels()[i];
            }
            return all;
        }
    }

    /** The one that holds something. */
    public static final class Plain implements Picture {
        private final int[] all;

        public Plain(int[] all, String name, Class<?> of, java.util.Locale locale) {
            this.all = all;
        }

        @Override
        public int[] pixels() {
            return all;
        }
    }

    public static int sum(Picture picture) {
        return Arrays.hashCode(picture.pixels());
    }

    /** Made by a factory that takes many numbers and says that it returns something else. */
    public static final class Transform implements Cloneable, Step {
        private final float a;

        private Transform(float a) {
            this.a = a;
        }

        public static Step of(float a, float b, float c, float d, float e, float f) {
            return new Transform(a + b + c + d + e + f);
        }

        public float[] apply(float[] points) {
            float[] all = points.clone();
            for (int i = 0; i < all.length; i++) {
                all[i] *= a;
            }
            return all;
        }
    }

    /** What transforms are called. */
    public interface Step { }

    /** Made by a builder. */
    public static final class Request {
        private final List<String> lines;

        private Request(List<String> lines) {
            this.lines = lines;
        }

        public static Builder builder() {
            return new Builder();
        }

        /** Holds lines. */
        public static final class Builder {
            private final List<String> lines = new ArrayList<String>();

            public Builder lines(List<String> all) {
                lines.addAll(all);
                return this;
            }

            public Request build() {
                return new Request(new ArrayList<String>(lines));
            }
        }
    }

    public static int send(Request request) {
        int n = 0;
        for (String line : request.lines) {
            n += line.length();
        }
        return n;
    }

    /** Is opened before it is read. */
    public static final class Door {
        private int[] behind;

        public void open(int[] behind) {
            this.behind = behind;
        }

        public void burn() throws java.io.IOException {
            java.nio.file.Files.delete(java.nio.file.Paths.get("house"));
        }

        public int look() {
            if (behind == null) {
                throw new IllegalStateException("it is closed");
            }
            return Arrays.hashCode(behind);
        }
    }

    /** Made by a factory, since its constructor trusts that its parts fit. */
    public static final class Compiled {
        private final String text;
        private final int[] parts;

        Compiled(String text, int[] parts) {
            this.text = text;
            this.parts = parts;
        }

        public static Compiled of(String text) {
            return new Compiled(text, text.chars().toArray());
        }

        public int run() {
            return Arrays.hashCode(parts) + text.length();
        }
    }

    public static int supplied(int[] values, java.util.function.Supplier<String> name, java.util.function.Function<String, Kinds.Note> note) {
        note.apply(name.get()).setText("a");
        return Arrays.hashCode(values);
    }

    private static int[] last = {};

    public static void sorts(int[] values) {
        if (values.length > 8 && Arrays.equals(values, last)) {
            throw new IllegalStateException("these were sorted before");
        }
        last = values.clone();
        Arrays.sort(values);
    }

    public static int bits(BitSet set) {
        return set.cardinality();
    }

    public static int entries(Properties all) {
        return all.hashCode();
    }

    /** A constant of it has a class without a name. */
    public enum Level {
        LOW {
            @Override
            int unnamed() {
                return 1;
            }
        };

        abstract int unnamed();
    }
}
