package sections;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.dataformat.cbor.CBORFactory;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.math.BigInteger;
import java.text.Normalizer;
import java.time.LocalDateTime;
import java.time.format.DateTimeFormatter;
import java.util.Random;
import org.ahocorasick.trie.Trie;
import org.apache.lucene.analysis.standard.StandardTokenizer;
import org.bouncycastle.crypto.digests.SHA256Digest;
import org.bouncycastle.crypto.digests.SHA3Digest;
import org.bouncycastle.crypto.generators.PKCS5S2ParametersGenerator;
import org.iq80.snappy.Snappy;
import org.tukaani.xz.LZMA2Options;
import org.tukaani.xz.XZInputStream;
import org.tukaani.xz.XZOutputStream;

/** Texts and bytes, by libraries that no other class here uses and by other parts of the JDK. */
final class Streams {

    private static final ObjectMapper CBOR = new ObjectMapper(new CBORFactory());
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final Trie WORDS = Trie.builder().addKeywords("ab", "cde", "fgh", "hij", "kl", "mno", "qrst", "aa", "bcd", "tt").build();

    private Streams() { }

    static void register(Suite s) {
        s.one("sha3", 500, 50_000, (n, r) -> sha3(Inputs.bytes(n, r)));
        s.two("stretchKey", 5, 200, 1, 16, (n, k, r) -> stretchKey(n, k));
        s.one("unpack", 3_000, 60_000, (n, r) -> unpack(packed(Inputs.compressible(n, r))));
        s.one("snappy", 1_000, 60_000, (n, r) -> snappy(Inputs.compressible(n, r)));
        s.one("readCbor", 500, 20_000, (n, r) -> readCbor(cbor(n, r)));
        s.one("searchMany", 200, 20_000, (n, r) -> searchMany(Inputs.text(n, r)));
        s.one("tokens", 500, 20_000, (n, r) -> tokens(Inputs.text(n, r)));
        s.one("normalize", 200, 20_000, (n, r) -> normalize(Inputs.letters(n, 20, r).replace('c', '\u00e9')));
        s.one("parseLarge", 100, 3_000, (n, r) -> parseLarge("7".repeat(n)));
        s.one("insertText", 200, 8_000, (n, r) -> insertText(n));
        s.one("dates", 10, 500, (n, r) -> dates(n));
    }

    private static byte[] packed(byte[] data) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        try (XZOutputStream xz = new XZOutputStream(out, new LZMA2Options(0))) {
            xz.write(data);
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
        return out.toByteArray();
    }

    private static byte[] cbor(int n, Random r) {
        try {
            return CBOR.writeValueAsBytes(JSON.readTree(Inputs.json(n, r)));
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }

    // form: data
    // why: blocks of the same cost
    static int sha3(byte[] data) {
        SHA3Digest digest = new SHA3Digest(256);
        byte[] out = new byte[32];
        // measured
        digest.update(data, 0, data.length);
        digest.doFinal(out, 0);
        return out[0];
    }

    // form: iterations * blocks
    // why: each block of the key is made in so many iterations
    static int stretchKey(int iterations, int blocks) {
        PKCS5S2ParametersGenerator generator = new PKCS5S2ParametersGenerator(new SHA256Digest());
        generator.init(new byte[] {1, 2, 3, 4}, new byte[] {5, 6, 7, 8}, iterations);
        int hash;
        // measured
        hash = generator.generateDerivedParameters(256 * blocks).hashCode();
        return hash & 1;
    }

    // form: data
    // why: one pass; texts are packed alike
    static int unpack(byte[] data) {
        int length = 0;
        // measured
        try (XZInputStream in = new XZInputStream(new ByteArrayInputStream(data))) {
            length = in.readAllBytes().length;
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
        return length;
    }

    // form: data
    // why: one pass
    static int snappy(byte[] data) {
        int length;
        // measured
        length = Snappy.compress(data).length;
        return length;
    }

    // form: data
    // why: one pass
    static int readCbor(byte[] data) {
        int size;
        // measured
        size = read(data);
        return size;
    }

    private static int read(byte[] data) {
        try {
            return CBOR.readTree(data).size();
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }

    // form: text
    // why: one step of the automaton a letter; matches are a share of the text
    static int searchMany(String text) {
        int found;
        // measured
        found = WORDS.parseText(text).size();
        return found;
    }

    // form: text
    // why: one pass
    static int tokens(String text) {
        int count;
        // measured
        count = tokenized(text);
        return count;
    }

    private static int tokenized(String text) {
        int count = 0;
        try (StandardTokenizer tokenizer = new StandardTokenizer()) {
            tokenizer.setReader(new java.io.StringReader(text));
            tokenizer.reset();
            while (tokenizer.incrementToken()) {
                count++;
            }
            tokenizer.end();
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
        return count;
    }

    // form: text
    // why: one letter in twenty is parted in two
    static int normalize(String text) {
        int length;
        // measured
        length = Normalizer.normalize(text, Normalizer.Form.NFD).length();
        return length;
    }

    // form: text ^ 2
    // why: nine digits at a time, and the whole number is multiplied for each
    static int parseLarge(String text) {
        BigInteger number;
        // measured
        number = new BigInteger(text);
        return number.intValue();
    }

    // form: count ^ 2
    // why: each insertion moves all letters
    static int insertText(int count) {
        StringBuilder text = new StringBuilder();
        // measured
        for (int i = 0; i < count; i++) {
            text.insert(0, 'x');
        }
        return text.length();
    }

    // form: count
    // why: one format a date
    static int dates(int count) {
        LocalDateTime start = LocalDateTime.of(2024, 1, 1, 0, 0);
        int length = 0;
        // measured
        for (int i = 0; i < count; i++) {
            length += DateTimeFormatter.ISO_DATE_TIME.format(start.plusMinutes(i)).length();
        }
        return length;
    }
}
