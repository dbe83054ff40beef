import beagle_rt.P;

/** A short section around another one, in which the thread sleeps once. */
public class Around {
    public static void main(String[] args) throws Exception {
        for (int round = 0; round < 40000; round++) {
            final long handle = P.oe(4);
            final long cpu = P.c(1);
            final long begin = P.t();
            final long innerCpu = P.c(0);
            final long inner = P.t();
            if (round == 1000) {
                Thread.sleep(50);
            }
            P.x(0, inner, innerCpu);
            P.x(1, begin, cpu);
            P.ox(4, handle);
        }
    }
}
