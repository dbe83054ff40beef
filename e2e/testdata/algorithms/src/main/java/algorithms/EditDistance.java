package algorithms;

/** Counts the letters that must change to make one text of another (Wagner and Fischer 1974). */
final class EditDistance {

    private EditDistance() {
    }

    static int distance(String left, String right) {
        if (left.length() > right.length()) {
            return fill(right, left);
        } else {
            return fill(left, right);
        }
    }

    static int fill(String left, String right) {
        int[] row = new int[right.length() + 1];
        for (int j = 0; j < row.length; j++) {
            row[j] = j;
        }
        rows(left, right, row);
        return row[right.length()];
    }

    private static void rows(String left, String right, int[] row) {
        for (int i = 0; i < left.length(); i++) {
            int corner = i;
            row[0] = i + 1;
            for (int j = 1; j < row.length; j++) {
                int best = Math.min(Math.min(row[j - 1], row[j]) + 1, corner + (left.charAt(i) == right.charAt(j - 1) ? 0 : 1));
                corner = row[j];
                row[j] = best;
            }
        }
    }
}
