/*
 * Copyright 2026 The Beagle authors
 * SPDX-License-Identifier: Apache-2.0
 */
package beagle_rt;

import java.io.File;
import java.io.RandomAccessFile;
import java.nio.Buffer;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;

/** Memory-mapped segments of one file per JVM. */
@SuppressWarnings("all") // of checkers that a build adds to the compiler
final class Segments extends Store {
    private static final int HEADER = 4096;
    private static final int SEGMENT_HEADER = 32;
    private static final int AREA = 256 << 10; // holds the small segments
    private static final int SMALL_SEGMENT = 1 << 10; // a thread's first one, when there are many
    private static final int FIRST_SEGMENT = 16 << 10;
    private static final int LAST_SEGMENT = 1 << 20;
    private static final int FEW = 64; // threads
    private static final long MAGIC = 0x31545245_4c474142L; // "BAGLERT1", little-endian
    private static final long SEGMENT_MAGIC = 0x31474553_4c474142L; // "BAGLSEG1"
    private static final long VERSION = 4;

    private static final int RECORDING = 1;
    private static final int FULL_SIZE = 2;
    private static final int FAILED = 3;
    private static final int WHY = 256; // characters of what failed

    private final File directory;
    private final byte[] zeros = new byte[32 << 10]; // on the heap, because a program may have used up all other memory
    private File file;
    private ByteBuffer header;
    private ByteBuffer area; // where small segments are put
    private int taken; // of it
    private long end;
    private long segments;
    private long lost;
    private int threads;
    private boolean interrupted;

    Segments(File directory) {
        this.directory = directory;
    }

    @Override
    protected Trace open(Trace gone) {
        int number = ++threads;
        Trace trace = new Trace(number);
        if (gone != null && gone.size - gone.position > SMALL_SEGMENT / 2) {
            trace.buffer = gone.buffer;
            trace.position = gone.position;
            trace.size = gone.size;
            trace.segments = 1;
            trace.one(Trace.head(Trace.THREAD, number));
        } else {
            end(gone);
            allocate(trace, number <= FEW ? FIRST_SEGMENT : SMALL_SEGMENT);
        }
        return trace;
    }

    /** Tells the reader that nothing more comes of a thread, where a NEXT would stand. */
    private static void end(Trace gone) {
        if (gone != null && gone.buffer != null && gone.position + 8 <= gone.buffer.capacity()) {
            gone.buffer.putLong(gone.position, Trace.head(Trace.END, 0));
        }
    }

    @Override
    protected Trace trial() {
        Trace trace = new Trace(0);
        trace.size = 8 << 10;
        trace.buffer = ByteBuffer.allocateDirect(trace.size).order(ByteOrder.LITTLE_ENDIAN);
        return trace;
    }

    @Override
    public synchronized boolean grow(Trace trace) {
        ByteBuffer full = trace.buffer;
        int at = trace.position;
        if (full == null || trace.number == 0 || !allocate(trace, Math.min(full.capacity() * 4, LAST_SEGMENT))) {
            return false;
        }
        full.putLong(at, Trace.head(Trace.NEXT, 0));
        return true;
    }

    @Override
    public synchronized void lost(int records) {
        lost += records;
        if (header != null) {
            header.putLong(64, lost);
        }
    }

    @Override
    public void cost(long[] costs) {
        for (int i = 0; i < costs.length; i++) {
            header.putLong(80 + 8 * i, costs[i]);
        }
    }

    @Override
    public void runtime(long collected, long compiled, long nanos) {
        if (header == null) { // nothing can be recorded
            return;
        }
        header.putLong(104, collected);
        header.putLong(112, compiled);
        header.putLong(120, nanos);
    }

    /** Gives a trace a segment, or lets it record nothing any more. */
    private boolean allocate(Trace trace, int size) {
        interrupted = Thread.interrupted(); // would close the channel
        try {
            ByteBuffer buffer = file == null && !create() ? null : segment(size);
            if (buffer == null) {
                trace.close();
                return false;
            }
            describe(buffer, size, trace.number, ++trace.segments);
            trace.buffer = buffer;
            trace.position = SEGMENT_HEADER;
            trace.size = size;
            return true;
        } catch (StackOverflowError deep) { // the program's: a later record may fit
            return false;
        } catch (Throwable failed) {
            trace.close();
            if (header != null) {
                fail(String.valueOf(failed.getMessage()));
            }
            return false;
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    /** Says why nothing can be written any more. */
    private void fail(String why) {
        for (int i = 0; i < Math.min(why.length(), WHY); i++) {
            header.put(128 + i, (byte) (why.charAt(i) < 128 ? why.charAt(i) : '?'));
        }
        header.putLong(56, FAILED);
    }

    /** Room for a segment: a small one in an area, because maps are few; null: none. */
    private ByteBuffer segment(int size) throws Exception {
        boolean small = size <= FIRST_SEGMENT;
        if (small && area != null && area.capacity() - taken >= size) {
            return slice(size);
        }
        int mapped = small ? AREA : size;
        if (end + mapped > Settings.LIMIT) {
            header.putLong(56, FULL_SIZE);
            return null;
        }
        ByteBuffer buffer = map(end, mapped);
        end += mapped;
        header.putLong(72, end);
        if (!small) {
            return buffer;
        }
        describe(buffer, AREA, 0, 0);
        area = buffer;
        taken = SEGMENT_HEADER;
        return slice(size);
    }

    private ByteBuffer slice(int size) {
        ByteBuffer all = area.duplicate();
        ((Buffer) all).position(taken).limit(taken + size);
        taken += size;
        return all.slice().order(ByteOrder.LITTLE_ENDIAN);
    }

    private void describe(ByteBuffer buffer, int size, int thread, int index) {
        buffer.putInt(8, size);
        buffer.putInt(12, thread);
        buffer.putLong(16, Clock.now());
        buffer.putInt(24, index);
        buffer.putLong(0, SEGMENT_MAGIC);
        header.putLong(48, ++segments);
    }

    private boolean create() throws Exception {
        File named = new File(directory, Long.toString(System.currentTimeMillis(), 36) + "-"
                + Long.toString(Clock.ANCHOR & Long.MAX_VALUE, 36) + ".beagle");
        file = named;
        ByteBuffer header = map(0, HEADER);
        end = HEADER;
        header.putLong(8, VERSION | (long) HEADER << 32);
        header.putLong(16, Settings.number("BEAGLE_TABLE", 0));
        header.putLong(24, System.currentTimeMillis());
        header.putLong(32, Clock.now());
        this.header = header;
        cost(costs());
        header.putLong(56, RECORDING);
        header.putLong(72, end);
        header.putLong(0, MAGIC);
        return true;
    }

    /**
     * Maps a part of the file. Its zeros are written first, so that a full disk
     * is an exception here and not a fault at some later store.
     */
    private ByteBuffer map(long at, int size) throws Exception {
        Exception last = null;
        for (int attempt = 0; attempt < 8; attempt++) {
            RandomAccessFile random = new RandomAccessFile(file, "rw");
            try {
                random.seek(at);
                for (int done = 0; done < size; done += zeros.length) {
                    random.write(zeros, 0, Math.min(zeros.length, size - done));
                }
                ByteBuffer buffer = random.getChannel().map(FileChannel.MapMode.READ_WRITE, at, size);
                return buffer.order(ByteOrder.LITTLE_ENDIAN);
            } catch (java.nio.channels.ClosedByInterruptException closed) {
                interrupted |= Thread.interrupted();
                last = closed;
            } finally {
                random.close();
            }
        }
        throw last;
    }
}
