/*
 * Copyright 2026 The Beagle authors
 * SPDX-License-Identifier: Apache-2.0
 */
package beagle_drive;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;

/** Texts of the forms that parsers take, of about a given length. */
final class Texts {
    /** The forms, the most usual one first. */
    static final String[] FORMS = {
        "words", "lines", "digits", "letters", "decimal", "hex", "base64", "csv", "json", "xml", "html", "url", "date", "time",
        "timestamp", "pairs", "path", "email", "name", "class", "regex", "charset", "list", "sum", "version", "uuid", "address", "bits", "constant",
    };

    /** Words of names that speak of a form. */
    private static final String[][] HINTS = {
        {"json", "json"}, {"csv", "csv"}, {"xml", "xml"}, {"html", "html"}, {"url", "url"}, {"uri", "url"}, {"timestamp", "timestamp"},
        {"datetime", "timestamp"}, {"instant", "timestamp"}, {"date", "date"}, {"time", "time"}, {"base64", "base64"}, {"hex", "hex"},
        {"uuid", "uuid"}, {"email", "email"}, {"mail", "email"}, {"path", "path"}, {"file", "path"}, {"regex", "regex"}, {"pattern", "regex"},
        {"charset", "charset"}, {"encoding", "charset"}, {"classname", "class"}, {"version", "version"}, {"properties", "pairs"},
        {"config", "pairs"}, {"numberformat", "digits"}, {"tointeger", "digits"}, {"toint", "digits"}, {"tolong", "digits"}, {"parseint", "digits"}, {"parselong", "digits"},
        {"number", "decimal"}, {"double", "decimal"}, {"decimal", "decimal"}, {"binary", "bits"}, {"expression", "sum"}, {"formula", "sum"}, {"ip", "address"},
    };

    private static final Map<String, String[]> ORDERS = new HashMap<String, String[]>();

    private Texts() { }

    /** The forms in the order in which they are tried where names say this. */
    static String[] order(String said) {
        String[] known = ORDERS.get(said);
        if (known == null) {
            known = ordered(said);
            ORDERS.put(said, known);
        }
        return known;
    }

    private static String[] ordered(String said) {
        List<String> all = hinted(said);
        for (String form : FORMS) {
            if (!all.contains(form)) {
                all.add(form);
            }
        }
        return all.toArray(new String[0]);
    }

    /** The forms that words speak of, as names do or what a refusal says; empty: none. */
    static List<String> hinted(String said) {
        String words = said.toLowerCase(Locale.ROOT);
        List<String> all = new ArrayList<String>();
        for (String[] hint : HINTS) {
            int at = words.indexOf(hint[0]);
            if (at >= 0 && (hint[0].length() > 2 || words.equals(hint[0])) && !all.contains(hint[1])) {
                all.add(hint[1]);
            }
        }
        return all;
    }

    /** A text that is cut, or repeated, to about a length: between lines where it has some, else between words. */
    static String scaled(String text, int length) {
        char end = text.indexOf('\n') >= 0 ? '\n' : ' ';
        boolean parts = text.indexOf(end) >= 0;
        StringBuilder b = new StringBuilder(text);
        while (b.length() < length && !text.isEmpty()) {
            if (parts && b.charAt(b.length() - 1) != end) {
                b.append(end);
            }
            b.append(text);
        }
        int at = parts && b.length() > length ? b.lastIndexOf(String.valueOf(end), length - 1) + 1 : length;
        return cut(b, at > 0 ? at : length);
    }

    static String of(String form, int length, Random r) {
        StringBuilder b = new StringBuilder(length + 64);
        int n = Math.max(length, 1);
        switch (form) {
            case "lines":
                while (b.length() < n) {
                    for (int end = b.length() + 20 + r.nextInt(60); b.length() < end; ) {
                        word(b, r).append(' ');
                    }
                    b.setCharAt(b.length() - 1, '\n');
                }
                return cut(b, length);
            case "digits":
                b.append((char) ('1' + r.nextInt(9)));
                while (b.length() < n) {
                    b.append((char) ('0' + r.nextInt(10)));
                }
                return cut(b, length);
            case "letters":
                while (b.length() < n) {
                    b.append((char) ('a' + r.nextInt(26)));
                }
                return cut(b, length);
            case "decimal":
                b.append((char) ('1' + r.nextInt(9))).append('.');
                while (b.length() < n) {
                    b.append((char) ('0' + r.nextInt(10)));
                }
                return b.toString();
            case "bits":
                b.append('1');
                while (b.length() < n) {
                    b.append((char) ('0' + r.nextInt(2)));
                }
                return cut(b, length);
            case "hex":
                while (b.length() < (length + 1) / 2 * 2) {
                    b.append("0123456789abcdef".charAt(r.nextInt(16)));
                }
                return b.toString();
            case "base64":
                while (b.length() < (length + 3) / 4 * 4) {
                    b.append("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".charAt(r.nextInt(64)));
                }
                return b.toString();
            case "csv":
                b.append("id,name,amount,note\n");
                for (int i = 1; b.length() < n; i++) {
                    word(b.append(i).append(','), r).append(',').append(r.nextInt(100000) / 100.0).append(',');
                    if (r.nextInt(4) == 0) {
                        word(word(b.append('"'), r).append(", "), r).append("\"\n");
                    } else {
                        word(b, r).append('\n');
                    }
                }
                return b.toString();
            case "json":
                b.append("{\"items\":[");
                for (int i = 0; i == 0 || b.length() < n - 2; i++) {
                    word(b.append(i == 0 ? "" : ",").append("{\"id\":").append(i).append(",\"name\":\""), r)
                        .append("\",\"amount\":").append(r.nextInt(100000) / 100.0).append(",\"ok\":").append(r.nextBoolean()).append('}');
                }
                return b.append("]}").toString();
            case "xml":
                b.append("<items>");
                for (int i = 0; i == 0 || b.length() < n - 8; i++) {
                    word(word(b.append("<item id=\"").append(i).append("\"><name>"), r).append("</name><note>"), r).append("</note></item>");
                }
                return b.append("</items>").toString();
            case "html":
                b.append("<html><body>");
                while (b.length() < n - 14) {
                    word(word(word(b.append("<p class=\"a\">"), r).append(" <b>"), r).append("</b> "), r).append("</p>");
                }
                return b.append("</body></html>").toString();
            case "url":
                b.append("http://example.org/");
                while (b.length() < n) {
                    word(b, r).append('/');
                }
                return b.toString();
            case "date":
                return two(two(b.append(1970 + r.nextInt(60)).append('-'), 1 + r.nextInt(12)).append('-'), 1 + r.nextInt(28)).toString();
            case "time":
                return two(two(two(b, r.nextInt(24)).append(':'), r.nextInt(60)).append(':'), r.nextInt(60)).toString();
            case "timestamp":
                return of("date", 0, r) + "T" + of("time", 0, r) + "Z";
            case "pairs":
                while (b.length() < n) {
                    word(word(b, r).append('='), r).append('\n');
                }
                return b.toString();
            case "path":
                while (b.length() < n) { // below the empty folder of the launch, whatever is written there
                    word(b.length() == 0 ? b : b.append('/'), r);
                }
                return b.append(".txt").toString();
            case "email":
                while (b.length() < n - 12) {
                    word(b, r);
                }
                return b.append("a@example.org").toString();
            case "name":
                b.append((char) ('A' + r.nextInt(26)));
                while (b.length() < n) {
                    b.append((char) ('a' + r.nextInt(26)));
                }
                return b.toString();
            case "class":
                return "java.lang.String";
            case "regex":
                while (b.length() < n) {
                    word(b.append(b.length() == 0 ? "" : "|"), r).append("[a-z]*");
                }
                return b.toString();
            case "charset":
                return "UTF-8";
            case "list":
                b.append(r.nextInt(1000));
                while (b.length() < n) {
                    b.append(',').append(r.nextInt(1000));
                }
                return b.toString();
            case "sum":
                b.append(1 + r.nextInt(9));
                while (b.length() < n) {
                    b.append("+-*".charAt(r.nextInt(3))).append(1 + r.nextInt(99));
                }
                return b.toString();
            case "version":
                return (1 + r.nextInt(9)) + "." + r.nextInt(20) + "." + r.nextInt(20);
            case "uuid":
                return new java.util.UUID(r.nextLong(), r.nextLong()).toString();
            case "address":
                return (1 + r.nextInt(250)) + "." + r.nextInt(250) + "." + r.nextInt(250) + "." + r.nextInt(250);
            default:
                while (b.length() < n) {
                    word(b, r).append(' ');
                }
                return cut(b, length);
        }
    }

    private static StringBuilder two(StringBuilder b, int n) {
        return b.append((char) ('0' + n / 10)).append((char) ('0' + n % 10));
    }

    private static String cut(StringBuilder b, int length) {
        b.setLength(Math.min(length, b.length()));
        return b.toString();
    }

    private static StringBuilder word(StringBuilder b, Random r) {
        for (int n = 2 + r.nextInt(9); n > 0; n--) {
            b.append((char) ('a' + r.nextInt(26)));
        }
        return b;
    }
}
