package server;

import java.net.URI;

/** Asks the server for lists of several lengths. */
public final class Load {
    public static void main(String[] args) throws Exception {
        for (int n : new int[] {1, 2, 5, 10, 20, 50, 100, 200}) {
            try (var answer = URI.create("http://127.0.0.1:" + args[0] + "/list?" + n).toURL().openStream()) {
                answer.readAllBytes();
            }
        }
    }
}
