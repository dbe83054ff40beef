package demo.parts;

import demo.stock.Shelf;

public class Cutter {
    private final Shelf shelf = new Shelf();

    public int cut(int n) {
        int left = 0;
        for (int i = 0; i < 2 * n; i++) {
            left += shelf.take(i);
        }
        return left;
    }
}
