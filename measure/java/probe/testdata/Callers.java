import beagle_rt.P;

/** A service that calls another one again and again, which calls a third one, which a fourth one calls, too. */
public class Callers {
    public static void main(String[] args) {
        final long outer = P.oe(4);
        for (int i = 0; i < 20000; i++) {
            final long middle = P.oe(5);
            inner();
            inner();
            inner();
            P.ox(5, middle);
        }
        P.ox(4, outer);
        for (int i = 0; i < 100; i++) {
            final long rare = P.oe(7);
            inner();
            P.ox(7, rare);
        }
    }

    private static void inner() {
        final long inner = P.oe(6);
        P.ox(6, inner);
    }
}
