import beagle_rt.P;
import java.util.concurrent.CountDownLatch;

/** Many threads, some interrupted, that record what can be checked by counting. */
public class Threads {
    static void work(int n) {
        final long o = P.oe(4);
        P.p(4, 0, n);
        try {
            long count = 0;
            for (int i = 0; i < n; i++) {
                count++;
                P.b(1);
                final long t = P.t();
                P.x(0, t);
            }
            P.n(2, count);
            P.ce(3);
            P.p(3, 0, "text " + n);
            P.cl(3);
        } finally {
            P.ox(4, o);
        }
    }

    /** So that every thread has a segment at the same time. */
    static void await(CountDownLatch latch) {
        boolean interrupted = Thread.interrupted();
        try {
            latch.await();
        } catch (InterruptedException late) {
            throw new IllegalStateException(late);
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    public static void main(String[] args) throws Exception {
        final int threads = Integer.parseInt(args[0]);
        final int times = Integer.parseInt(args[1]);
        final String how = args.length > 2 ? args[2] : "";
        final CountDownLatch all = new CountDownLatch(how.equals("together") ? threads : 0);
        final int together = how.equals("together") ? threads : 4;
        for (int i = 0; i < threads; i += together) {
            Thread[] batch = new Thread[together];
            for (int k = 0; k < batch.length; k++) {
                final boolean interrupt = k == 1;
                batch[k] = new Thread() {
                    @Override
                    public void run() {
                        if (interrupt) {
                            Thread.currentThread().interrupt();
                        }
                        for (int j = 0; j < times; j++) {
                            work(j % 5);
                            if (j == 0) {
                                all.countDown();
                                await(all);
                            }
                        }
                        if (interrupt && !Thread.interrupted()) {
                            System.out.println("the interrupt is lost");
                        }
                    }
                };
                batch[k].start();
            }
            for (Thread t : batch) {
                t.join();
            }
            if (i % 40 == 0) {
                System.gc(); // lets go of threads that ended, so that their segments are used again
            }
        }
        if (how.equals("halt")) {
            Runtime.getRuntime().halt(0);
        }
    }
}
