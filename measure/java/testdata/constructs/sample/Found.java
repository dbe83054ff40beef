package sample;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;

/** Constructs that the tests of real projects taught us. */
public class Found {
    static class Outer<X> {
        String made;

        <T> Outer<X> self() { return this; }

        class Inner extends Outer<X> {
            <B> Inner() { <Object>super("inner"); made += " of no argument"; }
            Inner(int i) { <Object>this(); made += " " + i; }
        }

        <A> Outer(String made) { this.made = made; }
        Outer() { <Integer>this("outer"); }
    }

    static class Further extends Outer<String>.Inner {
        Further(Outer<String> outer) { outer.<Integer>super(); made += " further"; }
    }

    static boolean yes() { return true; }

    // What a boolean switch assigns depends on what it yields (JLS 16.1.8).
    static int assignedWhenTrue(int n) {
        final int x;
        boolean both = switch (n) {
            case 0: yield yes() && (x = 1) == 1;
            case 1: yield (x = 2) == 1 || !yes();
            case 2: yield ((x = 3) == 3) ? yes() : false;
            default: yield false;
        } && x > 0;
        return both ? n : -1;
    }

    static int assignedWhenFalse(int n) {
        final int x;
        if (switch (n) { case 0 -> !(yes() && (x = 5) == 5); case 1 -> (x = 4) != 4 || true; default -> true; }) {
            return -n;
        }
        return x;
    }

    // Constants, other switches and operators of any kind decide too.
    static int assignedByConstants(int n) {
        final int x;
        if (n < 9 /* && */ && switch (n) {
            case 0 -> !true;
            case 1, 2 -> true & (x = 1) == 1;
            case 3 -> { yield switch (n + 1) { case 1: yield 1 == 2; case 4: x = 3; yield true; default: yield !(true && true); }; }
            case 4 -> n > 9 ? !yes() && (x = 5) > 5 : false;
            default -> (x = n) == n || !yes();
        }) {
            return x;
        }
        return switch (n) { case 3: yield false ? true : !yes(); default: yield Boolean.FALSE; } ? n : -n;
    }

    static String identity() { return "the tree's"; }

    static class Other { static class Function { int identity; } }

    interface Named { }

    interface Key extends Named { String id(); }

    record Plain(String id) implements Key { }

    static Optional<? extends Key> key(String of) { return of.isEmpty() ? Optional.empty() : Optional.of(new Plain(of)); }

    // javac infers Function.identity() from what it is handed to.
    static Map<String, Named> keys(List<String> of) {
        return of.stream().map(Found::key).filter(Optional::isPresent).map(Optional::get).collect(Collectors.toMap(Key::id, Function.identity()));
    }

    // A class in the body hides a name of the result's type.
    static Integer hidden(int n) {
        class Integer { int twice() { return 2 * n; } }
        int twice = new Integer().twice();
        if (n > 1) return java.lang.Integer.valueOf(twice);
        enum Map { ONE }
        return entry(Map.values().length).getValue();
    }

    static Map.Entry<String, Integer> entry(int n) {
        if (n == 0) { record Map(int n) { } return java.util.Map.entry("of", new Map(n).n()); }
        interface Entry { }
        return java.util.Map.entry("an", n + (Entry.class.isInterface() ? 1 : 0));
    }

    public static void main(String[] args) {
        Outer<String> outer = new Outer<>();
        System.out.println(outer.made + ", " + outer.<Object>self().new Inner(3).made + ", " + new Further(outer).made);
        System.out.println(identity() + keys(List.of("a", "", "b")));
        System.out.println(hidden(1) + " " + hidden(2) + " " + entry(0) + entry(1));
        for (int i = 0; i < 5; i++) System.out.println(assignedWhenTrue(i) + " " + assignedWhenFalse(i) + " " + assignedByConstants(i));
    }
}
