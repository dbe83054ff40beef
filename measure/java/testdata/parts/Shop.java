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
    }

    static int place(Order order, String[] files) {
        int n = 1;
        return n + 1;
    }

    public static void main(String[] args) {
        Order order = new Order();
        order.files.put("key", new byte[10]);
        order.files.put("longer", new byte[30]);
        order.people.add(new Owner());
        order.owner.friend = new Owner$HibernateProxy$x1();
        place(order, new String[] {"aa", "bbbb"});
        place(null, null);
    }
}
