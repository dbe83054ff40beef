import beagle_rt.P;

/** A service whose probes write as much as takes the records of a thread to further segments. */
public class Grows {
    public static void main(String[] args) {
        for (int round = 0; round < 4000; round++) {
            final long handle = P.oe(4);
            for (int i = 0; i < 500; i++) {
                P.x(1, P.t());
            }
            P.ox(4, handle);
        }
    }
}
