/*
 * Copyright 2026 The Beagle authors
 * SPDX-License-Identifier: Apache-2.0
 */
package beagle_drive;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.File;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.io.Reader;
import java.io.StringReader;
import java.io.StringWriter;
import java.io.Writer;
import java.lang.reflect.Type;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Collection;
import java.util.Collections;
import java.util.Deque;
import java.util.Enumeration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.LinkedList;
import java.util.List;
import java.util.ListIterator;
import java.util.Locale;
import java.util.Map;
import java.util.NavigableMap;
import java.util.NavigableSet;
import java.util.Optional;
import java.util.PriorityQueue;
import java.util.Properties;
import java.util.Queue;
import java.util.Random;
import java.util.Scanner;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.Spliterator;
import java.util.TimeZone;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.regex.Pattern;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import java.util.stream.Stream;

/** Makes values of the JDK's types: collections, streams, files, dates and the like. */
final class Known {
    private Known() { }

    /** A value of the class; null: it is none of the JDK's that are known here. */
    static Object make(Make make, Inputs in, String name, Class<?> c, Type[] of, Order o) throws Throwable {
        if (c == Properties.class) {
            return make.filled(name, new Properties(), new Type[] {String.class, String.class}, o);
        }
        Object empty = empty(c);
        if (empty != null) {
            return make.filled(name, empty, of, o);
        }
        if (c == Iterator.class || c == ListIterator.class || c == Enumeration.class || c == Spliterator.class || c == Stream.class) {
            List<?> all = (List<?>) make.filled(name, new ArrayList<Object>(), of, o);
            in.once = true;
            return c == Stream.class ? all.stream() : c == Spliterator.class ? all.spliterator()
                : c == Enumeration.class ? Collections.enumeration(all) : all.listIterator();
        }
        if (c == IntStream.class || c == LongStream.class || c == DoubleStream.class) {
            IntStream all = in.random.ints(make.elements(name), 0, 1000000);
            in.once = true;
            return c == IntStream.class ? all : c == LongStream.class ? all.asLongStream() : all.asDoubleStream();
        }
        if (c == Optional.class) {
            return Optional.of(make.element(name, of.length > 0 ? of[0] : Integer.class, o));
        }
        if (c == java.time.temporal.TemporalUnit.class || c == java.time.temporal.TemporalField.class) {
            return make.constant(name, c == java.time.temporal.TemporalUnit.class ? java.time.temporal.ChronoUnit.class : java.time.temporal.ChronoField.class);
        }
        Object stream = stream(make, in, name, c);
        Object moment = stream != null ? stream : Moments.make(in, name, c);
        return moment != null ? moment : other(make, in, name, c);
    }

    static Object empty(Class<?> c) {
        if (c == List.class || c == Collection.class || c == Iterable.class || c == ArrayList.class || c == java.util.AbstractList.class || c == java.util.AbstractCollection.class) {
            return new ArrayList<Object>();
        } else if (c == Set.class || c == HashSet.class || c == java.util.AbstractSet.class) {
            return new HashSet<Object>();
        } else if (c == LinkedHashSet.class) {
            return new LinkedHashSet<Object>();
        } else if (c == SortedSet.class || c == NavigableSet.class || c == TreeSet.class) {
            return new TreeSet<Object>();
        } else if (c == Queue.class || c == Deque.class || c == ArrayDeque.class) {
            return new ArrayDeque<Object>();
        } else if (c == LinkedList.class) {
            return new LinkedList<Object>();
        } else if (c == PriorityQueue.class) {
            return new PriorityQueue<Object>();
        } else if (c == java.util.Vector.class) {
            return new java.util.Vector<Object>();
        } else if (c == Map.class || c == HashMap.class || c == java.util.AbstractMap.class) {
            return new HashMap<Object, Object>();
        } else if (c == LinkedHashMap.class) {
            return new LinkedHashMap<Object, Object>();
        } else if (c == SortedMap.class || c == NavigableMap.class || c == TreeMap.class) {
            return new TreeMap<Object, Object>();
        } else if (c == ConcurrentMap.class || c == ConcurrentHashMap.class) {
            return new ConcurrentHashMap<Object, Object>();
        } else if (c == java.util.Hashtable.class || c == java.util.Dictionary.class) {
            return new java.util.Hashtable<Object, Object>();
        }
        return null;
    }

    /** An empty collection or map of the JDK's, of the class that a filled one has or of its kind; null: of no other class can the type be, or the filled one has its own order. */
    static Object emptyLike(Object had, Class<?> type) throws Exception {
        boolean own = had instanceof Collection ? ((Collection<?>) had).isEmpty() : ((Map<?, ?>) had).isEmpty();
        own |= had instanceof SortedSet && ((SortedSet<?>) had).comparator() != null || had instanceof SortedMap && ((SortedMap<?, ?>) had).comparator() != null;
        if (own || had.getClass().getClassLoader() != null) {
            return null;
        }
        Object made;
        try {
            made = had.getClass().getConstructor().newInstance();
        } catch (NoSuchMethodException | IllegalAccessException immutable) {
            made = empty(had instanceof List ? List.class : had instanceof SortedSet ? SortedSet.class : had instanceof Set ? LinkedHashSet.class
                : had instanceof SortedMap ? SortedMap.class : had instanceof Map ? LinkedHashMap.class : Object.class);
        }
        return type.isInstance(made) ? made : null;
    }

    private static Object stream(Make make, Inputs in, String name, Class<?> c) throws Throwable {
        boolean reads = c == InputStream.class || c == ByteArrayInputStream.class || c == Reader.class || c == StringReader.class
            || c == java.io.BufferedReader.class || c == Scanner.class || c == Readable.class || c == java.io.BufferedInputStream.class;
        boolean buffers = c == ByteBuffer.class || c == CharBuffer.class;
        boolean files = c == File.class || c == Path.class;
        if (reads || buffers) {
            in.once = true;
            boolean bytewise = c == InputStream.class || c == ByteArrayInputStream.class || c == ByteBuffer.class || c == java.io.BufferedInputStream.class;
            String text = make.text(name, bytewise ? 1 : 2);
            byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
            return c == ByteBuffer.class ? ByteBuffer.wrap(bytes) : c == CharBuffer.class ? CharBuffer.wrap(text)
                : c == Scanner.class ? new Scanner(text) : c == java.io.BufferedReader.class ? new java.io.BufferedReader(new StringReader(text))
                : c == java.io.BufferedInputStream.class ? new java.io.BufferedInputStream(new ByteArrayInputStream(bytes))
                : c == InputStream.class || c == ByteArrayInputStream.class ? new ByteArrayInputStream(bytes) : new StringReader(text);
        }
        if (c == java.io.DataInput.class || c == java.io.DataInputStream.class || c == java.nio.channels.ReadableByteChannel.class) {
            byte[] bytes = new byte[in.bytes(name, 1)];
            in.saw(name + ".BYTESIZE", bytes.length);
            in.random.nextBytes(bytes);
            in.once = true;
            java.io.DataInputStream all = new java.io.DataInputStream(new ByteArrayInputStream(bytes));
            return c == java.nio.channels.ReadableByteChannel.class ? java.nio.channels.Channels.newChannel(all) : (Object) all;
        }
        if (files) {
            String text = make.text(name, 1);
            Path file = Files.createTempFile("input", ".txt");
            Files.write(file, text.getBytes(StandardCharsets.UTF_8));
            file.toFile().deleteOnExit();
            return c == File.class ? (Object) file.toFile() : file;
        }
        if (c == OutputStream.class || c == ByteArrayOutputStream.class) {
            return in.changes(new ByteArrayOutputStream());
        } else if (c == java.io.DataOutput.class || c == java.io.DataOutputStream.class) {
            return in.changes(new java.io.DataOutputStream(new ByteArrayOutputStream()));
        } else if (c == java.io.ObjectOutput.class || c == java.io.ObjectOutputStream.class) {
            in.once = true;
            return new java.io.ObjectOutputStream(new ByteArrayOutputStream());
        } else if (c == java.nio.channels.WritableByteChannel.class) {
            in.once = true;
            return java.nio.channels.Channels.newChannel(new ByteArrayOutputStream());
        } else if (c == java.nio.file.attribute.BasicFileAttributes.class) {
            return Files.readAttributes(Files.createTempFile("input", ".txt"), java.nio.file.attribute.BasicFileAttributes.class);
        } else if (c == Writer.class || c == StringWriter.class) {
            return in.changes(new StringWriter());
        } else if (c == PrintStream.class) {
            in.once = true;
            return new PrintStream(new ByteArrayOutputStream());
        } else if (c == PrintWriter.class) {
            in.once = true;
            return new PrintWriter(new StringWriter());
        }
        return null;
    }

    private static Object other(Make make, Inputs in, String name, Class<?> c) throws Exception {
        if (c == TimeZone.class) {
            return TimeZone.getTimeZone("UTC");
        } else if (c == Locale.class) {
            return Locale.ROOT;
        } else if (c == Charset.class) {
            return StandardCharsets.UTF_8;
        } else if (c == UUID.class) {
            return new UUID(in.random.nextLong(), in.random.nextLong());
        } else if (c == Pattern.class) {
            return Pattern.compile("[a-m]+");
        } else if (c == Random.class) {
            return new Random(in.random.nextLong());
        } else if (c == Class.class) { // some are there for values only, or for what arrays hold
            Class<?>[] all = {Bean.class, Integer.class, int.class, double.class, long.class, float.class};
            return all[in.way(name + ":class", 0, "Bean", "Integer", "int", "double", "long", "float")];
        } else if (c == java.lang.reflect.Field.class || c == java.lang.reflect.Member.class || c == java.lang.reflect.AnnotatedElement.class) {
            return Bean.class.getField("tag");
        } else if (c == java.lang.reflect.Method.class || c == java.lang.reflect.Executable.class) {
            return Bean.class.getMethod("getName");
        } else if (c == java.lang.reflect.Constructor.class) {
            return Bean.class.getConstructor();
        } else if (c == java.lang.reflect.Type.class) {
            return Bean.class;
        } else if (c == java.util.concurrent.Executor.class) {
            return (java.util.concurrent.Executor) task -> task.run();
        } else if (c == java.util.Currency.class) {
            return java.util.Currency.getInstance("EUR");
        } else if (c == java.security.MessageDigest.class) {
            return java.security.MessageDigest.getInstance("SHA-256");
        } else if (c == java.text.DateFormat.class) {
            return new java.text.SimpleDateFormat("yyyy-MM-dd", Locale.ROOT);
        } else if (c == java.text.NumberFormat.class) {
            return java.text.NumberFormat.getInstance(Locale.ROOT);
        } else if (c == java.util.regex.Matcher.class) {
            in.once = true;
            return Pattern.compile("[a-m]+").matcher("abcxyz");
        } else if (c == java.util.concurrent.atomic.AtomicReference.class) {
            return in.changes(new java.util.concurrent.atomic.AtomicReference<Object>("a"));
        } else if (Throwable.class.isAssignableFrom(c) && c.isAssignableFrom(IllegalStateException.class)) {
            return new IllegalStateException("a");
        } else if (c == BitSet.class) {
            int n = make.elements(name);
            BitSet bits = new BitSet(n);
            for (int i = 0; i < n; i++) {
                bits.set(i, in.random.nextBoolean());
            }
            return in.changes(bits);
        } else if (c == AtomicInteger.class) {
            return new AtomicInteger();
        } else if (c == AtomicLong.class) {
            return new AtomicLong();
        } else if (c == java.net.URI.class) {
            return java.net.URI.create("http://example.org/a/b");
        } else if (c == java.net.URL.class) {
            return java.net.URI.create("http://example.org/a/b").toURL();
        } else if (c == Thread.class || c == ClassLoader.class) {
            return c == Thread.class ? (Object) new Thread() : Known.class.getClassLoader();
        }
        return null;
    }
}
