import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Scanner;

/** Works as it is told on standard input, so that a test knows what was called how often. */
public class Running {
    static long sum(List<Integer> items, int rounds) {
        long sum = 0;
        for (int i = 0; i < rounds; i++) {
            for (int item : items) {
                sum += item * i;
            }
        }
        return sum;
    }

    long shapes(boolean a, byte b, char c, short d, int e, long f, float g, double h, String text, int[] some, Object other, Thread.State state) {
        synchronized (this) {
            while (e > 0) {
                switch (e-- % 5) {
                    case 0:
                        return f;
                    case 3:
                        f += some.length;
                        break;
                    default:
                        f += text.length();
                }
                switch (text) {
                    case "x":
                        continue;
                    case "y":
                        return (long) (g + h);
                }
                Object made = e % 2 == 0 ? new StringBuilder(a ? text : other.toString()).toString() : new ArrayList<>(Arrays.asList(b, c, d));
                f += made.hashCode() % 2;
            }
        }
        return state == Thread.State.NEW ? f : -f;
    }

    static int fails(int n) {
        try {
            if (n % 2 == 0) {
                throw new IllegalStateException();
            }
        } finally {
            n += 1;
        }
        return n + sum(Arrays.asList(n), 1) > 0 ? 1 : 0;
    }

    static long fibonacci(int n) {
        return n < 2 ? n : fibonacci(n - 1) + fibonacci(n - 2);
    }

    static long forever(long n) {
        while (true) {
            if (n * n > 1000000) {
                return n;
            }
            n++;
        }
    }

    static long tiny(long n) {
        return sum(Arrays.asList(), 0) + n;
    }

    public static void main(String[] none) throws Exception {
        Scanner in = new Scanner(System.in);
        System.out.println("ready");
        while (in.hasNext()) {
            long n = 0;
            String what = in.next();
            int times = in.nextInt();
            for (int i = 0; i < times; i++) {
                switch (what) {
                    case "sum":
                        n += sum(new ArrayList<>(Arrays.asList(new Integer[] {1, 2, 3})).subList(0, 3).isEmpty() ? null : new ArrayList<>(Arrays.asList(1, 2, 3)), i % 100);
                        break;
                    case "shapes":
                        n += new Running().shapes(i % 2 == 0, (byte) 1, 'c', (short) 2, i % 7, i, 1.5f, 2.5, "text", new int[i % 9], "other", Thread.State.NEW);
                        break;
                    case "fails":
                        try {
                            n += fails(i);
                        } catch (IllegalStateException e) {
                            n--;
                        }
                        break;
                    case "fibonacci":
                        n += fibonacci(i % 10);
                        break;
                    case "forever":
                        n += forever(i);
                        break;
                    case "tiny":
                        n += tiny(i);
                        break;
                    default:
                        System.exit(3);
                }
            }
            System.out.println(what + " " + n);
        }
    }
}
