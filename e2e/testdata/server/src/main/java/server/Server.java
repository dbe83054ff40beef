package server;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetSocketAddress;

/** Answers GET /list?n with n lines, until it is ended. */
public final class Server {
    public static void main(String[] args) throws IOException {
        HttpServer http = HttpServer.create(new InetSocketAddress("127.0.0.1", Integer.parseInt(args[0])), 0);
        Server server = new Server();
        http.createContext("/list", exchange -> server.handle(exchange));
        http.createContext("/stop", exchange -> System.exit(0));
        http.start();
        System.out.println("listening on port " + http.getAddress().getPort());
    }

    private void handle(HttpExchange exchange) throws IOException {
        byte[] answer = list(Integer.parseInt(exchange.getRequestURI().getQuery())).getBytes();
        exchange.sendResponseHeaders(200, answer.length);
        exchange.getResponseBody().write(answer);
        exchange.close();
    }

    String list(int items) {
        StringBuilder lines = new StringBuilder();
        for (int line = 0; line < 2 * items + 1; line++) {
            lines.append(line).append('\n');
        }
        return lines.toString();
    }
}
