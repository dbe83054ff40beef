import beagle_rt.P;

/** Services whose section is executed often, and is slow once, where it is sampled. */
public class Rare {
    public static void main(String[] args) throws Exception {
        for (int service = 0; service < 2; service++) {
            final long handle = P.oe(4);
            for (int i = 1; i <= 300; i++) {
                final long cpu = P.c(0);
                final long begin = P.t();
                if (service == 1 && i == 177) {
                    Thread.sleep(50);
                }
                P.x(0, begin, cpu);
            }
            P.ox(4, handle);
        }
    }
}
