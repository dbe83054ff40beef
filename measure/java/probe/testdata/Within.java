import beagle_rt.P;

/** A section around many executions of a service, of which some are recorded. */
public class Within {
    public static void main(String[] args) {
        for (int round = 0; round < 8; round++) {
            final long begin = P.t();
            for (int i = 0; i < 5000; i++) {
                final long handle = P.oe(4);
                final long inner = P.t();
                P.x(1, inner);
                P.ox(4, handle);
            }
            P.x(0, begin);
        }
    }
}
