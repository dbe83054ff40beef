public class Work {
    static long sink;

    public void work(int n) {
        long x = n;
        x = x * 31 + 7;
        sink += x;
        for (int i = 0; i < 2 * n + 1; i++) {
            sink ^= i;
        }
        if (n > 5) {
            sink++;
        } else {
            sink--;
        }
    }

    public static void main(String[] args) {
        int calls = Integer.parseInt(args[0]);
        Work w = new Work();
        for (int i = 0; i < calls; i++) {
            w.work(i % 12);
        }
        System.out.println(sink);
    }
}
