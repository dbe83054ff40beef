import beagle_rt.P;

/** A section that is short but once, when its thread sleeps. */
public class Away {
    public static void main(String[] args) throws Exception {
        for (int round = 0; round < 40000; round++) {
            final long handle = P.oe(4);
            final long cpu = P.c(0);
            final long begin = P.t();
            if (round == 1000) {
                Thread.sleep(50);
            }
            P.x(0, begin, cpu);
            P.ox(4, handle);
        }
    }
}
