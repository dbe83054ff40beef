/*
 * Copyright 2026 The Beagle authors
 * SPDX-License-Identifier: Apache-2.0
 */
package beagle_rt;

import java.io.ByteArrayInputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.Locale;

/**
 * Finds methods that do nothing but return a field, in class files: what they would
 * return can then be read without calling anything. See The Java Virtual Machine
 * Specification, chapter 4.
 */
@SuppressWarnings("all") // of checkers that a build adds to the compiler
final class Getters {
    private static final int MAX_CLASS = 1 << 20;

    private final DataInputStream in;
    private Object[] texts; // of the constant pool
    private int[] refs; // what constants point to

    private Getters(InputStream bytes) {
        in = new DataInputStream(bytes);
    }

    /**
     * The field that name, getName or isName of the class returns; null: it has no such
     * method; empty: it does more than that.
     */
    static String field(Class<?> type, String name) {
        try {
            String simple = type.getName().substring(type.getName().lastIndexOf('.') + 1) + ".class";
            InputStream file = type.getResourceAsStream(simple);
            if (file == null) {
                return null;
            }
            try {
                byte[] all = new byte[MAX_CLASS];
                int length = 0;
                for (int n; length < MAX_CLASS && (n = file.read(all, length, MAX_CLASS - length)) > 0; ) {
                    length += n;
                }
                return length == MAX_CLASS ? null : new Getters(new ByteArrayInputStream(all, 0, length)).find(name.toLowerCase(Locale.ROOT));
            } finally {
                file.close();
            }
        } catch (Throwable unreadable) {
            return null;
        }
    }

    private String find(String name) throws IOException {
        skip(8);
        constants();
        skip(6);
        skip(2 * in.readUnsignedShort()); // interfaces
        for (int fields = in.readUnsignedShort(); fields > 0; fields--) {
            skip(6);
            attributes();
        }
        String found = null;
        for (int methods = in.readUnsignedShort(); methods > 0; methods--) {
            int access = in.readUnsignedShort();
            String method = String.valueOf(texts[in.readUnsignedShort()]).toLowerCase(Locale.ROOT);
            boolean plain = String.valueOf(texts[in.readUnsignedShort()]).startsWith("()") && (access & 8) == 0; // not static
            int field = attributes();
            if (plain && (method.equals(name) || method.equals("get" + name) || method.equals("is" + name))) {
                found = field == 0 ? "" : (String) texts[refs[refs[field] & 0xffff] >>> 16]; // field, its name and type, its name
            }
        }
        return found;
    }

    private void constants() throws IOException {
        int n = in.readUnsignedShort();
        texts = new Object[n];
        refs = new int[n];
        for (int i = 1; i < n; i++) {
            switch (in.readUnsignedByte()) {
                case 1:
                    texts[i] = in.readUTF();
                    break;
                case 3: case 4: case 9: case 10: case 11: case 12: case 17: case 18:
                    refs[i] = in.readInt();
                    break;
                case 5: case 6:
                    skip(8);
                    i++;
                    break;
                case 15:
                    skip(3);
                    break;
                default:
                    skip(2);
            }
        }
    }

    /** Reads attributes; the field that the code returns at once, or 0. */
    private int attributes() throws IOException {
        int field = 0;
        for (int n = in.readUnsignedShort(); n > 0; n--) {
            boolean code = "Code".equals(texts[in.readUnsignedShort()]);
            int length = in.readInt();
            if (!code) {
                skip(length);
                continue;
            }
            skip(4);
            int bytes = in.readInt();
            if (bytes != 5) {
                skip(length - 8);
                continue;
            }
            boolean loads = in.readUnsignedByte() == 0x2a; // aload_0
            boolean gets = in.readUnsignedByte() == 0xb4; // getfield
            int of = in.readUnsignedShort();
            int returns = in.readUnsignedByte(); // ireturn to areturn
            field = loads && gets && returns >= 0xac && returns <= 0xb0 ? of : 0;
            skip(length - 13);
        }
        return field;
    }

    private void skip(int n) throws IOException {
        for (int left = n; left > 0; ) {
            int skipped = in.skipBytes(left);
            if (skipped <= 0) {
                throw new IOException("the class file ends");
            }
            left -= skipped;
        }
    }
}
