package undecided;

/** Visits the cells of a grid whose height is a multiple of its width. */
public final class Main {
    public static void main(String[] args) {
        int width = Integer.parseInt(args[0]);
        int factor = Integer.parseInt(args[1]);
        for (int run = 0; run < 3; run++) {
            new Main().visit(width, width * factor);
        }
    }

    long visit(int width, int height) {
        long sum = width;
        for (int row = 0; row < height; row++) {
            sum += row;
        }
        return sum;
    }
}
