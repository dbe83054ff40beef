/*
 * Copyright 2026 The Beagle authors
 * SPDX-License-Identifier: Apache-2.0
 */
package beagle_attached;

import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;

/**
 * Puts probes into methods of a class file, at their beginning, before each return, and where an exception leaves them.
 * Variables and the sizes of instructions stay as they are. What is inserted has a multiple of four bytes, by which switches
 * are aligned, so that places in the code only move. See The Java Virtual Machine Specification, chapters 4 and 6.
 */
final class Weaver {
    /** Which methods get probes. */
    interface Choice {
        /**
         * The number of a method, or -1: it gets none.
         *
         * @param names of the parameters
         * @param constant whether its code has neither loops nor calls
         */
        int id(String name, String descriptor, String[] names, boolean constant);
    }

    private static final int STATIC = 0x0008;
    private static final int BRIDGE = 0x0040;
    private static final int SYNTHETIC = 0x1000;

    /** Bytes of code up to which the JVM compiles a method (HugeMethodLimit). */
    private static final int COMPILED = 8000;

    // How long instructions are, by their numbers; 0: it depends.
    private static final byte[] LENGTHS = new byte[202];

    static {
        String runs = "16x1 1x2 1x3 1x2 2x3 5x2 28x1 5x2 73x1 1x3 20x1 16x3 1x2 2x0 6x1 7x3 2x5 1x3 1x2 1x3 2x1 2x3 2x1 1x0 1x4 2x3 2x5";
        int at = 0;
        for (String run : runs.split(" ")) {
            String[] both = run.split("x");
            for (int n = Integer.parseInt(both[0]); n > 0; n--) {
                LENGTHS[at++] = Byte.parseByte(both[1]);
            }
        }
    }

    private static final int TABLE_SWITCH = 170;
    private static final int LOOKUP_SWITCH = 171;
    private static final int RETURNS = 172; // the first of six
    private static final int INVOKES = 182; // the first of five
    private static final int WIDE = 196;
    private static final int IINC = 132;

    private final ByteBuffer in;
    private final String[] texts;
    private final int poolEnd;
    private final ByteArrayOutputStream added = new ByteArrayOutputStream(); // to the pool
    private int constants;
    private boolean changed;

    // Constants that were added; 0: not yet.
    private final String probe;
    private int probeClass;
    private int throwable;
    private int frames;

    private Weaver(byte[] file, String probe) {
        this.probe = probe;
        in = ByteBuffer.wrap(file);
        in.position(8);
        constants = u2();
        texts = new String[constants];
        for (int i = 1; i < constants; i++) {
            switch (in.get()) {
                case 1:
                    byte[] text = new byte[u2()];
                    in.get(text);
                    texts[i] = new String(text, StandardCharsets.UTF_8);
                    break;
                case 7: case 8: case 16: case 19: case 20:
                    skip(2);
                    break;
                case 15:
                    skip(3);
                    break;
                case 5: case 6:
                    skip(8);
                    i++;
                    break;
                default:
                    skip(4);
            }
        }
        poolEnd = in.position();
    }

    /** The class file with probes, which call a class of this name; null: no method is chosen. */
    static byte[] weave(byte[] file, String probe, Choice choice) throws IOException {
        Weaver w = new Weaver(file, probe);
        ByteArrayOutputStream rest = new ByteArrayOutputStream();
        w.members(new DataOutputStream(rest), choice);
        if (!w.changed) {
            return null;
        }
        ByteArrayOutputStream all = new ByteArrayOutputStream();
        DataOutputStream out = new DataOutputStream(all);
        out.write(file, 0, 8);
        if (w.constants > 0xffff) {
            throw new IOException("the class has too many constants");
        }
        out.writeShort(w.constants);
        out.write(file, 10, w.poolEnd - 10);
        w.added.writeTo(out);
        rest.writeTo(out);
        return all.toByteArray();
    }

    private void members(DataOutputStream out, Choice choice) throws IOException {
        int from = in.position();
        skip(6);
        skip(2 * u2()); // interfaces
        for (int fields = u2(); fields > 0; fields--) {
            skip(6);
            for (int n = u2(); n > 0; n--) {
                skip(2);
                skip(in.getInt());
            }
        }
        int methods = u2();
        copy(out, from);
        for (; methods > 0; methods--) {
            from = in.position();
            int access = u2();
            String name = texts[u2()];
            String descriptor = texts[u2()];
            int attributes = u2();
            copy(out, from);
            for (; attributes > 0; attributes--) {
                from = in.position();
                String attribute = texts[u2()];
                int end = in.getInt() + in.position();
                byte[] code = "Code".equals(attribute) && name.charAt(0) != '<' && (access & (SYNTHETIC | BRIDGE)) == 0 ? code(access, name, descriptor, choice) : null;
                in.position(code == null ? end : from + 2);
                if (code != null) {
                    copy(out, from);
                    out.writeInt(code.length);
                    out.write(code);
                    in.position(end);
                    changed = true;
                } else {
                    copy(out, from);
                }
            }
        }
        from = in.position();
        in.position(in.limit());
        copy(out, from);
    }

    /** The body of a Code attribute with probes; null: the method gets none. */
    private byte[] code(int access, String name, String descriptor, Choice choice) throws IOException {
        int stack = u2();
        int locals = u2();
        int length = in.getInt();
        int at = in.position();
        byte[] code = new byte[length];
        in.get(code);
        int[] moved = new int[length + 1]; // by the returns before each place
        boolean constant = scan(code, moved);
        int handlers = in.position();
        skip(8 * u2());
        String[] names = names(access, descriptor);
        int id = choice.id(name, descriptor, names, constant);
        if (id < 0) {
            return null;
        }
        byte[] prefix = prefix(access, descriptor, id);
        int exit = method("exit", "(I)V");
        for (int i = 0; i <= length; i++) {
            moved[i] += i + prefix.length;
        }
        int last = moved[length];
        if (last + 7 > 0xffff || length <= COMPILED && last + 7 > COMPILED) {
            throw new IOException(name + " is too long: with probes the JVM would not compile it");
        }
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        DataOutputStream out = new DataOutputStream(bytes);
        out.writeShort(Math.max(stack + 1, 4));
        out.writeShort(locals);
        out.writeInt(last + 7);
        out.write(prefix);
        for (int pc = 0; pc < length; ) {
            int op = code[pc] & 0xff;
            int next = pc + size(code, pc);
            if (op >= RETURNS && op < RETURNS + 6) {
                call(out, id, exit);
                out.writeShort(0); // two nops
            }
            instruction(out, code, pc, next, moved);
            pc = next;
        }
        call(out, id, method("thrown", "(I)V"));
        out.write(191); // athrow
        in.position(handlers);
        int n = u2();
        out.writeShort(n + 1);
        for (int i = 0; i < n; i++) {
            out.writeShort(moved[u2()]);
            out.writeShort(moved[u2()]);
            out.writeShort(moved[u2()]);
            out.writeShort(u2());
        }
        out.writeShort(prefix.length);
        out.writeShort(last);
        out.writeShort(last);
        out.writeShort(0); // any exception
        attributes(out, moved, prefix.length, last);
        return bytes.toByteArray();
    }

    /** Counts the bytes that are inserted before each place; whether there are neither loops nor calls. */
    private static boolean scan(byte[] code, int[] moved) {
        boolean constant = true;
        int returns = 0;
        for (int pc = 0; pc < code.length; ) {
            int op = code[pc] & 0xff;
            int next = pc + size(code, pc);
            for (int i = pc; i < next; i++) {
                moved[i] = 8 * returns;
            }
            if (op >= RETURNS && op < RETURNS + 6) {
                returns++;
            }
            boolean back = (op >= 153 && op <= 168 || op == 198 || op == 199) && s2(code, pc + 1) < 0 || op >= 200;
            constant = constant && !back && (op < INVOKES || op > INVOKES + 4);
            pc = next;
        }
        moved[code.length] = 8 * returns;
        return constant;
    }

    private static int size(byte[] code, int pc) {
        int op = code[pc] & 0xff;
        int table = pc + 4 - pc % 4;
        switch (op) {
            case TABLE_SWITCH:
                return table + 12 + 4 * (s4(code, table + 8) - s4(code, table + 4) + 1) - pc;
            case LOOKUP_SWITCH:
                return table + 8 + 8 * s4(code, table + 4) - pc;
            case WIDE:
                return (code[pc + 1] & 0xff) == IINC ? 6 : 4;
            default:
                return LENGTHS[op];
        }
    }

    /** An instruction whose jumps go where their targets are now. */
    private static void instruction(DataOutputStream out, byte[] code, int pc, int next, int[] moved) throws IOException {
        int op = code[pc] & 0xff;
        if (op >= 153 && op <= 168 || op == 198 || op == 199) {
            int offset = moved[pc + s2(code, pc + 1)] - moved[pc];
            if (offset != (short) offset) {
                throw new IOException("a jump is too long");
            }
            out.write(op);
            out.writeShort(offset);
        } else if (op == 200 || op == 201) {
            out.write(op);
            out.writeInt(moved[pc + s4(code, pc + 1)] - moved[pc]);
        } else if (op == TABLE_SWITCH || op == LOOKUP_SWITCH) {
            int table = pc + 4 - pc % 4;
            out.write(code, pc, table - pc);
            out.writeInt(moved[pc + s4(code, table)] - moved[pc]);
            int bounds = op == TABLE_SWITCH ? 8 : 4;
            out.write(code, table + 4, bounds);
            for (int i = table + 4 + bounds; i < next; i += 4) {
                if (op == LOOKUP_SWITCH) {
                    out.write(code, i, 4); // the case's value
                    i += 4;
                }
                out.writeInt(moved[pc + s4(code, i)] - moved[pc]);
            }
        } else {
            out.write(code, pc, next - pc);
        }
    }

    /** What is called first: the call is counted, and where it is measured, its inputs are told. */
    private byte[] prefix(int access, String descriptor, int id) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        DataOutputStream out = new DataOutputStream(bytes);
        int local = (access & STATIC) != 0 ? 0 : 1;
        int position = 0;
        for (String type : types(descriptor)) {
            char kind = type.charAt(0);
            int load = kind == 'J' ? 22 : kind == 'F' ? 23 : kind == 'D' ? 24 : kind == 'L' || kind == '[' ? 25 : 21;
            String as = kind == 'L' || kind == '[' ? "Ljava/lang/Object;" : kind == 'Z' ? "Z" : kind == 'F' || kind == 'D' ? "D" : "J";
            if (kind == 'L' || kind == '[' || kind == 'Z') {
                out.write(17); // sipush
                out.writeShort(position);
                load(out, load, local);
            } else {
                out.write(17);
                out.writeShort(position);
                load(out, load, local);
                if (kind != 'J' && kind != 'D') {
                    out.write(kind == 'F' ? 141 : 133); // f2d, i2l
                }
            }
            out.write(184); // invokestatic
            out.writeShort(method("input", "(I" + as + ")V"));
            local += kind == 'J' || kind == 'D' ? 2 : 1;
            position++;
        }
        out.write(184);
        out.writeShort(method("begin", "()V"));
        while ((9 + bytes.size()) % 4 != 0) {
            out.write(0); // nop
        }
        ByteArrayOutputStream whole = new ByteArrayOutputStream();
        out = new DataOutputStream(whole);
        call(out, id, method("enter", "(I)Z"));
        out.write(153); // ifeq
        out.writeShort(3 + bytes.size());
        bytes.writeTo(out);
        return whole.toByteArray();
    }

    private static void load(DataOutputStream out, int op, int local) throws IOException {
        if (local > 0xff) {
            out.write(WIDE);
            out.write(op);
            out.writeShort(local);
        } else {
            out.write(op);
            out.write(local);
        }
    }

    private static void call(DataOutputStream out, int id, int method) throws IOException {
        out.write(17); // sipush
        out.writeShort(id);
        out.write(184); // invokestatic
        out.writeShort(method);
    }

    // ---- attributes of the code -------------------------------------------

    private void attributes(DataOutputStream out, int[] moved, int start, int handler) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        DataOutputStream kept = new DataOutputStream(bytes);
        int count = 0;
        boolean framed = false;
        for (int n = u2(); n > 0; n--) {
            int from = in.position();
            String name = texts[u2()];
            int end = in.getInt() + in.position();
            if ("StackMapTable".equals(name)) {
                framed = true;
                frames = u2At(from);
                frames(kept, moved, start, handler);
                count++;
            } else if ("LineNumberTable".equals(name) || "LocalVariableTable".equals(name) || "LocalVariableTypeTable".equals(name)) {
                boolean lines = "LineNumberTable".equals(name);
                int entries = u2();
                copy(kept, from);
                for (; entries > 0; entries--) {
                    int pc = u2();
                    kept.writeShort(moved[pc]);
                    if (!lines) {
                        kept.writeShort(moved[pc + u2()] - moved[pc]);
                    }
                    from = in.position();
                    skip(lines ? 2 : 6);
                    copy(kept, from);
                }
                count++;
            } // others only annotate types
            in.position(end);
        }
        if (!framed) {
            frames(kept, null, start, handler);
            count++;
        }
        out.writeShort(count);
        bytes.writeTo(out);
    }

    /** The types at the targets of jumps: those that were there, of the jump over the inputs, and of the handler. */
    private void frames(DataOutputStream kept, int[] moved, int start, int handler) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        DataOutputStream out = new DataOutputStream(bytes);
        int n = moved == null ? 0 : u2();
        int count = n + 1;
        int old = -1;
        int before = -1;
        for (int i = 0; i <= n; i++) {
            int kind = i == n ? -1 : in.get() & 0xff;
            if (kind >= 0) {
                old += 1 + (kind < 64 ? kind : kind < 128 ? kind - 64 : u2());
            }
            if (i == 0 && (kind < 0 || old > 0)) {
                out.write(251); // as at the beginning of the method
                out.writeShort(start);
                before = start;
                count++;
            }
            if (kind < 0) {
                break;
            }
            out.write(kind < 64 ? 251 : kind < 128 ? 247 : kind);
            out.writeShort(moved[old] - before - 1);
            before = moved[old];
            if (kind >= 64 && kind < 128 || kind == 247) {
                types(out, 1, moved);
            } else if (kind == 255) {
                for (int part = 0; part < 2; part++) {
                    int types = u2();
                    out.writeShort(types);
                    types(out, types, moved);
                }
            } else if (kind > 251) {
                types(out, kind - 251, moved);
            }
        }
        out.write(255); // nothing but the exception
        out.writeShort(handler - before - 1);
        out.writeShort(0);
        out.writeShort(1);
        out.write(7);
        if (throwable == 0) {
            throwable = constant(7, utf8("java/lang/Throwable"), -1);
        }
        out.writeShort(throwable);
        if (frames == 0) {
            frames = utf8("StackMapTable");
        }
        kept.writeShort(frames);
        kept.writeInt(2 + bytes.size());
        kept.writeShort(count);
        bytes.writeTo(kept);
    }

    private void types(DataOutputStream out, int n, int[] moved) throws IOException {
        for (; n > 0; n--) {
            int tag = in.get();
            out.write(tag);
            if (tag == 7) {
                out.writeShort(u2());
            } else if (tag == 8) {
                out.writeShort(moved[u2()]);
            }
        }
    }

    /** Names of the parameters, by the table of local variables; arg0 and so on where there is none. */
    private String[] names(int access, String descriptor) {
        String[] types = types(descriptor);
        String[] names = new String[types.length];
        int position = in.position();
        for (int n = u2(); n > 0; n--) {
            String attribute = texts[u2()];
            int end = in.getInt() + in.position();
            for (int entries = "LocalVariableTable".equals(attribute) ? u2() : 0; entries > 0; entries--) {
                int pc = u2();
                skip(2);
                String name = texts[u2()];
                skip(2);
                int slot = u2();
                int local = (access & STATIC) != 0 ? 0 : 1;
                for (int i = 0; i < types.length; i++) {
                    if (local == slot && pc == 0) {
                        names[i] = name;
                    }
                    local += types[i].equals("J") || types[i].equals("D") ? 2 : 1;
                }
            }
            in.position(end);
        }
        in.position(position);
        for (int i = 0; i < names.length; i++) {
            names[i] = names[i] == null ? "arg" + i : names[i];
        }
        return names;
    }

    /** Types of the parameters in a descriptor. */
    static String[] types(String descriptor) {
        java.util.List<String> all = new java.util.ArrayList<String>();
        int end = descriptor.indexOf(')');
        for (int at = 1; at < end; ) {
            int from = at;
            while (descriptor.charAt(at) == '[') {
                at++;
            }
            at = descriptor.charAt(at) == 'L' ? descriptor.indexOf(';', at) + 1 : at + 1;
            all.add(descriptor.substring(from, at));
        }
        return all.toArray(new String[0]);
    }

    // ---- constants --------------------------------------------------------

    private final java.util.Map<String, Integer> called = new java.util.HashMap<String, Integer>();

    /** The constant of a method of the probe. */
    private int method(String name, String descriptor) throws IOException {
        Integer known = called.get(name + descriptor);
        if (known == null) {
            if (probeClass == 0) {
                probeClass = constant(7, utf8(probe), -1);
            }
            known = constant(10, probeClass, constant(12, utf8(name), utf8(descriptor)));
            called.put(name + descriptor, known);
        }
        return known;
    }

    private int utf8(String text) throws IOException {
        DataOutputStream out = new DataOutputStream(added);
        out.write(1);
        out.writeUTF(text);
        return constants++;
    }

    private int constant(int tag, int first, int second) throws IOException {
        DataOutputStream out = new DataOutputStream(added);
        out.write(tag);
        out.writeShort(first);
        if (second >= 0) {
            out.writeShort(second);
        }
        return constants++;
    }

    // ---- bytes ------------------------------------------------------------

    private int u2() {
        return in.getShort() & 0xffff;
    }

    private int u2At(int at) {
        return in.getShort(at) & 0xffff;
    }

    private void skip(int n) {
        in.position(in.position() + n);
    }

    /** Copies what was read from a position on. */
    private void copy(DataOutputStream out, int from) throws IOException {
        out.write(in.array(), from, in.position() - from);
    }

    private static int s2(byte[] code, int at) {
        return code[at] << 8 | code[at + 1] & 0xff;
    }

    private static int s4(byte[] code, int at) {
        return s2(code, at) << 16 | s2(code, at + 2) & 0xffff;
    }
}
