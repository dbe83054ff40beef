package sample;

import module java.base;

/** What Java gained from 18 to 25. */
public class Cases25 {
    sealed interface Expr permits Num, Add, Neg, Nothing { }
    record Num(int value) implements Expr { }
    record Add(Expr left, Expr right) implements Expr { }
    record Neg(Expr of) implements Expr { }
    enum Nothing implements Expr { NONE, MORE }

    static int counter;

    static int eval(Expr e) {
        return switch (e) {
            case Num(int v) when v > 100 -> 100;
            case Num(var v) -> v;
            case Add(Num(int a), Num(int b)) when a == b && List.of(a).stream().anyMatch((x) -> x > 1) -> { counter++; yield 2 * a; }
            case Add(Expr l, Expr r) -> eval(l) + eval(r);
            case Neg(Neg(var inner)) -> eval(inner);
            case Neg(_) -> { if (counter > 1000) yield 0; yield -eval(((Neg) e).of()); }
            case Nothing.NONE -> 0;
            case Nothing.MORE -> 1;
        };
    }

    static String describe(Object o) {
        String text = "";
        switch (o) {
            case String s when s.isEmpty() -> { text += "empty"; }
            case String s -> { for (char c : s.toCharArray()) { if (c == 'x') break; text += c; } }
            case Integer i when i > 3 && i < 9 -> text = "middle " + i;
            case int[] a when a.length > 1 -> throw new IllegalStateException("array " + a.length);
            case Num(int v) -> { return "num " + v; }
            case null, default -> text += "other";
        }
        if (o instanceof Add(Num(var a), Num _) && a > 0) text += a;
        if (!(o instanceof Num(int n))) return text;
        return text + n;
    }

    static class Base { final int v; Base(int v) { this.v = v; check(); } void check() { } }

    static class Flexible extends Base {
        final int early;
        Flexible(int n) {
            if (n < 0) throw new IllegalArgumentException("negative");
            int doubled = 0;
            for (int i = 0; i < 2; i++) doubled += n;
            early = doubled;
            super(doubled);
            if (v != early) return;
            counter += v;
        }
        @Override void check() { counter += early; }
    }

    static int unnamed(List<String> list) {
        int count = 0;
        for (String _ : list) count++;
        try { Integer.parseInt("x"); } catch (NumberFormatException _) { count += 10; }
        BiFunction<Integer, Integer, Integer> f = (a, _) -> a;
        var _ = count;
        return count + f.apply(1, 2);
    }

    static String inner() {
        class Outer { static int made; interface I { static int one() { return 1; } } enum E { A } static int make() { return ++made; } }
        return "" + Outer.make() + Outer.I.one() + Outer.E.A;
    }

    static void virtual() throws Exception {
        var sum = new AtomicInteger();
        var all = new ArrayList<Thread>();
        for (int i = 0; i < 200; i++) { int n = i; all.add(Thread.startVirtualThread(() -> { if (n % 2 == 0) sum.addAndGet(n); else Thread.yield(); })); }
        for (Thread t : all) t.join();
        System.out.println("virtual " + sum);
    }

    public static void main(String[] args) throws Exception {
        System.out.println(eval(new Add(new Num(3), new Neg(new Neg(new Num(200))))) + " " + eval(new Add(new Num(2), new Num(2))) + " " + eval(new Neg(Nothing.MORE)) + " " + eval(Nothing.NONE));
        for (Object o : new Object[] {"", "abxc", 5, 11, new Num(4), new Add(new Num(1), new Num(2)), new int[0]}) System.out.println(describe(o));
        System.out.println(describe(null) + unnamed(List.of("a", "b")) + inner());
        try { describe(new int[2]); } catch (IllegalStateException e) { System.out.println(e.getMessage()); }
        System.out.println(new Flexible(4).v + " " + counter);
        try { new Flexible(-1); } catch (IllegalArgumentException e) { System.out.println(e.getMessage()); }
        virtual();
    }
}
