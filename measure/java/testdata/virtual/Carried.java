import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/** Virtual threads that compute 20 ms, in pieces between which they wait, many at a time on few carriers. */
public class Carried {
    static volatile long sink;
    static long rounds = calibrate();

    /** How much work 4 ms of CPU time are. */
    static long calibrate() {
        ThreadMXBean clock = ManagementFactory.getThreadMXBean();
        long done = 0;
        for (int turn = 0; turn < 20; turn++) {
            done = 0;
            for (long end = clock.getCurrentThreadCpuTime() + 4_000_000; clock.getCurrentThreadCpuTime() < end; done++) {
                spin(1);
            }
        }
        return done;
    }

    /** Nothing is shared in the loop: cores that write to one place take several times as long. */
    static void spin(long times) {
        long x = times;
        for (long i = 0; i < times * 20_000; i++) {
            x = x * 6364136223846793005L + i;
        }
        sink = x;
    }

    static void compute() throws InterruptedException {
        for (int piece = 0; piece < 5; piece++) {
            spin(rounds);
            Thread.sleep(3);
        }
    }

    /** Initialising a class pins a thread to its carrier: there is no CPU time of it then. */
    static class Pinned {
        static long begun = begin();

        static long begin() {
            spin(2 * rounds);
            return sink;
        }
    }

    static void inside() throws InterruptedException {
        compute();
    }

    static void hands(ExecutorService pool) throws Exception {
        pool.submit(() -> {
            compute();
            return 1;
        }).get();
    }

    static void start() throws Exception {
        Thread thread = Thread.ofVirtual().start(() -> {
            spin(5 * rounds);
        });
        thread.join();
    }

    public static void main(String[] args) throws Exception {
        try (ExecutorService pool = Executors.newVirtualThreadPerTaskExecutor()) {
            List<Future<?>> all = new ArrayList<>();
            for (int i = 0; i < 12; i++) {
                boolean first = i == 0;
                all.add(pool.submit(() -> {
                    if (first) {
                        sink = Pinned.begun;
                    }
                    inside();
                    return 1;
                }));
            }
            for (Future<?> each : all) {
                each.get();
            }
            for (int i = 0; i < 6; i++) {
                hands(pool);
                start();
            }
        }
    }
}
