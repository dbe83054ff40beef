package demo.stock;

public class Shelf {
    public int take(int n) {
        int sum = 0;
        for (int i = 0; i < 200; i++) {
            sum = 31 * sum + (n ^ i);
        }
        return sum;
    }
}
