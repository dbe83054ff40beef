/** A recursive selection sort, which goes as deep as it is told, or as its stack lets it. */
public class Deep {
    static int depth;

    static void sort(int[] a, int from) {
        depth = from;
        int least = from;
        for (int i = from + 1; i < Math.min(a.length, from + 3); i++) {
            if (a[i] < a[least]) {
                least = i;
            }
        }
        int t = a[from];
        a[from] = a[least];
        a[least] = t;
        if (from + 1 < a.length) {
            sort(a, from + 1);
        }
    }

    public static void main(String[] arguments) {
        int wanted = Integer.parseInt(arguments[0]);
        try {
            sort(new int[wanted], 0);
        } catch (StackOverflowError e) {
            if (wanted < 1_000_000) {
                throw e;
            }
        }
        System.out.println(depth);
    }
}
