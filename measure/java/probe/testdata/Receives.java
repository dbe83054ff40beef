import beagle_rt.P;

/** Services that a class has, what extends it, and classes that nobody has named, such as a test's own. */
public class Receives {
    static class Disk {
        void put() {
            final long named = P.oe(4, this, "Receives$Disk !Receives$Mirror");
            if (named != -1) {
                P.ox(4, named);
            }
            final long all = P.oe(5, this, "Other !Receives$Mirror *");
            if (all != -1) {
                P.ox(5, all);
            }
        }
    }

    static class Mirror extends Disk {
    }

    interface Store {
        int take();

        default void put() {
            final long named = P.oe(6, this, "Receives$Disk");
            if (named != -1) {
                P.ox(6, named);
            }
            final long all = P.oe(7, this, "Receives$Disk *");
            if (all != -1) {
                P.ox(7, all);
            }
        }
    }

    public static void main(String[] args) {
        new Disk().put();
        new Mirror().put();
        new Disk() { }.put();
        Store lambda = () -> 1;
        lambda.put();
    }
}
