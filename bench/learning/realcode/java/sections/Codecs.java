package sections;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.util.Base64;
import java.util.zip.Adler32;
import java.util.zip.CRC32;
import java.util.zip.DataFormatException;
import java.util.zip.Deflater;
import java.util.zip.Inflater;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import javax.crypto.Cipher;
import javax.crypto.spec.SecretKeySpec;
import org.apache.commons.codec.binary.Hex;
import org.apache.commons.codec.digest.MurmurHash3;
import org.apache.commons.compress.compressors.lz4.BlockLZ4CompressorOutputStream;

/** Hashing, encoding, compression and encryption, into memory. */
final class Codecs {

    private static final int[] LEVELS = {1, 6, 9};
    private static final SecretKeySpec KEY = new SecretKeySpec(new byte[16], "AES");

    private Codecs() { }

    static void register(Suite s) {
        s.one("sha256", 1_000, 100_000, (n, r) -> sha256(Inputs.bytes(n, r)));
        s.one("md5", 1_000, 100_000, (n, r) -> md5(Inputs.bytes(n, r)));
        s.one("crc32", 5_000, 200_000, (n, r) -> crc32(Inputs.bytes(n, r)));
        s.one("adler32", 5_000, 200_000, (n, r) -> adler32(Inputs.bytes(n, r)));
        s.one("murmur", 1_000, 100_000, (n, r) -> murmur(Inputs.bytes(n, r)));
        s.one("base64", 1_000, 100_000, (n, r) -> base64(Inputs.bytes(n, r)));
        s.one("unbase64", 1_000, 50_000, (n, r) -> unbase64(Base64.getEncoder().encode(Inputs.bytes(n, r))));
        s.one("hex", 500, 20_000, (n, r) -> hex(Inputs.bytes(n, r)));
        s.one("encrypt", 1_000, 100_000, (n, r) -> encrypt(Inputs.bytes(n, r)));
        s.one("deflate", 1_000, 30_000, (n, r) -> deflate(Inputs.compressible(n, r), LEVELS[r.nextInt(3)]));
        s.one("inflate", 2_000, 60_000, (n, r) -> inflate(packed(Inputs.compressible(n, r))));
        s.one("lz4", 300, 3_000, (n, r) -> lz4(Inputs.compressible(n, r)));
        s.two("zip", 200, 5_000, 1, 8, (n, k, r) -> zip(Inputs.compressible(n, r), k));
    }

    // form: data
    // why: blocks of the same cost
    static int sha256(byte[] data) {
        byte[] digest;
        // measured
        digest = hashed("SHA-256", data);
        return digest[0];
    }

    // form: data
    // why: blocks of the same cost
    static int md5(byte[] data) {
        byte[] digest;
        // measured
        digest = hashed("MD5", data);
        return digest[0];
    }

    private static byte[] hashed(String algorithm, byte[] data) {
        try {
            return MessageDigest.getInstance(algorithm).digest(data);
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException(e);
        }
    }

    // form: data
    // why: one pass
    static long crc32(byte[] data) {
        CRC32 crc = new CRC32();
        // measured
        crc.update(data);
        return crc.getValue();
    }

    // form: data
    // why: one pass
    static long adler32(byte[] data) {
        Adler32 adler = new Adler32();
        // measured
        adler.update(data);
        return adler.getValue();
    }

    // form: data
    // why: one pass
    static int murmur(byte[] data) {
        int hash;
        // measured
        hash = MurmurHash3.hash32x86(data, 0, data.length, 7);
        return hash;
    }

    // form: data
    // why: one pass
    static int base64(byte[] data) {
        int length;
        // measured
        length = Base64.getEncoder().encode(data).length;
        return length;
    }

    // form: data
    // why: one pass
    static int unbase64(byte[] data) {
        int length;
        // measured
        length = Base64.getDecoder().decode(data).length;
        return length;
    }

    // form: data
    // why: one pass
    static int hex(byte[] data) {
        int length;
        // measured
        length = Hex.encodeHexString(data).length();
        return length;
    }

    // form: data
    // why: blocks of the same cost
    static int encrypt(byte[] data) {
        int length;
        // measured
        length = encrypted(data).length;
        return length;
    }

    private static byte[] encrypted(byte[] data) {
        try {
            Cipher cipher = Cipher.getInstance("AES/ECB/PKCS5Padding");
            cipher.init(Cipher.ENCRYPT_MODE, KEY);
            return cipher.doFinal(data);
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException(e);
        }
    }

    // form: data
    // why: chains of matches are searched to a depth that the level decides
    static int deflate(byte[] data, int level) {
        int length;
        // measured
        length = deflated(data, level);
        return length;
    }

    private static int deflated(byte[] data, int level) {
        Deflater deflater = new Deflater(level);
        deflater.setInput(data);
        deflater.finish();
        byte[] buffer = new byte[4096];
        int length = 0;
        while (!deflater.finished()) {
            length += deflater.deflate(buffer);
        }
        deflater.end();
        return length;
    }

    private static byte[] packed(byte[] data) {
        Deflater deflater = new Deflater();
        deflater.setInput(data);
        deflater.finish();
        byte[] buffer = new byte[data.length + 100];
        int length = deflater.deflate(buffer);
        deflater.end();
        return java.util.Arrays.copyOf(buffer, length);
    }

    // form: data
    // why: one pass; all are packed alike
    static int inflate(byte[] data) {
        int length;
        // measured
        length = inflated(data);
        return length;
    }

    private static int inflated(byte[] data) {
        Inflater inflater = new Inflater();
        inflater.setInput(data);
        byte[] buffer = new byte[4096];
        int length = 0;
        try {
            while (!inflater.finished()) {
                length += inflater.inflate(buffer);
            }
        } catch (DataFormatException e) {
            throw new IllegalStateException(e);
        }
        inflater.end();
        return length;
    }

    // form: data
    // why: one pass with a window
    static int lz4(byte[] data) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        // measured
        try (BlockLZ4CompressorOutputStream packer = new BlockLZ4CompressorOutputStream(out)) {
            packer.write(data);
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
        return out.size();
    }

    // form: data * count
    // why: each entry is packed by itself
    static int zip(byte[] data, int count) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        // measured
        try (ZipOutputStream zip = new ZipOutputStream(out)) {
            for (int i = 0; i < count; i++) {
                zip.putNextEntry(new ZipEntry("entry" + i));
                zip.write(data);
                zip.closeEntry();
            }
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
        return out.size();
    }
}
