package sections;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;

/**
 * Calls every section: one after another, in random order. Half of the calls warm
 * up, with middling sizes; the others have sizes that are spread evenly over the
 * logarithm of the range, in random order.
 */
public final class Main {

    private Main() { }

    /** Takes a seed, how often each section is called, "beyond" or "usual", and sections; none: all. */
    public static void main(String[] arguments) {
        long seed = Long.parseLong(arguments[0]);
        int calls = Integer.parseInt(arguments[1]);
        boolean beyond = arguments[2].equals("beyond");
        List<String> wanted = List.of(arguments).subList(3, arguments.length);
        Suite suite = new Suite();
        Sorting.register(suite);
        Lists.register(suite);
        Maps.register(suite);
        Texts.register(suite);
        Codecs.register(suite);
        Parsing.register(suite);
        Numbers.register(suite);
        Structures.register(suite);
        Streams.register(suite);
        Textbook.register(suite);
        Libraries.register(suite);
        Platform.register(suite);
        Random random = new Random(seed);
        List<Suite.Section> sections = new ArrayList<>(suite.sections);
        Collections.shuffle(sections, random);
        long result = 0;
        for (Suite.Section s : sections) {
            if (!wanted.isEmpty() && !wanted.contains(s.name())) {
                continue;
            }
            for (int i = 0; i < calls / 2; i++) {
                result += s.call().call(sizes(s, 0.25, 0.75, random), random).hashCode();
            }
            for (int i = 0; i < calls / 2; i++) {
                boolean larger = beyond && i >= calls / 4;
                result += s.call().call(larger ? beyond(s, random) : sizes(s, 0, 1, random), random).hashCode();
            }
        }
        System.out.println(result);
    }

    /** Sizes from some part of the range's logarithm. */
    private static int[] sizes(Suite.Section s, double from, double to, Random random) {
        int[] sizes = new int[s.low().length];
        for (int i = 0; i < sizes.length; i++) {
            double part = from + (to - from) * random.nextDouble();
            sizes[i] = (int) Math.round(s.low()[i] * Math.pow((double) s.high()[i] / s.low()[i], part));
        }
        return sizes;
    }

    private static int[] beyond(Suite.Section s, Random random) {
        int[] sizes = new int[s.low().length];
        for (int i = 0; i < sizes.length; i++) {
            sizes[i] = (int) Math.round(s.high()[i] * Math.pow(s.grow(), random.nextDouble()));
        }
        return sizes;
    }
}
