/*
 * Copyright 2026 The Beagle authors
 * SPDX-License-Identifier: Apache-2.0
 */
package beagle_rt;

import java.lang.ref.Reference;
import java.lang.ref.WeakReference;
import java.nio.ByteBuffer;
import java.util.Arrays;

/** What one thread records, and where. */
@SuppressWarnings({"all", "this-escape"}) // of checkers that a build adds to the compiler, and of javac from 21 on
public class Trace extends Sites {
    // Types of records: the highest byte of a record's first word.
    static final int DEMAND = 1;
    static final int DEMAND_CPU = 2;
    static final int BRANCH = 3;
    static final int LOOP = 4;
    static final int ENTER = 5;
    static final int LEAVE = 6;
    static final int PARAMETER = 7;
    static final int CALL = 8;
    static final int RETURN = 9;
    static final int THREAD = 10;
    static final int NEXT = 11; // the thread goes on in its next segment
    static final int REST = 12; // executions since the site's last record: changes in place
    // Where all numbers are small: what the record would have in further words.
    static final int SHORT_DEMAND = 13;
    static final int SHORT_LOOP = 14;
    static final int SHORT_ENTER = 15;
    static final int SHORT_LEAVE = 16;
    static final int END = 17; // the thread has ended
    static final int ELSEWHERE = 18; // work for a section that is not in its CPU time
    static final int OTHERS = 19; // CPU time of the process while a section ran
    static final int DEMAND_AWAY = 20; // a section timed by the clock, during part of which its thread had no processor
    static final int BEGIN = 21; // a service begins its own work: its parameters were read
    static final int WITHIN = 22; // of the service that begins next: the one that called it, which is not recorded
    /** A section in one word: behind this bit 16 of the site, 7 of probes inside, 20 since the last time, 20 of its own. */
    private static final long TINY_DEMAND = 1L << 63;

    /** So many executions have a record of their own, that an end of the program loses little. */
    private static final int MOST_SUMMED = 4096;

    /** Nanoseconds from which on both clocks are compared again. */
    private static final long COMPARED = 100000;

    /** A number that needs no further word. */
    private static final int SMALL = 9;

    /** The mean of the elements of a collection, and what of them. */
    private static final int MEAN_VALUE = 10;
    static final int OF_VALUE = 0;
    static final int OF_ELEMENTS = 1;
    static final int OF_BYTES = 2;

    /** Mark of a call's record: its arguments follow one by one. */
    static final int OPEN = 1 << 31;

    /** Weak, so that a thread does not keep a class loader of the program alive. */
    private static final ThreadLocal<Reference<Trace>> OWN = new ThreadLocal<Reference<Trace>>();

    /** That of a busy thread: looking here first takes a third of the time. */
    private static Trace recent;

    /** That of threads for which there is no other: it records nothing. */
    static final Trace NONE = new Trace(0).close();

    /** The record that is being written. */
    public final long[] words = new long[Values.WORDS];
    private final Reference<Thread> owner = new WeakReference<Thread>(Thread.currentThread());
    private final Reference<Trace> self = new WeakReference<Trace>(this);
    private boolean off; // nothing can be recorded any more
    private int lost;
    private int met; // how often it was looked for in vain

    ByteBuffer buffer;
    int position;
    int size;
    final int number; // of the thread, from 1; 0: this is no thread's
    int segments;
    int services; // that are open and recorded
    // Work that this thread does for a section of another one.
    Handed handed;
    long handedCpu;

    // What is known of the section during which other threads are watched; see Others.
    int watched = -1;
    int watchedAt;
    int looked;
    int turns;
    long watchedCpu;
    long process;
    long vm;

    // When both clocks were read last; see away.
    private long comparedAt;
    private long comparedCpu = -1;
    private long missed; // without a processor, in all the time that was compared
    private long late; // of that, behind what ended: a thread often loses its processor where it reads that clock

    // Where there was no processor lately: since when, and for how long in all until the clocks were compared.
    private static final int NOTICES = 32;
    private static final long WORTH = 10000; // ns
    private final long[] noticed = new long[2 * NOTICES];
    private int notices;
    private long noticedUntil;

    // Of each open service that is recorded: when it began, above 16 bits of probes, and missed.
    private long[] begun = new long[8];

    long each; // ns of each call of a batch
    boolean toldBatch; // a section has its time
    private long time; // in the last record that had one
    long wall; // of the last section

    private ByteBuffer[] slots = new ByteBuffer[0]; // where the site's REST stands
    private int[] places = new int[0]; // in that buffer
    private int used; // slots

    public Trace(int number) {
        this.number = number;
    }

    /** That of the present thread. */
    static Trace mine() {
        Trace trace = recent;
        return trace != null && trace.owner.get() == Thread.currentThread() ? trace : known();
    }

    /** The thread that records here; null: it is gone. */
    final Thread thread() {
        return owner.get();
    }

    private static Trace known() {
        Reference<Trace> known = OWN.get();
        Trace trace = known == null ? null : known.get();
        if (trace == null) {
            return begin();
        }
        if ((++trace.met & 1023) == 0) {
            recent = trace;
        }
        return trace;
    }

    private static Trace begin() {
        try {
            Trace trace = Store.STORE.open();
            trace.use();
            return trace;
        } catch (Throwable failed) { // e.g. no memory left, also for the store itself
            return NONE.none();
        }
    }

    /** Lets the present thread record nothing from now on: looking for a store each time would take long. */
    private Trace none() {
        try {
            OWN.set(self);
        } catch (Throwable failed) { // then it is looked for at the next probe again
            return this;
        }
        return this;
    }

    /** Lets the present thread record here. */
    final void use() {
        OWN.set(self);
        recent = this;
    }

    // ---- records ----------------------------------------------------------------

    static long head(int type, int id) {
        return (long) type << 56 | (long) (id & 0xffffff) << 32;
    }

    /**
     * A section that ends now, before that is counted as a probe. A record stands for
     * so many executions, 0: there is none; cpu is -1 where it was not measured.
     */
    final void section(int id, int weight, long start, long now, long cpu, long away) {
        long lasted = Clock.wall(start, now);
        long nested = nested(start & 0xffff, now - lasted);
        wall = lasted;
        if (weight != 1 || summed(id)) {
            int times = add(id, lasted, nested, cpu, away);
            notYet(id, weight);
            if (times > 0 && services == 0 && weight > 0 || times >= MOST_SUMMED) {
                tellMean(id, told(id), now);
            }
            return;
        }
        if (cpu < 0 && away == 0) {
            long since = now - time;
            if ((lasted | nested | since) >>> 32 == 0) {
                boolean tiny = ((lasted | since) >>> 20 | nested >>> 7 | id >>> 16) == 0;
                if (tiny ? one(TINY_DEMAND | (long) id << 47 | nested << 40 | since << 20 | lasted)
                        : two(head(SHORT_DEMAND, id) | nested, since << 32 | lasted)) {
                    time = now;
                }
                return;
            }
        }
        long[] w = words;
        w[2] = lasted;
        w[3] = nested;
        w[4] = cpu >= 0 ? cpu : away;
        section(cpu >= 0 ? DEMAND_CPU : away > 0 ? DEMAND_AWAY : DEMAND, id, weight, now);
    }

    /** A section of an execution that stands for a batch: the first one has the time of a call, as the service has. */
    final void ofBatch(int id) {
        int at = 2 * (services - 1);
        if (toldBatch || at < 0 || at + 2 > begun.length) {
            return;
        }
        toldBatch = true;
        words[2] = each;
        words[3] = -1; // no probe ran in it
        words[4] = each;
        section(DEMAND_CPU, id, 1, (begun[at] >>> 16) + each);
        tick(record);
    }

    private void section(int type, int id, int weight, long now) {
        words[1] = now - words[2];
        if (put(type, id, weight, type == DEMAND ? 4 : 5)) {
            time = now;
        }
    }

    /** Executions that have no record of their own: their mean. */
    private void tellMean(int id, int weight, long now) {
        boolean clocked = takeMean(id, words);
        section(clocked ? DEMAND_CPU : words[4] > 0 ? DEMAND_AWAY : DEMAND, id, weight, now);
    }

    /** Before a service begins or ends: what was done in the present one and has no record yet. */
    final void tellSums() {
        for (int id = next(); id >= 0; id = next()) {
            tellMean(id, told(id), Clock.now());
            tick(record);
        }
    }

    /**
     * How long the thread had no processor in a section that ends now and whose CPU
     * time was not taken: what is missing of CPU time since both clocks were compared
     * last, and cannot be missing outside of the section, and what probes inside it noticed. A collection that
     * stops the thread, others that take its processor, and waiting all show so. The clocks are
     * compared every tenth of a millisecond at most, which costs 1.4 percent of it.
     */
    final long away(long start, long now) {
        long lasted = Clock.wall(start, now);
        long away = noticedUntil > now - lasted ? noticedSince(now - lasted) : 0;
        long since = now - comparedAt;
        late = 0;
        if (since >= COMPARED) {
            long cpu = Clock.cpu();
            boolean known = comparedCpu >= 0 && cpu >= 0;
            long missing = since - (cpu - comparedCpu);
            long before = comparedAt;
            comparedAt = Clock.now();
            comparedCpu = cpu;
            Others.tell(comparedAt);
            tick(Meter.cpuClocks / 2);
            if (known) {
                late = comparedAt - now;
                missed += missing + late;
                away += Math.max(0, missing - Math.max(0, since - lasted));
                notice(before, missing, now);
                notice(now, late, comparedAt);
            }
        }
        return Math.min(away, lasted);
    }

    /** Keeps for sections around the present one for how long there was no processor, in all from one time until another. */
    private void notice(long from, long nanos, long until) {
        if (nanos >= WORTH) {
            int at = 2 * (notices % NOTICES);
            notices = notices + 1 & Integer.MAX_VALUE;
            noticed[at] = from;
            noticed[at + 1] = nanos;
            noticedUntil = until;
        }
    }

    /** How long there was no processor from a time on, as far as that was noticed by probes inside. */
    private long noticedSince(long begin) {
        long away = 0;
        for (int i = Math.max(0, notices - NOTICES); i < notices; i++) {
            int at = 2 * (i % NOTICES);
            away += Math.max(0, noticed[at + 1] - Math.max(0, begin - noticed[at]));
        }
        return away;
    }

    /** Work for a section that is not in its CPU time. */
    final void elsewhere(int id, int why, long nanos) {
        two(head(ELSEWHERE, id) | why, nanos);
    }

    /** CPU time of a section, and of the process and about the JVM's own threads meanwhile. */
    final void others(int id, long own, long process, long vm) {
        words[1] = own;
        words[2] = process;
        words[3] = vm;
        put(OTHERS, id, 0, 4);
    }

    final void loop(int id, int weight, long count) {
        if (weight == 1 && count >>> 32 == 0) {
            one(head(SHORT_LOOP, id) | count);
            return;
        }
        words[1] = count;
        put(LOOP, id, weight, 2);
    }

    /** Tells which service the next one is called by, where this execution of it is not recorded. */
    final void within(int id) {
        if (id >= 0) {
            one(head(WITHIN, id));
            tick(record);
        }
    }

    /** A service begins, whose record stands for so many executions. */
    final void entered(int id, int weight) {
        long now = Clock.now();
        if (now - comparedAt >= COMPARED && !Clock.virtual()) { // looking at its own clock would make it yield
            away(now << 16, now); // what is missing from here on is missing in the service
            now = Clock.now();
        }
        long since = now - time;
        words[1] = now;
        if (weight <= 1 && since >>> 32 == 0 ? one(head(SHORT_ENTER, id) | since) : put(ENTER, id, weight, 2)) {
            time = now;
        }
        tick(section - record);
        int at = 2 * services++;
        if (!off && at + 2 > begun.length) {
            begun = longer(begun);
        }
        if (at + 2 <= begun.length) {
            begun[at] = now << 16 | probes & 0xffff;
            begun[at + 1] = missed;
        }
        tick(record); // which is written in the service's time
    }

    /**
     * The parameters of the service that was entered last were read: its own work begins
     * now. To read them takes long where objects are looked into, so that it is measured
     * and counted as time of probes, not taken to be what other probes cost.
     */
    final void begins() {
        int at = 2 * (services - 1);
        if (at < 0 || at + 2 > begun.length) { // it was not noted when it began
            return;
        }
        long now = Clock.now();
        long entered = begun[at];
        long lasted = Clock.wall(entered, now);
        double unit = Calibration.unit();
        spent(Math.max(0, lasted - (long) (nested(entered & 0xffff, now - lasted) * unit / 1000)), unit);
        if (now - comparedAt >= COMPARED && !Clock.virtual()) {
            away(now << 16, now);
        }
        now = Clock.now();
        long since = now - time;
        if (since >>> 32 == 0 && one(head(BEGIN, 0) | since)) {
            time = now;
            begun[at] = now << 16 | probes & 0xffff;
            begun[at + 1] = missed;
        }
        tick(record);
    }

    /** A service ends: what of its time was that of probes inside it, and without a processor. */
    final void exited(int id) {
        services = Math.max(0, services - 1);
        int at = 2 * services;
        boolean noted = at + 2 <= begun.length;
        long now = batch && noted ? (begun[at] >>> 16) + each : Clock.now();
        long since = now - time;
        long nested = batch ? -1 : 0;
        long away = 0;
        if (noted && !batch) { // else it was not noted when it began
            long start = begun[at];
            long lasted = Clock.wall(start, now);
            nested = nested(start & 0xffff, now - lasted);
            late = 0;
            if (!Clock.virtual()) {
                away(start, now);
            }
            away = Math.max(0, Math.min(missed - late - begun[at + 1], lasted));
        }
        words[1] = now;
        words[2] = nested;
        words[3] = away;
        boolean brief = (since | nested | away) >>> 32 == 0;
        if (brief ? two(head(SHORT_LEAVE, id) | since, nested << 32 | away) : put(LEAVE, id, 0, 4)) {
            time = now;
        }
        tick(record);
    }

    private static long[] longer(long[] list) {
        try {
            return Arrays.copyOf(list, 2 * list.length);
        } catch (Throwable failed) { // no memory left: services this deep are known less well
            return list;
        }
    }

    /** Decides whether this execution of a call is recorded. */
    final void call(int id, int open) {
        if (again) {
            tick(MUTE);
            return;
        }
        int weight = due(id);
        muted(id, weight == 0);
        if (weight > 0) {
            one(head(CALL, id) | (weight | open) & 0xffffffffL);
            tick(record);
        } else {
            tick(LEFT_OUT);
        }
    }

    /** Counts a probe that costs so many units where its call or service is recorded. */
    final boolean speaks(int id, int units) {
        boolean mute = mute(id);
        tick(mute ? MUTE : units);
        return !mute;
    }

    final void number(int id, int position, int kind, long value) {
        if (kind == Values.LONG && value >>> 17 == 0) {
            parameter(id, position, SMALL, (int) value, 1);
        } else {
            words[1] = value;
            parameter(id, position, kind, 0, 2);
        }
    }

    final void mean(int id, int position, int of, double value) {
        words[1] = Double.doubleToRawLongBits(value);
        parameter(id, position, MEAN_VALUE, of, 2);
    }

    final void parameter(int id, int position, int kind, int data, int n) {
        put(PARAMETER, id, position & 0xff | kind << 8 | (position >>> 8 & 7) << 12 | data << 15, n);
    }

    /** Packs characters, four to a word, from word at; returns the words used. */
    final int text(int at, String text, int length) {
        int used = length + 3 >>> 2;
        for (int i = 0; i < used; i++) {
            long word = 0;
            for (int k = 0; k < 4 && 4 * i + k < length; k++) {
                word |= (long) text.charAt(4 * i + k) << 16 * k;
            }
            words[at + i] = word;
        }
        return used;
    }

    private boolean put(int type, int id, int detail, int n) {
        words[0] = head(type, id) | detail & 0xffffffffL;
        return commit(n);
    }

    /** Writes a record of one word; false: there is no room. */
    public boolean one(long word) {
        int at = room(8);
        if (at < 0) {
            return false;
        }
        buffer.putLong(at, word);
        position = at + 8;
        return true;
    }

    /** Writes a record of two words, the first one last, because that makes it valid. */
    public boolean two(long first, long second) {
        int at = room(16);
        if (at < 0) {
            return false;
        }
        ByteBuffer out = buffer;
        out.putLong(at + 8, second);
        out.putLong(at, first);
        position = at + 16;
        return true;
    }

    /** Writes a record of n words. */
    public boolean commit(int n) {
        int at = room(n << 3);
        if (at < 0) {
            return false;
        }
        ByteBuffer out = buffer;
        for (int i = 1; i < n; i++) {
            out.putLong(at + (i << 3), words[i]);
        }
        out.putLong(at, words[0]);
        position = at + (n << 3);
        return true;
    }

    /** Where so many bytes may be written, with room for a NEXT behind them; -1: nowhere. */
    private int room(int bytes) {
        int at = position;
        return at + bytes + 8 <= size ? at : more();
    }

    private int more() {
        try {
            if (!off) {
                return grown() ? position : -1;
            }
            if ((lost++ & 255) == 0) {
                Store.STORE.lost(lost == 1 ? 1 : 256);
            }
        } catch (Throwable failed) { // no stack left, or there is no store
            return -1;
        }
        return -1;
    }

    /**
     * Makes room, which takes thousands of times what a probe does: what it takes of the processor is counted
     * as time of probes, and what it waits for the disk shows as time without a processor.
     */
    private boolean grown() throws Exception {
        long cpu = Clock.virtual() ? -1 : Clock.cpu(); // looking at its own clock would make it yield
        long begin = Clock.now();
        boolean room = Store.STORE.grow(this);
        long lasted = Clock.now() - begin;
        long spent = cpu < 0 ? -1 : Clock.cpu() - cpu;
        spent(spent < 0 ? lasted : Math.min(spent, lasted), Calibration.unit());
        return room;
    }

    // ---- where it ends, and what lies behind its last records -----------------------

    @Override
    final boolean off() {
        return off;
    }

    /** Nothing is recorded from now on; lost records are counted. */
    final Trace close() {
        off = true;
        size = 0;
        return this;
    }

    @Override
    final int newSlot(int id) {
        if (off || buffer == null) {
            return -1;
        }
        try {
            if (used == slots.length) {
                places = Arrays.copyOf(places, 2 * used + 4);
                slots = Arrays.copyOf(slots, 2 * used + 4);
            }
            if (!two(head(REST, id), 0)) {
                return off ? -1 : 0;
            }
            slots[used] = buffer;
            places[used] = position - 8;
            return ++used;
        } catch (Throwable failed) { // no memory or no stack left
            return -1;
        }
    }

    @Override
    final void show(int slot, int pending) {
        slots[slot - 1].putInt(places[slot - 1], pending);
    }

    @Override
    final void calibrate() {
        if (number > 0) {
            Calibration.again(this);
        }
    }
}
