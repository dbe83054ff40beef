import beagle_rt.P;

/** The distance of words, with a branch probe in its inner loop and a loop probe around it. */
public class Levenshtein {
    static int distance(String a, String b) {
        int n = a.length();
        int[] row = new int[n + 1];
        for (int i = 0; i <= n; i++) {
            row[i] = i;
        }
        for (int j = 1; j <= b.length(); j++) {
            int diagonal = row[0];
            row[0] = j;
            long count = 0;
            for (int i = 1; i <= n; i++) {
                count++;
                P.b(1);
                int above = row[i];
                int changed = diagonal + (a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1);
                row[i] = Math.min(Math.min(row[i - 1], above) + 1, changed);
                diagonal = above;
            }
            P.n(2, count);
        }
        return row[n];
    }

    public static void main(String[] args) {
        final long operation = P.oe(4);
        try {
            for (int i = 2; i < args.length; i++) {
                for (int k = 0; k < Integer.parseInt(args[0]); k++) {
                    if (distance(args[i - 1], args[i]) < 1) {
                        System.out.println("the words are equal");
                    }
                }
            }
        } finally {
            P.ox(4, operation);
        }
    }
}
