package demo;

import demo.parts.Cutter;
import demo.web.Shop;

/** Enters a class in the middle of the program, as its test would. */
public final class Main {
    public static void main(String[] args) throws Exception {
        int n = Integer.parseInt(args[0]);
        Object cutter = Cutter.class.getConstructor().newInstance();
        var cut = Cutter.class.getMethod("cut", int.class);
        int sum = 0;
        for (int i = 0; i < 300; i++) {
            sum += (int) cut.invoke(cutter, n + i % 7);
        }
        System.out.println(Shop.class.getSimpleName() + sum);
    }
}
