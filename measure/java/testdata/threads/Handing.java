import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.Future;
import java.util.concurrent.RecursiveTask;
import java.util.concurrent.TimeUnit;

/** Each section hands 40 ms of CPU time to other threads, by its clock, and waits for it. */
public class Handing {
    static final ThreadMXBean CLOCK = ManagementFactory.getThreadMXBean();
    static final ForkJoinPool OWN = new ForkJoinPool(2); // in the common one, who waits may do the work
    static volatile long sink;

    static int spin(int millis) {
        long end = CLOCK.getCurrentThreadCpuTime() + millis * 1000000L;
        while (CLOCK.getCurrentThreadCpuTime() < end) {
            for (int i = 0; i < 1000; i++) {
                sink += i;
            }
        }
        return millis;
    }

    static void work() {
        spin(40);
    }

    static class Task extends RecursiveTask<Integer> {
        private static final long serialVersionUID = 1;

        @Override
        protected Integer compute() {
            return spin(40);
        }
    }

    public static void main(String[] args) throws Exception {
        final ExecutorService pool = Executors.newFixedThreadPool(2);
        for (int turn = 0; turn < 6; turn++) {
            { // execute
                CompletableFuture<Void> done = new CompletableFuture<>();
                pool.execute(() -> {
                    spin(40);
                    done.complete(null);
                });
                done.join();
            }
            { // submit a statement
                pool.submit(() -> work()).get();
            }
            { // submit a value
                pool.submit(() -> spin(40)).get();
            }
            { // submit a method
                pool.submit(Handing::work).get();
            }
            { // invokeAll
                List<Callable<Integer>> tasks = new ArrayList<>();
                for (int i = 0; i < 4; i++) {
                    tasks.add(() -> spin(10));
                }
                for (Future<Integer> f : pool.invokeAll(tasks)) {
                    f.get();
                }
            }
            { // supplyAsync
                CompletableFuture.supplyAsync(() -> spin(20)).thenApplyAsync(x -> x + spin(20)).join();
            }
            { // runAsync
                CompletableFuture.runAsync(Handing::work, pool).join();
            }
            { // parallel stream, of which the thread itself does a part
                Arrays.asList(1, 2, 3, 4).parallelStream().map(i -> spin(10)).forEach(i -> sink += i);
            }
            { // a thread
                Thread t = new Thread(() -> spin(40));
                t.start();
                t.join();
            }
            { // a thread with an anonymous Runnable
                Thread t = new Thread(new Runnable() {
                    @Override
                    public void run() {
                        spin(40);
                    }
                });
                t.start();
                t.join();
            }
            { // a thread of an anonymous class
                Thread t = new Thread() {
                    @Override
                    public void run() {
                        if (turnsOf(this) > 0) {
                            return;
                        }
                        spin(40);
                    }
                };
                t.start();
                t.join();
            }
            { // fork and join, in this code
                ForkJoinPool.commonPool().submit(() -> spin(40)).get();
            }
            { // waiting
                pool.submit(() -> {
                    TimeUnit.MILLISECONDS.sleep(40);
                    return 1;
                }).get();
            }
            { // unseen: a task of another class
                OWN.submit(new Task()).get();
            }
            { // unseen: behind a method
                hidden(pool);
            }
            { // late
                pool.execute(() -> spin(20));
            }
            pool.submit(() -> 1).get();
            Thread.sleep(50);
            { // alone
                spin(40);
            }
        }
        pool.shutdown();
        OWN.shutdown();
    }

    static int turnsOf(Thread t) {
        return t.isAlive() ? 0 : 1;
    }

    static void hidden(ExecutorService pool) throws Exception {
        pool.submit(() -> spin(40)).get();
    }
}
