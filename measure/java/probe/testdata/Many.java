import beagle_rt.P;

/** Short sections of a large program, by the numbers of their probes. */
public class Many {
    public static void main(String[] args) {
        for (int round = 0; round < 200; round++) {
            for (String arg : args) {
                int id = Integer.parseInt(arg);
                final long cpu = P.c(id);
                final long begin = P.t();
                P.x(id, begin, cpu);
            }
        }
    }
}
