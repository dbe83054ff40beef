import beagle_rt.P;

/** Services whose program collects garbage all the time. */
public class Collects {
    static Object[] kept = new Object[1 << 16];

    public static void main(String[] args) {
        for (int round = 0; round < 40; round++) {
            final long handle = P.oe(4);
            for (int i = 0; i < 1000; i++) {
                kept[i * 37 + round & kept.length - 1] = new byte[100];
            }
            System.gc();
            P.ox(4, handle);
        }
    }
}
