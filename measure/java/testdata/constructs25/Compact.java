int calls;

String greet(String who) {
    if (who.isEmpty()) return "nobody";
    calls++;
    return "hello " + who;
}

record Pair(int a, int b) { }

void main() {
    for (var s : List.of("", "you")) IO.println(greet(s));
    IO.println(new Pair(1, calls));
}
