package algorithms;

/** Sorts from the bottom up: pairs, fours, eights. */
final class MergeSort {

    private MergeSort() {
    }

    /** Takes n log n. */
    static int[] sort(int[] values) {
        int[] sorted;
        sorted = mergeAll(values.clone());
        return sorted;
    }

    private static int[] mergeAll(int[] from) {
        int[] to = new int[from.length];
        for (int width = 1; width < from.length; width *= 2) {
            pass(from, to, width);
            int[] swap = from;
            from = to;
            to = swap;
        }
        return from;
    }

    /** Says how often sort goes over all values, and how long each time takes. */
    static int[] passes(int[] values) {
        int[] from = values.clone();
        int[] to = new int[from.length];
        for (int width = 1; width < values.length; width *= 2) {
            pass(from, to, width);
            int[] swap = from;
            from = to;
            to = swap;
        }
        return from;
    }

    private static void pass(int[] from, int[] to, int width) {
        for (int start = 0; start < from.length; start += 2 * width) {
            int middle = Math.min(start + width, from.length);
            int end = Math.min(start + 2 * width, from.length);
            int left = start;
            int right = middle;
            for (int i = start; i < end; i++) {
                to[i] = left < middle && (right >= end || from[left] <= from[right]) ? from[left++] : from[right++];
            }
        }
    }
}
