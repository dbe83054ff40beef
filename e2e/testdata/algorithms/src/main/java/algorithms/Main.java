package algorithms;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;

/** Calls the algorithms with sizes spread over their logarithms, in random order. */
public final class Main {

    private final Random random;
    private final HashJoin joins = new HashJoin();
    private final int largest;
    private long result;

    private Main(long seed, int largest) {
        random = new Random(seed);
        this.largest = largest;
    }

    /** Takes a seed and by how much the largest inputs are larger than usual. */
    public static void main(String[] arguments) {
        long seed = arguments.length > 0 ? Long.parseLong(arguments[0]) : 1;
        int grow = arguments.length > 1 ? Integer.parseInt(arguments[1]) : 1;
        Main main = new Main(seed, grow);
        for (int round = 0; round < 8; round++) {
            List<Runnable> calls = new ArrayList<>();
            main.sorts(calls);
            main.joins(calls);
            main.distances(calls);
            Collections.shuffle(calls, main.random);
            for (Runnable call : calls) {
                call.run();
            }
        }
        System.out.println(main.result);
    }

    private void sorts(List<Runnable> calls) {
        for (int i = 0; i < 50; i++) {
            int[] values = keys(size(500, 40_000));
            calls.add(() -> result += MergeSort.sort(values)[0]);
            calls.add(() -> result += MergeSort.passes(values)[0]);
        }
    }

    private void joins(List<Runnable> calls) {
        for (int i = 0; i < 60; i++) {
            int[] build = keys(size(500, 30_000));
            int[] probe = keys(size(500, 60_000));
            boolean outer = random.nextBoolean();
            calls.add(() -> result += joins.join(build, probe, outer));
        }
    }

    private void distances(List<Runnable> calls) {
        for (int i = 0; i < 60; i++) {
            String left = text(size(30, 800));
            String right = text(size(30, 800));
            calls.add(() -> result += EditDistance.distance(left, right));
        }
    }

    private int size(int from, int to) {
        return (int) Math.round(from * Math.pow((double) to * largest / from, random.nextDouble()));
    }

    private int[] keys(int count) {
        int[] keys = new int[count];
        for (int i = 0; i < count; i++) {
            keys[i] = random.nextInt(1 << 28);
        }
        return keys;
    }

    private String text(int length) {
        StringBuilder text = new StringBuilder(length);
        for (int i = 0; i < length; i++) {
            text.append((char) ('a' + random.nextInt(26)));
        }
        return text.toString();
    }
}
