package demo;

public class Store {
    private int[] kept = new int[64];

    public int put(int value) {
        int sum = 0;
        for (int i = 0; i < 2000; i++) {
            kept[i & 63] += value * i;
            sum += kept[i & 63];
        }
        return sum;
    }
}
