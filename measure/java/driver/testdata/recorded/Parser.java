package recorded;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Takes only what this program gives it: an object with a key that nobody guesses, and texts of "on" and "off". */
public class Parser {
    enum Mode { LAX, STRICT }

    static final class Options {
        final int[] key;
        final Mode mode;
        final Map<String, Integer> limits = new HashMap<String, Integer>();
        Options self = this; // a circle

        Options(int[] key, Mode mode) {
            this.key = key;
            this.mode = mode;
            limits.put("words", 1 << 20);
        }
    }

    private final Options options;

    Parser(Options options) {
        this.options = options;
    }

    public int parse(String text, List<String> names) {
        beagle_rt.P.k(3, this, new Object[] {text, names});
        if (options.key.length != 3 || options.key[1] != 24301 || options.self != options || options.limits.get("words") != 1 << 20) {
            throw new IllegalStateException("no key");
        }
        int on = 0;
        for (String word : text.split(" ")) {
            if (!word.equals("on") && !word.equals("off") && options.mode == Mode.STRICT) {
                throw new IllegalArgumentException(word);
            }
            on += word.equals("on") ? names.size() : 0;
        }
        for (String name : names) {
            if (!name.startsWith("name")) {
                throw new IllegalArgumentException(name);
            }
        }
        return on;
    }

    /** Takes a map with a key that nobody guesses, and words of which each begins like one of its keys. */
    public static int count(Map<String, Integer> counts, java.util.Set<String> words, List<Integer> fixed) {
        beagle_rt.P.k(5, null, new Object[] {counts, words, fixed});
        if (!counts.containsKey("apple#7") || fixed.get(0) != 24301) {
            throw new IllegalArgumentException("no apple");
        }
        int found = 0;
        for (String word : words) {
            if (!word.startsWith("apple#")) {
                throw new IllegalArgumentException(word);
            }
            found += counts.getOrDefault(word, 0);
        }
        return found;
    }

    /** Takes two numbers that belong together. */
    public static int pair(int first, int second) {
        beagle_rt.P.k(4, null, new Object[] {first, second});
        if (second != 7919 * first + 104729) {
            throw new IllegalArgumentException("no pair");
        }
        int sum = 0;
        for (int i = 0; i < first; i++) {
            sum += i ^ second;
        }
        return sum;
    }

    public static void main(String[] arguments) {
        for (int i = 1; i <= 10; i++) {
            pair(100 * i, 7919 * 100 * i + 104729);
        }
        Map<String, Integer> counts = new java.util.TreeMap<String, Integer>();
        counts.put("apple#7", 1);
        counts.put("apple#8", 2);
        count(counts, new java.util.HashSet<String>(counts.keySet()), java.util.Collections.unmodifiableList(Arrays.asList(24301, 7)));
        Parser p = new Parser(new Options(new int[] {7, 24301, 9}, Mode.STRICT));
        for (int i = 0; i < 1000; i++) {
            p.parse("on off off on", new ArrayList<String>(Arrays.asList("name" + i, "name")));
        }
        StringBuilder large = new StringBuilder("on");
        for (int i = 0; i < 10000; i++) {
            large.append(" off on");
        }
        p.parse(large.toString(), new ArrayList<String>(Arrays.asList("name"))); // one of a thousand, which takes the time
        for (int i = 0; i < 1000; i++) {
            p.parse("on off off on", new ArrayList<String>(Arrays.asList("name" + i, "name")));
        }
        try {
            p.parse("on", Arrays.asList(Thread.currentThread().getName())); // refused, and kept all the same
        } catch (IllegalArgumentException refused) {
            return;
        }
    }
}
