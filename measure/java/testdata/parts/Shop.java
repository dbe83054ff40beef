import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** A domain model with what must not be touched: every getter fails. */
public class Shop {
    static class Named {
        private String lastName = "Davis";

        public String getLastName() {
            throw new IllegalStateException("a getter was called");
        }
    }

    static class Owner extends Named {
        private final int visits = 7;
        private Owner friend;

        @Override
        public String toString() {
            throw new IllegalStateException("toString was called");
        }
    }

    /** As a library for databases makes it: its own fields are empty. */
    static class Owner$HibernateProxy$x1 extends Owner {
    }

    static class Lazy extends ArrayList<String> {
        private static final long serialVersionUID = 1;

        @Override
        public int size() {
            throw new IllegalStateException("a collection was loaded");
        }
    }

    static class Order {
        private Owner owner = new Owner();
        private List<String> items = new ArrayList<String>(Arrays.asList("a", "bb", "cccccc"));
        private List<String> lazy = new Lazy();
        private Map<String, byte[]> files = new HashMap<String, byte[]>();
        private Set<Owner> people = new LinkedHashSet<Owner>();
        boolean express = true;
        private int mNumber = 42;
        private String mRemark = "by hand";
        private Address address = new Address("Main Street", List.of("left", "right", "in the middle"));
        private double[][] identity = identity();
        private List<Address> stops = List.of(address, new Address("x", List.of("y")));

        private static double[][] identity() { // its mean is 1/40
            double[][] rows = new double[40][40];
            for (int i = 0; i < rows.length; i++) {
                rows[i][i] = 1;
            }
            return rows;
        }

        public int getNumber() {
            return mNumber;
        }

        public String remark() {
            return mRemark;
        }

        public int getTotal() {
            throw new IllegalStateException("a getter that computes was called");
        }
    }

    record Address(String street, List<String> lines) {
        public String street() {
            throw new IllegalStateException("an accessor was called");
        }
    }

    /** Overrides what its superclass only returns. */
    static class Special extends Order {
        @Override
        public int getNumber() {
            return 2 * super.getNumber();
        }
    }

    static void send(Order what, int times) {
    }

    static int place(Order order, String[] files) {
        int n = 1;
        send(order, n);
        send(n > 0 ? order : order, n + 1);
        return n + 1;
    }

    static int special(Order order) {
        int k = 1;
        return k;
    }

    public static void main(String[] args) {
        Order order = new Order();
        order.files.put("key", new byte[10]);
        order.files.put("longer", new byte[30]);
        order.people.add(new Owner());
        order.owner.friend = new Owner$HibernateProxy$x1();
        place(order, new String[] {"aa", "bbbb"});
        place(null, null);
        special(new Special());
    }
}
