import beagle_rt.P;

/** A service that works a little, with probes inside, and once sleeps outside of all sections. */
public class Rests {
    public static void main(String[] args) throws Exception {
        for (int round = 0; round < 3; round++) {
            final long handle = P.oe(4);
            for (int i = 0; i < 1000; i++) {
                final long inner = P.t();
                P.x(1, inner);
            }
            if (round == 2) {
                Thread.sleep(50);
            }
            for (int i = 0; i < 10; i++) { // a section ends behind it
                final long inner = P.t();
                P.x(1, inner);
            }
            P.ox(4, handle);
        }
    }
}
