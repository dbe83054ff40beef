import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The kernel of Java: objects, texts, a hash map and a sort, as most programs have them. */
public final class Benchmark {
    private static final int WORDS = 200;

    /** Operations. HotSpot has compiled a method in its last tier after 15,000 calls (Tier4CompileThreshold). */
    private static final int WARM_UP = 20000;

    private int seed = 1;

    private int operation() {
        Map<String, Integer> counts = new HashMap<>();
        for (int i = 0; i < WORDS; i++) {
            seed = seed * 1103515245 + 12345;
            counts.merge("word" + (seed >>> 25), 1, Integer::sum);
        }
        List<Map.Entry<String, Integer>> sorted = new ArrayList<>(counts.entrySet());
        sorted.sort((a, b) -> a.getValue().equals(b.getValue()) ? a.getKey().compareTo(b.getKey()) : b.getValue() - a.getValue());
        StringBuilder text = new StringBuilder();
        for (Map.Entry<String, Integer> entry : sorted) {
            text.append(entry.getKey()).append('=').append(entry.getValue());
        }
        return text.toString().hashCode();
    }

    /**
     * Warms up; then for each line, the nanoseconds of a round, prints its operations, its CPU nanoseconds,
     * its nanoseconds, and the result so far.
     */
    public static void main(String[] arguments) throws IOException {
        ThreadMXBean threads = ManagementFactory.getThreadMXBean();
        Benchmark kernel = new Benchmark();
        int result = 0;
        for (int i = 0; i < WARM_UP; i++) {
            result = 31 * result + kernel.operation();
        }
        BufferedReader rounds = new BufferedReader(new InputStreamReader(System.in));
        for (String round = rounds.readLine(); round != null; round = rounds.readLine()) {
            long lasts = Long.parseLong(round);
            long operations = 0;
            long cpu = threads.getCurrentThreadCpuTime();
            long start = System.nanoTime();
            long took;
            do {
                result = 31 * result + kernel.operation();
                operations++;
                took = System.nanoTime() - start;
            } while (took < lasts);
            System.out.println(operations + " " + (threads.getCurrentThreadCpuTime() - cpu) + " " + took + " " + result);
        }
    }
}
