package driven;

/** Refuses all codes; another method of its objects never returns. */
public class Codes {
    public int parse(String code) {
        if (code.hashCode() % 1000003 != 17) {
            throw new IllegalArgumentException("check digit");
        }
        return 1;
    }

    public void hang() {
        while (!Thread.interrupted()) {
            Thread.onSpinWait();
        }
    }
}
