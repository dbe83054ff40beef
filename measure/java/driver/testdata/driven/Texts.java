package driven;

import java.io.InputStream;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;

/** Methods to be driven, of every kind that matters. */
public class Texts {
    private final String name;

    Texts(String name) {
        this.name = name;
    }

    public static String wrap(String text, int width) {
        StringBuilder b = new StringBuilder();
        int column = 0;
        for (int i = 0; i < text.length(); i++, column++) {
            if (column == width) {
                b.append('\n');
                column = 0;
            }
            b.append(text.charAt(i));
        }
        return b.toString();
    }

    public static String wrap(String text) {
        return wrap(text, 80);
    }

    public static void sort(int[] values) {
        Arrays.sort(values);
    }

    static <T extends Comparable<T>> T largest(List<T> all) {
        return Collections.max(all);
    }

    public static int bytes(InputStream in) throws Exception {
        int n = 0;
        while (in.read() >= 0) {
            n++;
        }
        return n;
    }

    public static int json(String json) {
        if (!json.startsWith("{") || !json.endsWith("}")) {
            throw new IllegalArgumentException("no object");
        }
        return json.length();
    }

    public static char at(String text, int index) {
        return text.charAt(index);
    }

    public int length() {
        return name.length();
    }

    public static long slow(int n) {
        return n < 2 ? n : slow(n - 1) + slow(n - 2);
    }

    public static int refuses(int n) {
        throw new IllegalStateException("not today");
    }

    public static void hangs(int n) {
        while (n >= 0) {
            n &= 3;
        }
    }

    public static int exitsFar(int n) {
        if (n > 200) {
            System.exit(1);
        }
        int s = 0;
        for (int i = 0; i < n; i++) {
            s += i ^ s;
        }
        return s;
    }

    public static int eats(int n) {
        java.util.List<byte[]> all = new java.util.ArrayList<>();
        while (n > -5) {
            all.add(new byte[100 << 20]);
        }
        return all.size();
    }

    /** Cannot be used. */
    public static class Broken {
        static final int N = Integer.parseInt("none");

        public static int use(int n) {
            return n + N;
        }
    }

    public static void exits(int n) {
        Runnable end = () -> System.exit(n);
        end.run();
    }

    public static void writes(Sink sink) {
        sink.take("text");
    }

    public static void prints(String text) {
        for (int i = 0; i < 1000; i++) {
            System.out.println(text);
        }
    }

    private static volatile long turns;

    public static void spins(int n) {
        new Thread(() -> {
            while (true) {
                turns++;
            }
        }).start();
    }

    public static void shouts(int n) {
        for (int i = 0; i < 100; i++) {
            System.out.println("all work and no play");
        }
    }

    public static void threads(int n) {
        Thread t = new Thread(() -> {
            try {
                Thread.sleep(1000000);
            } catch (InterruptedException ended) {
                return;
            }
        });
        t.start();
    }

    public static int hidden(Hidden hidden) {
        return hidden.secret;
    }

    private static int secret() {
        return 1;
    }

    /** Nobody can make one. */
    public static final class Hidden {
        private final int secret = secret();

        private Hidden() { }
    }

    /** Implemented by what writes files. */
    public interface Sink {
        void take(String text);
    }

    /** Writes files. */
    public static class Files implements Sink {
        @Override
        public void take(String text) {
            try (java.io.FileOutputStream out = new java.io.FileOutputStream("x")) {
                out.write(1);
            } catch (java.io.IOException failed) {
                throw new IllegalStateException(failed);
            }
        }
    }
}
