package sample;

import java.io.Closeable;
import java.io.IOException;
import java.io.Serializable;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Comparator;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.function.IntUnaryOperator;
import java.util.function.Supplier;
import java.util.stream.Collectors;

/** Every construct of Java that instrumentation has to get right; level 17. */
public class Cases {
    static final boolean FOREVER = true;
    static final boolean NEVER = false;
    static final StringBuilder OUT = new StringBuilder();
    static int counter;

    final int blank;
    private final String name;
    private int[] field = {1, 2, 3};

    static {
        counter = 7;
        if (counter > 3)
            say("static initialiser", counter);
    }

    {
        field[0]++;
        for (int i = 0; i < 2; i++) field[1] += i;
    }

    Cases(int value) {
        this(value, "v" + value);
        say("this()", blank);
    }

    Cases(int value, String name) {
        super();
        if (value < 0) {
            blank = -1;
            this.name = name;
            return;
        }
        this.name = name;
        blank = value;
    }

    static void say(String what, Object... values) {
        OUT.append(what);
        for (Object value : values) OUT.append(' ').append(value instanceof int[] ? Arrays.toString((int[]) value) : value);
        OUT.append('\n');
    }

    static void over(int x) { say("int", x); }
    static void over(long x) { say("long", x); }
    static void over(Integer x) { say("Integer", x); }
    static void over(Object x) { say("Object", x); }
    static void over(char[] x) { say("char[]", x == null ? "null" : new String(x)); }
    static void over(byte x) { say("byte", x); }
    static void over(String... x) { say("String...", x.length); }

    static byte constant(int n) {
        if (n == 0) return 1;
        if (n == 1)
            return 'c';
        return (byte) (n + 1);
    }

    static int[] dims(int n)[] {
        return new int[][] {{n}, {n, n}};
    }

    static <T extends Comparable<? super T>> T greatest(List<? extends T> list) {
        T best = null;
        for (T t : list) if (best == null || t.compareTo(best) > 0) best = t;
        return best;
    }

    static <K, V> Map<K, List<V>> poly(K k, V v) {
        if (v == null) return Collections.emptyMap();
        Map<K, List<V>> m = new HashMap<>();
        m.computeIfAbsent(k, x -> new ArrayList<>()).add(v);
        return m;
    }

    static Function<Integer, Integer> lambda(int n) {
        if (n > 0) return x -> x + n;
        return x -> {
            if (x > 5) return x * 2;
            int y = x;
            while (y < 3) y++;
            return y;
        };
    }

    static int throwing(int n) {
        int state = 0;
        try {
            state = 1;
            if (n == 1) throw new IllegalStateException("one");
            if (n == 2) throw new IllegalArgumentException("two");
            state = 2;
        } catch (IllegalStateException e) {
            state += 10;
            if (n == 1) return state;
        } finally {
            state += 100;
            counter += state;
        }
        return state;
    }

    static int overriding(int n) {
        for (int i = 0; ; i++) {
            try {
                if (i > n) return i;
                if (i == 1) continue;
                counter++;
            } finally {
                if (i > 3) break;
            }
        }
        return -1;
    }

    static String labels(int n) {
        StringBuilder b = new StringBuilder();
        outer:
        for (int i = 0; i < n; i++) {
            inner:
            for (int j = 0; ; j++) {
                if (j == 3) continue outer;
                if (i == 2) break outer;
                if (i == 1 && j == 1) break inner;
                b.append(i).append(j).append(' ');
            }
            b.append("| ");
        }
        block: {
            if (n > 2) break block;
            b.append("short");
        }
        a: b: do n--; while (n > 0);
        return b.toString() + n;
    }

    static int loops(int n) {
        int sum = 0;
        for (;;) {
            if (n-- <= 0) break;
            sum += n;
        }
        while (FOREVER) {
            sum++;
            if (sum % 7 == 0) break;
        }
        do { sum += 2; } while (sum < 30);
        do sum++; while (sum % 5 != 0);
        for (int i = 0, j = 10; i < j; i++, j--) sum += i * j;
        for (int x : new int[] {1, 2, 3}) sum += x;
        for (final String s : Arrays.asList("a", "b")) { sum += s.length(); }
        for (; sum > 100; ) sum -= 50;
        int k = 0;
        while (k < 3) k++;
        for (k = 0; k < 2; ++k) ;
        return sum + k;
    }

    static int forever(int n) {
        while (FOREVER) {
            if (n++ > 10) return n;
        }
    }

    static int foreverLiteral(int n) {
        do {
            try {
                if (++n > 5) return n;
            } finally {
                counter++;
            }
        } while (true);
    }

    static String oldSwitch(int n) {
        String s = "";
        switch (n) {
            case 0:
                s += "zero";
            case 1:
                s += "one";
                break;
            case 2: {
                String t = "two";
                s += t;
                break;
            }
            case 3: int shared = 3; s += shared;
            case 4: shared = 4; s += shared; return s;
            case 5: case 6:
            default:
                s += "many";
        }
        switch (n) { case 1: s += "!"; }
        switch (n) { }
        return s;
    }

    enum Suit { CLUBS, HEARTS { @Override String sign() { return "h"; } }, SPADES; String sign() { if (this == CLUBS) return "c"; else return "s"; } }

    static int arrows(Suit suit) {
        switch (suit) {
            case CLUBS -> counter++;
            case HEARTS -> { counter += 2; }
            case SPADES -> throw new IllegalStateException(suit.sign());
        }
        int x = switch (suit) {
            case CLUBS -> 1;
            case HEARTS -> {
                int y = counter;
                if (y > 0) yield suit.sign().length();
                yield -y;
            }
            default -> throw new IllegalArgumentException();
        };
        int z = switch (x) { case 1: int q = x + 1; yield q; default: while (x < 100) { if (x > 50) yield x; x++; } yield 0; };
        return x + z + switch (suit) { case CLUBS, SPADES -> switch (z) { case 2 -> 20; default -> 30; }; case HEARTS -> 5; };
    }

    static Supplier<String> ofSwitch(int n) {
        return switch (n) {
            case 0 -> () -> "zero";
            case 1 -> { Supplier<String> s = () -> "one"; yield s; }
            default -> String.valueOf(n)::trim;
        };
    }

    static String patterns(Object o) {
        if (!(o instanceof String s)) {
            if (o instanceof Integer i && i > 3) return "big " + i;
            return "no string";
        }
        String t = s + s.length();
        while (!(o instanceof Integer n)) {
            o = t.length();
        }
        if (o instanceof Integer m) t += m; else t += "?";
        return t + n;
    }

    static class Res implements Closeable {
        final String id;
        Res(String id) throws IOException { this.id = id; if (id.isEmpty()) throw new IOException("empty"); say("open", id); }
        @Override public void close() throws IOException { say("close", id); if (id.equals("bad")) throw new IOException("close"); }
    }

    static int resources(String a, String b) {
        Res outer = null;
        try (Res x = new Res(a); Res y = new Res(b)) {
            if (a.equals(b)) return 1;
            outer = x;
            say("body", x.id, y.id);
        } catch (IOException | RuntimeException e) {
            say("caught", e.getMessage(), e.getSuppressed().length);
            return 2;
        } finally {
            say("finally", outer == null);
        }
        try (Res z = new Res("z")) { say("z"); } catch (IOException e) { throw new IllegalStateException(e); }
        return 3;
    }

    final Object lock = new Object();

    int locked(int n) {
        synchronized (lock) {
            if (n > 2) return n * 2;
            n++;
        }
        synchronized (this) { return n; }
    }

    static final int definite(boolean b) {
        final int x;
        if (b) x = 1;
        else x = 2;
        final int y;
        try { y = x + 1; } finally { counter++; }
        int z;
        for (;;) { z = y; if (z > 0) break; }
        final int w;
        while (true) { w = z; break; }
        return x + y + z + w;
    }

    record Point(int x, int y) implements Serializable {
        static int made;
        Point {
            if (x < 0) x = 0;
            made++;
        }
        Point(int both) { this(both, both); made += 10; }
        int sum() { return x + y; }
    }

    record Pair<A, B>(A a, B b) {
        Pair(A a, B b) { this.a = a; this.b = Objects.requireNonNull(b); }
        <C> Pair<A, C> with(C c) { return new Pair<>(a, c); }
    }

    sealed interface Shape permits Circle, Square { default double area() { if (this instanceof Circle c) return 3 * c.r() * c.r(); return side() * side(); } double side(); static Shape of(int n) { return n > 0 ? new Circle(n) : new Square(-n); } }
    record Circle(double r) implements Shape { public double side() { return 0; } }
    record Square(double side) implements Shape { }
    non-sealed interface Open extends Marker { }
    sealed interface Marker permits Open { }

    static int anonymous(int n) {
        Comparator<String> c = new Comparator<>() {
            int calls;
            @Override public int compare(String a, String b) {
                calls++;
                if (a.length() != b.length()) return a.length() - b.length();
                return a.compareTo(b) + (calls > 1000 ? 1 : 0);
            }
        };
        class Local {
            final int v;
            Local(int v) { this.v = v; }
            int twice() { class Deeper { int go() { return v * 2; } } return new Deeper().go(); }
        }
        List<String> list = new ArrayList<>(List.of("ccc", "a", "bb", "aa"));
        list.sort(c);
        Collections.sort(list, (a, b) -> { int d = a.length() - b.length(); if (d != 0) return d; return a.compareTo(b); });
        say("sorted", list, new Local(n).twice());
        enum Kind { A, B; Kind next() { return values()[(ordinal() + 1) % 2]; } }
        record Tmp(Kind k) { }
        interface Op { int go(int x); }
        Op op = x -> x + 1;
        return op.go(n) + new Tmp(Kind.B).k().next().ordinal();
    }

    static void lambdas() {
        IntUnaryOperator twice = x -> x * 2;
        IntUnaryOperator block = x -> { for (int i = 0; i < 2; i++) x += i; return x; };
        Runnable run = () -> counter++;
        Runnable call = () -> say("run");
        Runnable nothing = () -> { };
        Runnable throwing = () -> { throw new IllegalStateException("l"); };
        Supplier<Supplier<Integer>> nested = () -> () -> counter > 0 ? 1 : 2;
        Callable<Object> c = () -> { while (true) { if (counter > 0) return null; } };
        BiFunction<Integer, Integer, Integer> add = Integer::sum;
        Function<Integer, int[]> arrays = int[]::new;
        Function<String, List<String>> lists = counter < 0 ? null : s -> List.of(s);
        run.run(); call.run(); nothing.run();
        try { throwing.run(); c.call(); } catch (Exception e) { say("thrown", e.getMessage()); }
        say("lambdas", twice.applyAsInt(4), block.applyAsInt(1), nested.get().get(), add.apply(1, 2), arrays.apply(3).length, lists.apply("x"));
        say("streams", List.of(3, 1, 2).stream().filter(x -> x > 1).map(x -> { if (x == 2) return "two"; else return "x" + x; }).sorted().collect(Collectors.toList()));
        say("collect", List.of("a", "bb", "cc").stream().collect(Collectors.groupingBy(String::length, Collectors.mapping(s -> s.toUpperCase(), Collectors.joining("+")))));
        say("conditional", ((Function<Integer, Object>) x -> x > 0 ? 1 : "no").apply(1));
    }

    static void calls() {
        byte b = 1; short s = 2; char ch = 'c'; long l = 4; Integer boxed = 5; char[] chars = {'x'}; Object o = "o";
        over(1); over(b); over(s); over(ch); over(l); over(boxed); over(chars); over(o); over("a", "b"); over((Object) null);
        over(new String[0]); over(b + s); over(boxed + 1); over((char) (ch + 1)); over(l > 3 ? 1 : 2L); over("x".length() > 0 ? boxed : l);
        say("varargs", 1, 'c', 2.0f, null, b);
        say("nested", Math.max(Math.min(b, s), Math.abs(-l)), String.valueOf(chars), Integer.valueOf(b).hashCode());
        say("inferred", greatest(Arrays.asList(1, 5, 3)), poly("k", 2), poly("k", (Object) null), Collections.<String>emptyList());
        List<? super Integer> sink = new ArrayList<Number>(); sink.add(3); sink.add(boxed); say("wild", sink);
        StringBuilder sb = new StringBuilder(); sb.append(1).append('c').append((Object) null).append(new char[] {'z'}).reverse(); say("chain", sb);
        int i = 0; i = sum(i++, i, i = 5, i); say("order", i);
        counter += sum(counter, 1, 2, 3);
        var list = new ArrayList<Map<String, ? extends Number>>(); list.add(Map.of("a", 1)); for (var e : list.get(0).entrySet()) say("var", e.getKey(), e.getValue().intValue());
        assert counter > 0 : sum(1, 2, 3, 4);
        Object made = new Object() { int n = sum(1, 1, 1, 1); @Override public String toString() { return "anon" + n; } }; say("new", made);
        new Cases(3).new Inner(4).say(); say("dims", dims(2)[1].length, Cases.<Integer>greatest(List.of(1)));
    }

    static int sum(int a, int b, int c, int d) { return a * 1000 + b * 100 + c * 10 + d; }

    class Inner {
        final int v;
        Inner(int v) { this.v = v + blank; }
        void say() { Cases.say("inner", v, Cases.this.blank, name); }
    }

    class SubInner extends Inner { SubInner(Cases c) { c.super(1); if (c == null) return; say(); } }

    static class Sub extends Cases {
        Sub() { super(sum(1, 2, 3, 4)); say("sub", blank); }
        @Override int locked(int n) { if (n < 0) return super.locked(-n); return Cases.Sub.super.locked(n) + 1; }
    }

    static int fib(int n) { if (n < 2) return n; else return fib(n - 1) + fib(n - 2); }

    static int dangling(int a, int b) {
        if (a > 0)
            if (b > 0) return 1;
            else return 2;
        if (a == 0) if (b == 0) counter++; else counter--; else if (b < 0) counter += 3; else { }
        if (a < -5); else counter++;
        ; ;
        return 3;
    }

    static long shifts(long x) { x >>= 2; x >>>= 1; x <<= 3; int y = 7; y >>>= 1; return x >> 1 >>> 1 << 2 | y & ~3 ^ 1; }

    static <T extends Exception> void sneaky(Exception e) throws T { @SuppressWarnings("unchecked") T t = (T) e; throw t; }

    static int rethrow(int n) throws IOException {
        try { if (n > 0) Cases.<IOException>sneaky(new IOException("io")); return n; }
        catch (final Exception e) { if (e instanceof IOException) throw e; counter++; return -1; }
    }

    static void threads() throws Exception {
        ExecutorService pool = Executors.newFixedThreadPool(4);
        List<Future<Integer>> all = new ArrayList<>();
        for (int i = 0; i < 8; i++) { final int n = i; all.add(pool.submit(() -> fib(10 + n % 3))); }
        int sum = 0;
        for (Future<Integer> f : all) sum += f.get();
        pool.shutdown();
        say("threads", sum);
        Thread interrupted = new Thread(() -> { Thread.currentThread().interrupt(); say("flag", fib(5), Thread.interrupted()); });
        interrupted.start(); interrupted.join();
    }

    static int deep(int n) { return n == 0 ? 0 : 1 + deep(n - 1); }

    static int endless(int n) { if (n < 0) return n; return endless(n + 1) + 1; }

    static String unicode(int \u0061bc) { String s = "\u0022.length() + \u0022"; if (\u0061bc > 0) { s += '\u0041'; } retur\u006e s + "größe \uD83D\uDE00 é"; }

    static String text() { String t = """
            a "quoted" \
            line; if (x) { return; }
              // no comment
            """; return t.strip(); }

    public static void main(String[] args) throws Exception {
        say("constants", constant(0), constant(1), constant(5));
        say("poly", poly(1, "a"), lambda(2).apply(3), lambda(0).apply(1), lambda(0).apply(9));
        for (int i = 0; i < 4; i++) { try { say("throwing", i, throwing(i)); } catch (RuntimeException e) { say("out", e.getMessage()); } }
        say("overriding", overriding(1), overriding(9), labels(2), labels(4));
        say("loops", loops(5), loops(0), forever(3), foreverLiteral(1));
        for (int i = 0; i < 7; i++) say("old", oldSwitch(i));
        for (Suit s : Suit.values()) { try { say("arrows", arrows(s)); } catch (IllegalStateException e) { say("thrown", e.getMessage()); } }
        say("of", ofSwitch(0).get(), ofSwitch(1).get(), ofSwitch(22).get());
        say("patterns", patterns("ab"), patterns(2), patterns(9), patterns(null));
        say("resources", resources("a", "b"), resources("c", "c"), resources("", "x"), resources("p", "bad"));
        Cases c = new Cases(3);
        say("locked", c.locked(1), c.locked(5), new Sub().locked(2), new Cases(-4).blank, c.field);
        c.new SubInner(c);
        say("definite", definite(true), definite(false));
        say("records", new Point(-1, 2), new Point(4).sum(), Point.made, new Pair<>("a", 1).with(2L));
        say("shapes", Shape.of(2).area(), Shape.of(-3).area());
        say("anonymous", anonymous(4));
        lambdas();
        calls();
        say("dangling", dangling(1, 1), dangling(1, 0), dangling(0, 0), dangling(-1, -1), dangling(-9, 0), counter);
        say("shifts", shifts(12345), unicode(1), unicode(0), text());
        try { rethrow(1); } catch (IOException e) { say("rethrown", e.getMessage()); }
        say("rethrow", rethrow(0), fib(12), deep(1000));
        try { endless(0); } catch (StackOverflowError e) { say("overflow"); }
        threads();
        Deque<Integer> stack = new ArrayDeque<>();
        while (stack.size() < 3) stack.push(stack.size());
        if (NEVER) say("never");
        say("end", stack, counter);
        System.out.print(OUT);
        int line = new Throwable().getStackTrace()[0].getLineNumber();
        System.out.println("line " + line);
        if (args.length > 0) System.exit(4);
    }
}
