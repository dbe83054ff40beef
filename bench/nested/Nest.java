/** Work of known length, in two sections one within the other. */
public class Nest {
    static final int[] STEPS = {5, 15, 50, 150, 500, 1500, 5000};

    /** Each round needs the one before: 4 cycles, whatever else the processor does. */
    static long chain(long x, int steps) {
        for (int i = 0; i < steps; i++) {
            x = x * 6364136223846793005L + 1442695040888963407L;
        }
        return x;
    }

    static long outer(int steps, int times, long x) {
        long sum = x;
        for (int i = 0; i < times; i++) {
            sum = inner(steps, sum);
        }
        return sum;
    }

    static long inner(int steps, long x) {
        long result = chain(x, steps);
        return result;
    }

    public static void main(String[] args) {
        long sum = 0;
        for (int round = 0; round < 3000; round++) {
            for (int steps : STEPS) {
                int times = Math.max(2, 5000 / steps);
                long begin = System.nanoTime();
                for (int i = 0; i < 10; i++) {
                    sum += outer(steps, times, sum);
                }
                if (args.length > 0 && round >= 2000) {
                    System.out.println(steps + " " + times + " " + (System.nanoTime() - begin) / 10);
                }
            }
        }
        System.err.println(sum);
    }
}
