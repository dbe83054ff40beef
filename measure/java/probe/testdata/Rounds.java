import beagle_rt.P;

/** Services with a loop of four rounds, each with a loop that runs as often as its number says. */
public class Rounds {
    public static void main(String[] args) {
        for (int service = 0; service < 2000; service++) {
            long handle = P.oe(4);
            for (int round = 0; round < 4; round++) {
                P.n(1, round);
            }
            P.ox(4, handle);
        }
    }
}
