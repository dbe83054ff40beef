/*
 * Copyright 2026 The Beagle authors
 * SPDX-License-Identifier: Apache-2.0
 */
package beagle_rt;

import beagle_rt.ProbeRecord;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import kieker.common.configuration.Configuration;
import kieker.monitoring.core.configuration.ConfigurationFactory;
import kieker.monitoring.core.controller.MonitoringController;

/**
 * Sends records through Kieker to Beagle, which listens already. Kieker's own
 * hook at the end of the JVM gives the writer one second; this one waits until
 * everything is sent, within a limit.
 */
public final class KiekerStore extends Store {
    private static final int CONNECT_MILLIS = 10000;
    private static final int END_MILLIS = 20000;
    private static final long REST = 12; // as in Trace
    private static final long END = 17;

    private final MonitoringController controller;
    private final AtomicLong sent = new AtomicLong();
    private final AtomicInteger threads = new AtomicInteger();

    public KiekerStore() throws Exception {
        int port = Integer.parseInt(System.getenv("BEAGLE_PORT"));
        reach(port);
        Configuration configuration = ConfigurationFactory.createDefaultConfiguration();
        String writer = "kieker.monitoring.writer.tcp.SingleSocketTcpWriter";
        String queue = "kieker.monitoring.core.controller.WriterController.";
        configuration.setProperty("kieker.monitoring.writer", writer);
        configuration.setProperty(writer + ".hostname", "127.0.0.1");
        configuration.setProperty(writer + ".port", Integer.toString(port));
        configuration.setProperty(writer + ".connectionTimeoutInMs", Integer.toString(CONNECT_MILLIS));
        // Kieker's usual queue uses sun.misc.Unsafe, of which JDK 24 and later warn in the program's output.
        configuration.setProperty(queue + "RecordQueueFQN", "org.jctools.queues.atomic.MpscAtomicArrayQueue");
        configuration.setProperty(queue + "QueuePutStrategy", "kieker.monitoring.queue.putstrategy.YieldPutStrategy");
        configuration.setProperty("kieker.monitoring.useShutdownHook", "false");
        configuration.setProperty("kieker.monitoring.periodicSensorsExecutorPoolSize", "0");
        configuration.setProperty("kieker.monitoring.name", "beagle");
        ClassLoader program = Thread.currentThread().getContextClassLoader();
        Thread.currentThread().setContextClassLoader(KiekerStore.class.getClassLoader());
        try {
            controller = MonitoringController.createInstance(configuration);
        } finally {
            Thread.currentThread().setContextClassLoader(program);
        }
        Runtime.getRuntime().addShutdownHook(new Thread("beagle-end") {
            @Override
            public void run() {
                end();
            }
        });
        send(new ProbeRecord(0, -1, System.currentTimeMillis(), now(), Long.parseLong(System.getenv("BEAGLE_TABLE")), 0));
        cost(costs());
    }

    @Override
    public void cost(long[] costs) {
        send(new ProbeRecord(0, -3, costs[0], costs[1], costs[2], 0));
    }

    /** Without a receiver Kieker would block the program when its queue is full. */
    private static void reach(int port) throws Exception {
        Socket socket = new Socket();
        try {
            socket.connect(new InetSocketAddress("127.0.0.1", port), CONNECT_MILLIS);
        } finally {
            socket.close();
        }
    }

    void send(ProbeRecord record) {
        sent.incrementAndGet();
        controller.newMonitoringRecord(record);
    }

    @Override
    protected Trace open(Trace gone) {
        if (gone != null) {
            rests(gone);
            send(new ProbeRecord(((KiekerTrace) gone).thread, 1, END << 56, 0, 0, 0));
        }
        return new KiekerTrace(this, threads.incrementAndGet());
    }

    /** What is recorded in it is sent as usual, and Beagle passes over it. */
    @Override
    protected Trace trial() {
        return new KiekerTrace(this, 0);
    }

    @Override
    public boolean grow(Trace trace) {
        return false;
    }

    @Override
    public void lost(int records) {
        // Kieker's queue drops nothing: it waits.
    }

    /** Sends how many executions there were since each site's last record. */
    private void rests(Trace trace) {
        for (int id = 0; id < trace.bound(); id++) {
            int pending = trace.pending(id);
            if (pending > 0) {
                send(new ProbeRecord(((KiekerTrace) trace).thread, 2, REST << 56 | (long) id << 32, pending, 0, 0));
            }
        }
    }

    /** Sends the mark of the end and gives the writer time to send everything. */
    private void end() {
        for (Trace trace : traces()) {
            rests(trace);
        }
        send(new ProbeRecord(0, -2, sent.get() + 1, now(), 0, 0));
        Thread ending = new Thread("beagle-kieker-end") {
            @Override
            public void run() {
                controller.terminateMonitoring();
                try {
                    controller.waitForTermination(0);
                } catch (InterruptedException interrupted) {
                    return;
                }
            }
        };
        ending.setDaemon(true);
        ending.start();
        try {
            ending.join(END_MILLIS);
        } catch (InterruptedException interrupted) {
            return;
        }
    }

    private static final class KiekerTrace extends Trace {
        private final KiekerStore store;
        private final int thread;

        KiekerTrace(KiekerStore store, int thread) {
            super(thread);
            this.store = store;
            this.thread = thread;
        }

        @Override
        public boolean one(long word) {
            return send(1, word, 0, 0, 0);
        }

        @Override
        public boolean two(long first, long second) {
            return send(2, first, second, 0, 0);
        }

        @Override
        public boolean commit(int n) {
            boolean sent = true;
            for (int i = 0; i < n; i += 4) {
                int count = Math.min(4, n - i);
                sent &= send(count, words[i], count > 1 ? words[i + 1] : 0, count > 2 ? words[i + 2] : 0, count > 3 ? words[i + 3] : 0);
            }
            return sent;
        }

        private boolean send(int count, long w0, long w1, long w2, long w3) {
            try {
                store.send(new ProbeRecord(thread, count, w0, w1, w2, w3));
                return true;
            } catch (Throwable failed) { // Kieker's, or no memory: the count at the end tells
                return false;
            }
        }
    }
}
