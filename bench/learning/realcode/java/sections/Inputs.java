package sections;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;

/** Random inputs, made outside of what is measured. */
final class Inputs {

    private Inputs() { }

    static int[] ints(int n, Random r) {
        int[] values = new int[n];
        for (int i = 0; i < n; i++) {
            values[i] = r.nextInt();
        }
        return values;
    }

    static int[] below(int n, int limit, Random r) {
        int[] values = new int[n];
        for (int i = 0; i < n; i++) {
            values[i] = r.nextInt(limit);
        }
        return values;
    }

    static int[] sorted(int n, Random r) {
        int[] values = ints(n, r);
        Arrays.sort(values);
        return values;
    }

    static Integer[] boxed(int[] values) {
        Integer[] all = new Integer[values.length];
        for (int i = 0; i < all.length; i++) {
            all[i] = values[i];
        }
        return all;
    }

    static List<Integer> list(int n, Random r) {
        return new ArrayList<>(Arrays.asList(boxed(ints(n, r))));
    }

    static List<Integer> range(int n) {
        List<Integer> all = new ArrayList<>(n);
        for (int i = 0; i < n; i++) {
            all.add(i);
        }
        return all;
    }

    static Set<Integer> set(int n, Random r) {
        Set<Integer> all = new LinkedHashSet<>();
        while (all.size() < n) {
            all.add(r.nextInt());
        }
        return all;
    }

    static byte[] bytes(int n, Random r) {
        byte[] data = new byte[n];
        r.nextBytes(data);
        return data;
    }

    static double[] doubles(int n, Random r) {
        double[] values = new double[n];
        for (int i = 0; i < n; i++) {
            values[i] = r.nextGaussian();
        }
        return values;
    }

    static double[][] matrix(int rows, int columns, Random r) {
        double[][] values = new double[rows][];
        for (int i = 0; i < rows; i++) {
            values[i] = doubles(columns, r);
        }
        return values;
    }

    /** Letters with a blank after each word, exactly so many characters. */
    static String text(int n, Random r) {
        StringBuilder text = new StringBuilder(n);
        while (text.length() < n) {
            int letters = 2 + r.nextInt(8);
            for (int i = 0; i < letters && text.length() < n; i++) {
                text.append((char) ('a' + r.nextInt(20)));
            }
            if (text.length() < n) {
                text.append(r.nextInt(12) == 0 ? '\n' : ' ');
            }
        }
        return text.toString();
    }

    static String letters(int n, int kinds, Random r) {
        StringBuilder text = new StringBuilder(n);
        for (int i = 0; i < n; i++) {
            text.append((char) ('a' + r.nextInt(kinds)));
        }
        return text.toString();
    }

    static List<String> words(int n, Random r) {
        List<String> words = new ArrayList<>(n);
        for (int i = 0; i < n; i++) {
            words.add(letters(4 + r.nextInt(8), 26, r));
        }
        return words;
    }

    static List<String> numbers(int n, Random r) {
        List<String> words = new ArrayList<>(n);
        for (int i = 0; i < n; i++) {
            words.add(Integer.toString(100_000 + r.nextInt(900_000)));
        }
        return words;
    }

    /** Data as texts and tables are: some of it comes again. */
    static byte[] compressible(int n, Random r) {
        return text(n, r).getBytes(java.nio.charset.StandardCharsets.US_ASCII);
    }

    static String json(int n, Random r) {
        StringBuilder text = new StringBuilder(n + 100).append('[');
        while (text.length() < n) {
            if (text.length() > 1) {
                text.append(',');
            }
            text.append("{\"id\":").append(100_000 + r.nextInt(900_000)).append(",\"name\":\"").append(letters(8, 26, r))
                .append("\",\"price\":").append(10 + r.nextInt(90)).append(".25,\"tags\":[\"").append(letters(4, 26, r)).append("\",true]}");
        }
        return text.append(']').toString();
    }

    static String html(int n, Random r) {
        StringBuilder text = new StringBuilder(n + 200).append("<html><body>");
        while (text.length() < n) {
            text.append("<div class=\"").append(letters(5, 26, r)).append("\"><p>").append(letters(20, 26, r))
                .append(" <a href=\"/").append(letters(6, 26, r)).append("\">").append(letters(6, 26, r)).append("</a></p></div>\n");
        }
        return text.append("</body></html>").toString();
    }

    static String xml(int n, Random r) {
        StringBuilder text = new StringBuilder(n + 100).append("<?xml version=\"1.0\"?><items>");
        while (text.length() < n) {
            text.append("<item id=\"").append(100_000 + r.nextInt(900_000)).append("\"><name>").append(letters(10, 26, r)).append("</name></item>\n");
        }
        return text.append("</items>").toString();
    }

    static String lines(int n, String separator, Random r) {
        StringBuilder text = new StringBuilder(n + 100);
        while (text.length() < n) {
            text.append(letters(8, 26, r)).append(separator).append(100_000 + r.nextInt(900_000)).append('\n');
        }
        return text.toString();
    }

    static String csv(int n, Random r) {
        StringBuilder text = new StringBuilder(n + 100);
        while (text.length() < n) {
            text.append(letters(8, 26, r)).append(",\"").append(letters(12, 26, r)).append("\",").append(100_000 + r.nextInt(900_000)).append('\n');
        }
        return text.toString();
    }
}
