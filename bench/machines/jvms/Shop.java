import com.sun.net.httpserver.HttpServer;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.*;
import java.util.concurrent.Executors;
import kieker.common.record.controlflow.OperationExecutionRecord;
import kieker.monitoring.core.controller.*;
import kieker.monitoring.core.registry.ControlFlowRegistry;

/** One service of a small shop: argument 0 its name, 1 its port, then NAME=PORT of the others. Control flow goes along in a header, as Kieker's Jersey interceptors do it. */
public class Shop {
    static final IMonitoringController KIEKER = MonitoringController.getInstance();
    static final ControlFlowRegistry FLOW = ControlFlowRegistry.INSTANCE;
    static final HttpClient CLIENT = HttpClient.newHttpClient();
    static final String HEADER = "OperationExecutionJerseyHeader";
    interface Body { String run() throws Exception; }

    /** An execution that is recorded. */
    static String recorded(String operation, Body body) throws Exception {
        boolean entry = FLOW.recallThreadLocalTraceId() == -1;
        long trace = entry ? FLOW.getAndStoreUniqueThreadLocalTraceId() : FLOW.recallThreadLocalTraceId();
        if (entry) { FLOW.storeThreadLocalEOI(0); FLOW.storeThreadLocalESS(1); }
        int eoi = entry ? 0 : FLOW.incrementAndRecallThreadLocalEOI(), ess = entry ? 0 : FLOW.recallAndIncrementThreadLocalESS();
        long tin = KIEKER.getTimeSource().getTime();
        try { return body.run(); } finally {
            long tout = KIEKER.getTimeSource().getTime();
            KIEKER.newMonitoringRecord(new OperationExecutionRecord(operation, "<no-session>", trace, tin, tout, KIEKER.getHostname(), eoi, ess));
            if (entry) { FLOW.unsetThreadLocalTraceId(); FLOW.unsetThreadLocalEOI(); FLOW.unsetThreadLocalESS(); } else FLOW.storeThreadLocalESS(ess);
        }
    }

    static String call(String port, String path) throws Exception {
        String flow = FLOW.recallThreadLocalTraceId() + "," + FLOW.recallThreadLocalEOI() + "," + FLOW.recallThreadLocalESS();
        HttpResponse<String> r = CLIENT.send(HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + path)).header(HEADER, flow).build(), HttpResponse.BodyHandlers.ofString());
        if (FLOW.recallThreadLocalTraceId() != -1) FLOW.storeThreadLocalEOI(Integer.parseInt(r.headers().firstValue(HEADER).get()));
        return r.body();
    }

    public static void main(String[] a) throws Exception {
        String name = a[0];
        java.util.Map<String, String> at = new java.util.HashMap<>();
        for (int i = 2; i < a.length; i++) at.put(a[i].split("=")[0], a[i].split("=")[1]);
        if (name.equals("load")) {
            for (int i = 0; i < Integer.parseInt(a[1]); i++)
                CLIENT.send(HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + at.get("webui") + (i % 3 == 0 ? "/cart" : "/page"))).build(), HttpResponse.BodyHandlers.ofString());
            System.exit(0);
        }
        HttpServer s = HttpServer.create(new InetSocketAddress("127.0.0.1", Integer.parseInt(a[1])), 0);
        s.setExecutor(Executors.newFixedThreadPool(4));
        s.createContext("/", e -> {
            String flow = e.getRequestHeaders().getFirst(HEADER);
            try {
                if (flow != null) {
                    String[] f = flow.split(",");
                    FLOW.storeThreadLocalTraceId(Long.parseLong(f[0])); FLOW.storeThreadLocalEOI(Integer.parseInt(f[1])); FLOW.storeThreadLocalESS(Integer.parseInt(f[2]));
                }
                String out = serve(name, e.getRequestURI().getPath(), at);
                if (flow != null) e.getResponseHeaders().set(HEADER, "" + FLOW.recallThreadLocalEOI());
                byte[] b = out.getBytes();
                e.sendResponseHeaders(200, b.length);
                e.getResponseBody().write(b);
            } catch (Exception x) { x.printStackTrace(); } finally {
                FLOW.unsetThreadLocalTraceId(); FLOW.unsetThreadLocalEOI(); FLOW.unsetThreadLocalESS();
                e.close();
            }
        });
        s.createContext("/stop", e -> { e.sendResponseHeaders(200, -1); e.close(); new Thread(() -> { s.stop(1); KIEKER.terminateMonitoring(); System.exit(0); }).start(); });
        s.start();
        System.out.println("ready " + name);
    }

    static String serve(String name, String path, java.util.Map<String, String> at) throws Exception {
        switch (name) {
        case "webui": return recorded("public String shop.WebUI." + path.substring(1) + "()", () -> {
            String rows = call(at.get("store"), "/rows");
            if (path.equals("/cart")) return rows + call(at.get("store"), "/order");
            return rows + call(at.get("images"), "/image");
        });
        case "images": return recorded("public String shop.Images.image()", () -> recorded("private String shop.Images.scale()", () -> "i") + call(at.get("store"), "/rows"));
        default: return recorded("public String shop.Store." + path.substring(1) + "()", () -> recorded("private String shop.Store.query()", () -> "r"));
        }
    }
}
