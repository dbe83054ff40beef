import beagle_rt.P;

/** A call that stands for a batch, which was timed while nothing was recorded. */
public class Batch {
    static int sum;

    public static void main(String[] arguments) {
        P.quiet(true);
        for (int i = 0; i < 1000; i++) {
            outer();
        }
        P.quiet(false);
        P.stands(250);
        outer();
        P.stands(-1);
        outer();
    }

    static void outer() {
        long handle = P.oe(4);
        try {
            P.p(4, 0, 7L);
            P.os(handle);
            long start = P.t();
            long cpu = P.c(0);
            inner();
            P.x(0, start, cpu);
        } finally {
            P.ox(4, handle);
        }
    }

    static void inner() {
        long handle = P.oe(5);
        try {
            long start = P.t();
            sum++;
            P.x(1, start);
        } finally {
            P.ox(5, handle);
        }
    }
}
