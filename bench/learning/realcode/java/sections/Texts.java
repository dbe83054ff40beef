package sections;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.commons.codec.language.DoubleMetaphone;
import org.apache.commons.lang3.StringUtils;
import org.apache.commons.text.StringEscapeUtils;
import org.apache.commons.text.WordUtils;
import org.apache.commons.text.similarity.HammingDistance;
import org.apache.commons.text.similarity.JaccardSimilarity;
import org.apache.commons.text.similarity.LevenshteinDistance;
import org.apache.commons.text.similarity.LongestCommonSubsequence;

/** Strings and regular expressions. */
final class Texts {

    private static final Pattern WORD = Pattern.compile("[a-e]+\\s");
    private static final Pattern TWICE = Pattern.compile("x*y");
    private static final Pattern THRICE = Pattern.compile("x*x*y");

    private Texts() { }

    static void register(Suite s) {
        s.one("split", 200, 20_000, (n, r) -> split(Inputs.text(n, r)));
        s.one("replace", 200, 20_000, (n, r) -> replace(Inputs.text(n, r)));
        s.one("join", 50, 5_000, (n, r) -> join(Inputs.words(n, r)));
        s.one("format", 5, 200, (n, r) -> format(n));
        s.one("parseInts", 50, 5_000, (n, r) -> parseInts(Inputs.numbers(n, r)));
        s.one("findWords", 200, 20_000, (n, r) -> findWords(Inputs.text(n, r)));
        s.one("backtrack", 50, 800, (n, r) -> backtrack("x".repeat(n)));
        s.one("backtrackTwice", 10, 60, (n, r) -> backtrackTwice("x".repeat(n)));
        s.two("levenshtein", 10, 200, 10, 200, (a, b, r) -> levenshtein(Inputs.letters(a, 4, r), Inputs.letters(b, 4, r)));
        s.two("subsequence", 10, 200, 10, 200, (a, b, r) -> subsequence(Inputs.letters(a, 4, r), Inputs.letters(b, 4, r)));
        s.one("hamming", 100, 10_000, (n, r) -> hamming(Inputs.letters(n, 4, r), Inputs.letters(n, 4, r)));
        s.two("jaccard", 100, 10_000, 100, 10_000, (a, b, r) -> jaccard(Inputs.letters(a, 20, r), Inputs.letters(b, 20, r)));
        s.one("escape", 100, 5_000, (n, r) -> escape(Inputs.text(n, r)));
        s.one("capitalize", 100, 10_000, (n, r) -> capitalize(Inputs.text(n, r)));
        s.one("countMatches", 200, 20_000, (n, r) -> countMatches(Inputs.letters(n, 3, r)));
        s.one("metaphones", 10, 1_000, (n, r) -> metaphones(Inputs.words(n, r)));
        s.one("decode", 500, 20_000, (n, r) -> decode(Inputs.letters(n, 20, r).replace('c', '\u00e9').getBytes(StandardCharsets.UTF_8)));
        s.two("repeat", 10, 200, 10, 500, (n, k, r) -> repeat(Inputs.letters(n, 20, r), k));
    }

    // form: text
    // why: one pass; fields are short
    static int split(String text) {
        int fields;
        // measured
        fields = text.split(" ").length;
        return fields;
    }

    // form: text
    // why: one pass; matches are a share of the text
    static int replace(String text) {
        int length;
        // measured
        length = text.replace("a", "xyz").length();
        return length;
    }

    // form: words
    // why: words are of like length
    static int join(List<String> words) {
        int length;
        // measured
        length = String.join(", ", words).length();
        return length;
    }

    // form: count
    // why: one format a number
    static int format(int count) {
        int length = 0;
        // measured
        for (int i = 0; i < count; i++) {
            length += String.format("%05d %s", i, "x").length();
        }
        return length;
    }

    // form: words
    // why: numbers are of the same length
    static int parseInts(List<String> words) {
        int sum = 0;
        // measured
        for (String word : words) {
            sum += Integer.parseInt(word);
        }
        return sum;
    }

    // form: text
    // why: no match is longer than a word
    static int findWords(String text) {
        Matcher matcher = WORD.matcher(text);
        int found = 0;
        // measured
        while (matcher.find()) {
            found++;
        }
        return found;
    }

    // form: text ^ 2
    // why: from each letter on, all others are read in vain
    static boolean backtrack(String text) {
        boolean found;
        // measured
        found = TWICE.matcher(text).find();
        return found;
    }

    // form: text ^ 3
    // why: all pairs of ends, from each letter on
    static boolean backtrackTwice(String text) {
        boolean found;
        // measured
        found = THRICE.matcher(text).find();
        return found;
    }

    // form: left * right
    // why: dynamic programming over all pairs
    static int levenshtein(String left, String right) {
        int distance;
        // measured
        distance = LevenshteinDistance.getDefaultInstance().apply(left, right);
        return distance;
    }

    // form: left * right
    // why: dynamic programming over all pairs
    static int subsequence(String left, String right) {
        int length;
        // measured
        length = new LongestCommonSubsequence().apply(left, right);
        return length;
    }

    // form: left | right
    // why: one pass over both, which are of the same length
    static int hamming(String left, String right) {
        int distance;
        // measured
        distance = new HammingDistance().apply(left, right);
        return distance;
    }

    // form: left + right
    // why: the letters of both go into sets
    static double jaccard(String left, String right) {
        double similarity;
        // measured
        similarity = new JaccardSimilarity().apply(left, right);
        return similarity;
    }

    // form: text
    // why: one look-up a letter
    static int escape(String text) {
        int length;
        // measured
        length = StringEscapeUtils.escapeHtml4(text).length();
        return length;
    }

    // form: text
    // why: one pass
    static int capitalize(String text) {
        int length;
        // measured
        length = WordUtils.capitalize(text).length();
        return length;
    }

    // form: text
    // why: one pass
    static int countMatches(String text) {
        int count;
        // measured
        count = StringUtils.countMatches(text, "ab");
        return count;
    }

    // form: words
    // why: words are of like length
    static int metaphones(List<String> words) {
        DoubleMetaphone metaphone = new DoubleMetaphone();
        int length = 0;
        // measured
        for (String word : words) {
            length += metaphone.doubleMetaphone(word).length();
        }
        return length;
    }

    // form: data
    // why: one pass
    static int decode(byte[] data) {
        int length;
        // measured
        length = new String(data, StandardCharsets.UTF_8).length();
        return length;
    }

    // form: text * count
    // why: each piece is appended
    static int repeat(String text, int count) {
        StringBuilder all = new StringBuilder();
        // measured
        for (int i = 0; i < count; i++) {
            for (int j = 0; j < text.length(); j++) {
                all.append(text.charAt(j));
            }
        }
        return all.length();
    }
}
