import beagle_rt.P;

/** Services that run inside themselves, one directly and one by way of the other, and stacks that end. */
public class Recursive {
    public static void main(String[] args) {
        for (int i = 0; i < 1000; i++) {
            down(20);
        }
        for (int i = 0; i < 20; i++) {
            try {
                endless();
            } catch (StackOverflowError expected) {
                continue;
            }
        }
        for (int i = 0; i < 1000; i++) {
            leaf();
        }
    }

    private static void down(int n) {
        final long service = P.oe(4);
        try {
            long begun = P.t();
            if (n > 0) {
                up(n);
            }
            P.x(0, begun);
        } finally {
            P.ox(4, service);
        }
    }

    private static void up(int n) {
        final long service = P.oe(5);
        try {
            long begun = P.t();
            leaf();
            down(n - 1);
            P.x(1, begun);
        } finally {
            P.ox(5, service);
        }
    }

    private static void endless() {
        leaf();
        endless();
    }

    private static void leaf() {
        final long service = P.oe(6);
        try {
            long begun = P.t();
            P.x(2, begun);
        } finally {
            P.ox(6, service);
        }
    }
}
