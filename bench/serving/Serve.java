package fileshare;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import com.sun.management.OperatingSystemMXBean;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.Executors;

/** The example's upload behind the JDK's HTTP server, with what its calls took. */
public final class Serve {

    private static final ThreadLocal<FileUpload> UPLOADS = ThreadLocal.withInitial(
            () -> new FileUpload(new HashCatalogue(new Random(1).longs(1 << 13).toArray()), new ChunkStorage()));
    private static final List<long[]> TOOK = new ArrayList<>(); // on the clock and by the thread's CPU clock

    public static void main(String[] arguments) throws IOException {
        HttpServer server = HttpServer.create(new InetSocketAddress("127.0.0.1", 0), 64);
        server.setExecutor(Executors.newFixedThreadPool(16));
        server.createContext("/upload", Serve::upload);
        server.createContext("/took", Serve::took);
        server.start();
        System.out.println(server.getAddress().getPort());
    }

    private static void upload(HttpExchange exchange) throws IOException {
        byte[] content = exchange.getRequestBody().readAllBytes();
        FileUpload upload = UPLOADS.get();
        long cpu = ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime();
        long begin = System.nanoTime();
        upload.upload(content, FileType.TEXT);
        long[] took = {System.nanoTime() - begin, ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime() - cpu};
        synchronized (TOOK) {
            TOOK.add(took);
        }
        exchange.sendResponseHeaders(204, -1);
        exchange.close();
    }

    /** CPU time of the process so far; then each call since it was asked last. */
    private static void took(HttpExchange exchange) throws IOException {
        StringBuilder text = new StringBuilder();
        text.append(((OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean()).getProcessCpuTime()).append('\n');
        synchronized (TOOK) {
            for (long[] call : TOOK) {
                text.append(call[0]).append(' ').append(call[1]).append('\n');
            }
            TOOK.clear();
        }
        byte[] bytes = text.toString().getBytes("US-ASCII");
        exchange.sendResponseHeaders(200, bytes.length);
        exchange.getResponseBody().write(bytes);
        exchange.close();
    }
}
