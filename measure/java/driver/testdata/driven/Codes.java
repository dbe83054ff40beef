package driven;

/** Refuses all codes; another method of its objects never returns. */
public class Codes {
    public int parse(String code) {
        if (code.hashCode() % 1000003 != 17) {
            throw new IllegalArgumentException("check digit");
        }
        return 1;
    }

    /** Large odd numbers take for ever, others no time. */
    public static int mostly(int n) {
        while (n > 100000 && n % 2 == 1) {
            Thread.onSpinWait();
        }
        return n + 1;
    }

    public void hang() {
        while (!Thread.interrupted()) {
            Thread.onSpinWait();
        }
    }
}
