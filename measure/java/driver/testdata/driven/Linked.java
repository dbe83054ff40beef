package driven;

/** What refers to its own kind, and methods whose inputs depend on each other. */
public class Linked {
    /** A node of a list. */
    static class Node {
        final Node next;
        final int value;

        Node(int value, Node next) {
            this.value = value;
            this.next = next;
        }
    }

    /** A node of a tree. */
    static class Tree {
        final Tree left;
        final Tree right;

        Tree(Tree left, int value, Tree right) {
            this.left = left;
            this.right = right;
        }
    }

    static int length(Node n) {
        int i = 0;
        for (; n != null; n = n.next) {
            i++;
        }
        return i;
    }

    static int count(Tree t) {
        return t == null ? 0 : 1 + count(t.left) + count(t.right);
    }

    static double dot(double[] a, double[] b) {
        if (a.length != b.length) {
            throw new IllegalArgumentException("lengths differ");
        }
        double s = 0;
        for (int i = 0; i < a.length; i++) {
            s += a[i] * b[i];
        }
        return s;
    }

    static int same(String text, byte[] marks) {
        if (text.length() != marks.length) {
            throw new IllegalArgumentException("lengths differ");
        }
        return marks.length;
    }

    static long between(int low, int middle, int high) {
        if (low > middle || middle > high) {
            throw new IllegalArgumentException("not in order");
        }
        long s = 0;
        for (int i = low; i < high; i++) {
            s += i ^ s;
        }
        return s;
    }

    static int eight(int[] values) {
        if (values.length != 8) {
            throw new IllegalArgumentException("not eight");
        }
        return values[0];
    }

    /** A text that grows, from a start that leaves no room. */
    public static final class Growing {
        private char[] room;
        private int size;

        public Growing(String start) {
            room = start.toCharArray();
            size = room.length;
        }

        public void append(char c) {
            if (size == room.length) {
                room = java.util.Arrays.copyOf(room, size * 2 + 2);
            }
            room[size++] = c;
        }

        public int length() {
            return size;
        }
    }

    abstract static class Shape {
        /** The sum of what each kind of shape makes of the numbers. */
        public long sum(int[] numbers) {
            long sum = 0;
            for (int n : numbers) {
                sum += of(n);
            }
            return sum;
        }

        abstract long of(int n);
    }

    /** Inherits what it does. */
    public static final class Square extends Shape {
        @Override
        long of(int n) {
            return (long) n * n;
        }
    }

    /** Does harm in what the inherited method calls. */
    public static final class Deleting extends Shape {
        @Override
        long of(int n) {
            return new java.io.File("f" + n).delete() ? 1 : 0;
        }
    }
}
